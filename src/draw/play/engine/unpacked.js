// The bytes of base64. Older browsers can't say them at once; then a text as long is garbage, which browsers keep for long.
export function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
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
