# A static program in an empty image. The image has not been made, as no Docker was at hand; a static program built from the files
# copied here (with glibc instead of musl) has generated, merged, verified and drawn in an empty root folder.
#   docker build -t gridlock . && docker run --rm -v "$PWD:/data" gridlock generate --size 5 --walls 0..2 -o /data/rush5.txt.gz
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev gcc make
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY data data
COPY benches benches
RUN cargo build --release --locked --bin gridlock

FROM scratch
COPY --from=build /src/target/release/gridlock /gridlock
WORKDIR /data
ENTRYPOINT ["/gridlock"]
