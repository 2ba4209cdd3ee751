// The bytes of base64, without another text as long: browsers keep texts that nobody needs for long.
export function bytesOf(base64) {
  const values = new Uint8Array(128);
  for (let value = 0; value < 64; value += 1) values["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(value)] = value;
  const bytes = new Uint8Array((base64.length / 4) * 3);
  const at = (from) => values[base64.charCodeAt(from)];
  for (let from = 0, to = 0; from < base64.length; from += 4, to += 3) {
    const three = (at(from) << 18) | (at(from + 1) << 12) | (at(from + 2) << 6) | at(from + 3);
    bytes[to] = three >> 16;
    bytes[to + 1] = three >> 8;
    bytes[to + 2] = three;
  }
  return bytes.subarray(0, bytes.length - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0));
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
