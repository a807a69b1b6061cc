/** A column of 32-bit integers that grows. */
export class Column {
  #data = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const wider = new Int32Array(this.length * 2);
      wider.set(this.#data);
      this.#data = wider;
    }
    this.#data[this.length] = value;
    this.length += 1;
  }

  get(at: number): number {
    return this.#data[at] as number;
  }

  set(at: number, value: number): void {
    this.#data[at] = value;
  }

  done(): Int32Array {
    return this.#data.slice(0, this.length);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#data.subarray(0, this.length));
  }
}
