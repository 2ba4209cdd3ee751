// The bytes of a dense text: two of its 91 signs say 13 bits, a last one says 6. See `dense_text.rs`.
export function bytesOf(text) {
  const value = (at) => text.charCodeAt(at) - (text.charCodeAt(at) > 60 ? 36 : 35);
  const bytes = new Uint8Array(((text.length >> 1) * 13 + (text.length & 1) * 6) >> 3);
  let bits = 0;
  let count = 0;
  for (let at = 0, to = 0; to < bytes.length; at += 2) {
    bits |= (at + 1 < text.length ? value(at) + 91 * value(at + 1) : value(at)) << count;
    for (count += 13; count >= 8 && to < bytes.length; count -= 8, bits >>>= 8) bytes[to++] = bits;
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
