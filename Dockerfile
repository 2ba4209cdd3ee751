# A static program in an empty image. tests/engines/image.sh builds and runs it.
#
#   RUSTFLAGS='-C target-feature=+crt-static' cargo build --release --locked --target x86_64-unknown-linux-gnu
#   docker build -t gridlock .
#   docker run --rm -v "$PWD:/data" gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz
FROM scratch
COPY target/x86_64-unknown-linux-gnu/release/gridlock /gridlock
# where merge puts what does not fit into memory
ENV TMPDIR=/data
WORKDIR /data
ENTRYPOINT ["/gridlock"]
