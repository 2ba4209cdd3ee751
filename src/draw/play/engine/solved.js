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

const MOST_SOLVED = 2 ** 26; // of any database in a page; larger numbers are damage

// The text of the rows that are in one of some texts.
export function unionOf(...texts) {
  const rows = texts.flatMap((text) => [...rowsOf(text)]).filter((row) => row < MOST_SOLVED);
  const union = new SolvedRows(rows.reduce((most, row) => Math.max(most, row + 1), 0));
  for (const row of rows) union.add(row);
  return union.toText();
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
