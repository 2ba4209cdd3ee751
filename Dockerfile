# A static program in an empty image. The image has not been built yet; docs/TRUST.md says what was tried instead.
#
#   docker build -t gridlock .
#   docker run --rm -v "$PWD:/data" gridlock generate --size 5 --walls 0..2 -o /data/rush5.txt.gz
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev gcc make
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY data data
COPY benches benches
RUN cargo build --release --locked --features tables --bin gridlock

FROM scratch
COPY --from=build /src/target/release/gridlock /gridlock
WORKDIR /data
ENTRYPOINT ["/gridlock"]
