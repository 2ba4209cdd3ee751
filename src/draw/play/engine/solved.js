// Which rows of a collection have been solved: a bit for each row. As text they are the gaps between solved rows, 7 bits a byte, in base64.
export class SolvedRows {
  constructor(rows, text = "") {
    Object.assign(this, { rows, count: 0, bits: new Uint8Array((rows + 7) >> 3) });
    for (const row of rowsOf(text)) this.add(row);
  }

  has(row) {
    return (this.bits[row >> 3] & (1 << (row & 7))) !== 0;
  }

  // Returns whether the row is new.
  add(row) {
    if (row >= this.rows || this.has(row)) return false;
    this.bits[row >> 3] |= 1 << (row & 7);
    this.count += 1;
    return true;
  }

  // In rising order.
  *[Symbol.iterator]() {
    for (const [byte, bits] of this.bits.entries()) {
      for (let bit = 0; bits >> bit > 0; bit += 1) if ((bits >> bit) & 1) yield 8 * byte + bit;
    }
  }

  toText() {
    let [bytes, before] = ["", -1];
    for (const row of this) {
      let gap = row - before;
      for (; gap > 127; gap >>= 7) bytes += String.fromCharCode((gap & 127) | 128);
      bytes += String.fromCharCode(gap);
      before = row;
    }
    return btoa(bytes);
  }
}

// The rows of a text; none if it is not base64.
function* rowsOf(text) {
  let bytes = "";
  try {
    bytes = atob(text);
  } catch {
    return;
  }
  let [row, gap, shift] = [-1, 0, 0];
  for (const character of bytes) {
    const byte = character.charCodeAt(0);
    gap += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte > 127) continue;
    row += gap;
    yield row;
    [gap, shift] = [0, 0];
  }
}
