# A static program in an empty image. Untested: no Docker at hand where this was written.
#   docker build -t gridlock . && docker run --rm -v "$PWD:/data" gridlock generate --size 5 --walls 0..2 -o /data/rush5.txt.gz
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev gcc make
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY data data
RUN cargo build --release --locked --bin gridlock

FROM scratch
COPY --from=build /src/target/release/gridlock /gridlock
WORKDIR /data
ENTRYPOINT ["/gridlock"]
