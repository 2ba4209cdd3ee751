// A set of states that numbers them in the order in which they came.

// A search that met more states than it may keep.
export class TooManyStates extends Error {
  constructor(limit) {
    super(`more than ${limit} states`);
    this.name = "TooManyStates";
    this.limit = limit;
  }
}

// A set of states, numbered in the order in which they came: open addressing over a growing array of keys. The two numbers of state k are
// keys[2 k] and keys[2 k + 1]; side by side they cost one access to memory.
export class StateSet {
  constructor(limit) {
    this.limit = limit;
    this.length = 0;
    this.keys = new Uint32Array(2048);
    this.mask = 4095;
    this.table = new Int32Array(4096).fill(-1);
  }

  static hash(rows, columns) {
    let h = Math.imul(rows, 0x9e3779b1) ^ Math.imul(columns, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    return h ^ (h >>> 13);
  }

  // The number of a state; -1 if it is not in the set.
  find(rows, columns) {
    let slot = StateSet.hash(rows, columns) & this.mask;
    for (;;) {
      const number = this.table[slot];
      if (number < 0 || (this.keys[2 * number] === rows && this.keys[2 * number + 1] === columns)) return number;
      slot = (slot + 1) & this.mask;
    }
  }

  // Adds a state. Returns true if it is new.
  add(rows, columns) {
    let slot = StateSet.hash(rows, columns) & this.mask;
    for (;;) {
      const number = this.table[slot];
      if (number < 0) break;
      if (this.keys[2 * number] === rows && this.keys[2 * number + 1] === columns) return false;
      slot = (slot + 1) & this.mask;
    }
    if (this.length === this.limit) throw new TooManyStates(this.limit);
    if (2 * this.length === this.keys.length) this.grow();
    this.keys[2 * this.length] = rows;
    this.keys[2 * this.length + 1] = columns;
    this.table[slot] = this.length;
    this.length += 1;
    if (this.length * 2 > this.mask) this.rehash();
    return true;
  }

  grow() {
    const larger = new Uint32Array(this.keys.length * 2);
    larger.set(this.keys);
    this.keys = larger;
  }

  rehash() {
    this.mask = this.mask * 2 + 1;
    this.table = new Int32Array(this.mask + 1).fill(-1);
    for (let number = 0; number < this.length; number += 1) {
      let slot = StateSet.hash(this.keys[2 * number], this.keys[2 * number + 1]) & this.mask;
      while (this.table[slot] >= 0) slot = (slot + 1) & this.mask;
      this.table[slot] = number;
    }
  }
}
