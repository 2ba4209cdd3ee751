// Reads a rank file of format 1, which docs/FORMATS.md describes: for each row its walls, its rank and its moves.

const HEADER = 72;
const INDEX_ENTRY = 21;
const TRAILER = 20;
const MAGIC = "\x89gridlock ranks\n";
const MOST_ROWS = 65_536; // of a block

// A rank file that is damaged, or of another format.
export class RankFileError extends Error {
  constructor(message) {
    super(message);
    this.name = "RankFileError";
  }
}

// A rank file in memory. Header and index are read and checked at once, blocks on demand. Rows are numbered from 0, by walls and
// rank.
export class RankFile {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.readHeader();
    this.readIndex();
  }

  readHeader() {
    const { bytes, view } = this;
    const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
    check(bytes.length >= HEADER + TRAILER && magic === MAGIC, "it is no rank file");
    check(crc32(bytes.subarray(0, 68)) === view.getUint32(68, true), "the checksum of its header is wrong");
    check(view.getUint16(16, true) === 1 && view.getUint16(18, true) === 2, "it has another version");
    this.n = bytes[20];
    this.metric = bytes[21] === 0 ? "moves" : "steps";
    this.isWhole = bytes[22] === 1;
    [this.leastWalls, this.mostWalls] = [bytes[23], bytes[24]];
    this.rows = readRank(view, 28);
    this.sha256 = Array.from(bytes.subarray(36, 68), (byte) => byte.toString(16).padStart(2, "0")).join("");
    check(this.n >= 4 && this.n <= 7 && bytes[21] <= 1 && this.leastWalls <= this.mostWalls, "its header makes no sense");
  }

  readIndex() {
    const { bytes, view } = this;
    const end = bytes.length - TRAILER;
    check(String.fromCharCode(...bytes.subarray(bytes.length - 8)) === "ranksend", "its end is missing");
    const count = readRank(view, end);
    check(count <= (end - HEADER) / INDEX_ENTRY, "it has too many blocks");
    const begin = end - count * INDEX_ENTRY;
    check(crc32(bytes.subarray(begin, end + 8)) === view.getUint32(end + 8, true), "the checksum of its index is wrong");
    let [offset, firstRow] = [HEADER, 0];
    this.blocks = [];
    for (let at = begin; at < end; at += INDEX_ENTRY) {
      const block = { walls: bytes[at], rows: view.getUint32(at + 1, true), firstRank: readRank(view, at + 5), length: view.getUint32(at + 13, true), crc: view.getUint32(at + 17, true), offset, firstRow };
      const before = this.blocks.at(-1);
      const isInOrder = !before || before.walls < block.walls || (before.walls === block.walls && before.firstRank < block.firstRank);
      check(isInOrder && block.rows >= 1 && block.rows <= MOST_ROWS && block.walls >= this.leastWalls && block.walls <= this.mostWalls, "its index makes no sense");
      this.blocks.push(block);
      offset += block.length;
      firstRow += block.rows;
    }
    check(offset === begin && firstRow === this.rows, "its index does not fit it");
  }

  // The number of the block that has a row.
  blockOf(row) {
    return lastAtMost(this.blocks, (block) => block.firstRow, row);
  }

  // The rows of a block, { ranks, moves }, in arrays of their own or in those of `room`, see roomForBlock.
  block(number, room = roomForBlock(this.blocks[number].rows)) {
    const { walls, rows, firstRank, length, crc, offset } = this.blocks[number];
    const bytes = this.bytes.subarray(offset, offset + length);
    const fail = (message) => `block ${number + 1} of ${this.blocks.length}: ${message}`;
    check(crc32(bytes) === crc, fail("its checksum is wrong"));
    const bits = new Bits(bytes);
    const [ranks, moves] = [room.ranks.subarray(0, rows), room.moves.subarray(0, rows)];
    const moveCode = new PrefixCode(bits);
    let rank = firstRank;
    ranks[0] = rank;
    moves[0] = moveCode.read(bits);
    const gapCode = rows > 1 ? new PrefixCode(bits) : null;
    for (let row = 1; row < rows; row += 1) {
      const digits = gapCode.read(bits);
      check(digits >= 1 && digits <= 53, fail("a gap is impossible"));
      rank += bits.takeLong(digits - 1) + 2 ** (digits - 1);
      ranks[row] = rank;
      moves[row] = moveCode.read(bits);
    }
    check(rank <= Number.MAX_SAFE_INTEGER, fail("a rank is too large"));
    check(bits.isAtEnd(), fail("it does not end with its last row"));
    const next = this.blocks[number + 1];
    check(!next || next.walls !== walls || rank < next.firstRank, fail("its last rank belongs to the next block"));
    return { ranks, moves };
  }

  // The number of the row with a rank; -1 if there is none.
  find(walls, rank) {
    const sameOrBefore = (block) => block.walls < walls || (block.walls === walls && block.firstRank <= rank);
    let number = this.blocks.length - 1;
    while (number >= 0 && !sameOrBefore(this.blocks[number])) number -= 1;
    if (number < 0 || this.blocks[number].walls !== walls) return -1;
    const { ranks } = this.block(number);
    const at = lastAtMost(ranks, (value) => value, rank);
    return ranks[at] === rank ? this.blocks[number].firstRow + at : -1;
  }
}

// Arrays for the rows of a block, of any one if nothing is given.
export function roomForBlock(rows = MOST_ROWS) {
  return { ranks: new Float64Array(rows), moves: new Uint16Array(rows) };
}

// The index of the last element whose value is at most `value`, in a list that rises; -1 if there is none.
export function lastAtMost(list, valueOf, value) {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (valueOf(list[middle]) <= value) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

// The bits of some bytes, the most significant bit of each byte first. Beyond the end they are zero; `isAtEnd` tells.
class Bits {
  constructor(bytes) {
    Object.assign(this, { bytes, at: 0 });
  }

  // The next bits, at most 24, without taking them.
  peek(count) {
    const { bytes } = this;
    const byte = this.at >>> 3;
    const word = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
    return count === 0 ? 0 : (word << (this.at & 7)) >>> (32 - count);
  }

  take(count) {
    const value = this.peek(count);
    this.at += count;
    return value;
  }

  // At most 52 bits.
  takeLong(count) {
    let high = 0;
    for (; count > 24; count -= 24) high = high * 2 ** 24 + this.take(24);
    return high * 2 ** count + this.take(count);
  }

  // Whether only zeros up to the end of the last byte are left.
  isAtEnd() {
    const left = this.bytes.length * 8 - this.at;
    return left >= 0 && left < 8 && this.peek(left) === 0;
  }
}

// A prefix code, read from its table: how long the word of each symbol is.
class PrefixCode {
  constructor(bits) {
    const first = bits.take(14);
    const lengths = Array.from({ length: bits.take(14) }, () => bits.take(4));
    const used = [...lengths.keys()].filter((k) => lengths[k] > 0).sort((a, b) => lengths[a] - lengths[b] || a - b);
    check(used.length > 0 && bits.at <= bits.bytes.length * 8, "a block has a code without symbols");
    this.most = lengths[used.at(-1)];
    // by the next `most` bits: the symbol, and the length of its word; 0 for what no word begins
    this.symbols = new Uint16Array(1 << this.most);
    this.lengths = new Uint8Array(1 << this.most);
    let slot = 0;
    for (const k of used) {
      const end = slot + (1 << (this.most - lengths[k]));
      check(end <= this.symbols.length, "a block has a code that is none");
      this.symbols.fill(first + k, slot, end);
      this.lengths.fill(lengths[k], slot, end);
      slot = end;
    }
  }

  read(bits) {
    const slot = bits.peek(this.most);
    check(this.lengths[slot] > 0, "a block has a word that is not in its code");
    bits.at += this.lengths[slot];
    return this.symbols[slot];
  }
}

function check(isRight, message) {
  if (!isRight) throw new RankFileError(message);
}

// A number of 8 bytes; this reader can't use numbers of rows or candidates above 2^53.
function readRank(view, at) {
  const value = view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  check(value <= Number.MAX_SAFE_INTEGER, "it has a rank that is too large");
  return value;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

// The CRC-32 of gzip and zlib.
export function crc32(bytes) {
  let value = 0xffffffff;
  for (let k = 0; k < bytes.length; k += 1) value = CRC_TABLE[(value ^ bytes[k]) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}
