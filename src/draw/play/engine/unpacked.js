// The bytes of a dense text, given as its characters' codes: two of its 91 signs say 13 bits, a last one says 6. See `dense_text.rs`.
export function bytesOf(signs) {
  const value = (sign) => sign - (sign > 60 ? 36 : 35);
  const bytes = new Uint8Array(((signs.length >> 1) * 13 + (signs.length & 1) * 6) >> 3);
  let [bits, count] = [0, 0];
  for (let at = 0, to = 0; to < bytes.length; at += 2) {
    // the end may be one sign
    bits |= (value(signs[at]) + 91 * value(signs[at + 1] ?? 35)) << count;
    count += 13;
    while (count >= 8) {
      bytes[to++] = bits; // beyond the end it has no effect
      bits >>>= 8;
      count -= 8;
    }
  }
  return bytes;
}

// Gives the memory of bytes back at once: a message to a closed port takes it along. Browsers look for garbage of this kind seldom.
export function release({ buffer }) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
}

// Promises what was compressed with gzip.
export async function unpacked(bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
