/** A column of 32-bit integers that grows. As long as all are `rest` it takes no room. */
export class Column {
  readonly #rest: number;
  #data: Int32Array | null = null;
  length = 0;

  constructor(rest = 0) {
    this.#rest = rest;
  }

  push(value: number): void {
    const at = this.length;
    this.length = at + 1;
    if (this.#data === null && value === this.#rest) return;
    if (this.#data === null || at >= this.#data.length) this.#grow();
    (this.#data as Int32Array)[at] = value;
  }

  get(at: number): number {
    return this.#data === null ? this.#rest : (this.#data[at] as number);
  }

  set(at: number, value: number): void {
    if (this.#data === null) this.#grow();
    (this.#data as Int32Array)[at] = value;
  }

  clear(): void {
    this.length = 0;
  }

  /** True when all are `rest`. */
  get isBlank(): boolean {
    return this.#data === null;
  }

  done(): Int32Array {
    return this.#data === null ? new Int32Array(this.length).fill(this.#rest) : this.#data.slice(0, this.length);
  }

  #grow(): void {
    const wider = new Int32Array(Math.max(1024, this.length * 2));
    if (this.#data === null) wider.fill(this.#rest);
    else wider.set(this.#data);
    this.#data = wider;
  }
}

/** A column of bytes that grows. As long as all are 0 it takes no room. */
export class ByteColumn {
  #data: Uint8Array | null = null;
  length = 0;

  push(value: number): void {
    const at = this.length;
    this.length = at + 1;
    if (this.#data === null && value === 0) return;
    if (this.#data === null || at >= this.#data.length) this.#grow();
    (this.#data as Uint8Array)[at] = value;
  }

  get(at: number): number {
    return this.#data === null ? 0 : (this.#data[at] as number);
  }

  set(at: number, value: number): void {
    if (this.#data === null) this.#grow();
    (this.#data as Uint8Array)[at] = value;
  }

  get isBlank(): boolean {
    return this.#data === null;
  }

  done(): Uint8Array {
    return this.#data === null ? new Uint8Array(this.length) : this.#data.slice(0, this.length);
  }

  #grow(): void {
    const wider = new Uint8Array(Math.max(1024, this.length * 2));
    if (this.#data !== null) wider.set(this.#data);
    this.#data = wider;
  }
}
