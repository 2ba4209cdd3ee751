// A set of states that numbers them in the order in which they came.

// A search that met more states than it may keep.
export class TooManyStates extends Error {
  constructor(limit) {
    super(`more than ${limit} states`);
    this.name = "TooManyStates";
    this.limit = limit;
  }
}

// A set of states, numbered in the order in which they came: open addressing over two growing arrays of keys.
export class StateSet {
  constructor(limit) {
    this.limit = limit;
    this.length = 0;
    this.rows = new Uint32Array(1024);
    this.columns = new Uint32Array(1024);
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
      if (number < 0 || (this.rows[number] === rows && this.columns[number] === columns)) return number;
      slot = (slot + 1) & this.mask;
    }
  }

  // Adds a state. Returns true if it is new.
  add(rows, columns) {
    let slot = StateSet.hash(rows, columns) & this.mask;
    for (;;) {
      const number = this.table[slot];
      if (number < 0) break;
      if (this.rows[number] === rows && this.columns[number] === columns) return false;
      slot = (slot + 1) & this.mask;
    }
    if (this.length === this.limit) throw new TooManyStates(this.limit);
    if (this.length === this.rows.length) this.grow();
    this.rows[this.length] = rows;
    this.columns[this.length] = columns;
    this.table[slot] = this.length;
    this.length += 1;
    if (this.length * 2 > this.mask) this.rehash();
    return true;
  }

  grow() {
    for (const name of ["rows", "columns"]) {
      const larger = new Uint32Array(this[name].length * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
  }

  rehash() {
    this.mask = this.mask * 2 + 1;
    this.table = new Int32Array(this.mask + 1).fill(-1);
    for (let number = 0; number < this.length; number += 1) {
      let slot = StateSet.hash(this.rows[number], this.columns[number]) & this.mask;
      while (this.table[slot] >= 0) slot = (slot + 1) & this.mask;
      this.table[slot] = number;
    }
  }
}
