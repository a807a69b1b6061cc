import { release } from '../model/index.js';

/** A column of 32-bit integers that grows. As long as all are `rest` it takes no room. */
export class Column {
  readonly #rest: number;
  readonly #room: number;
  #data: Int32Array<ArrayBuffer> | null = null;
  length = 0;

  /** @param room how many are expected */
  constructor(rest = 0, room = LEAST) {
    this.#rest = rest;
    this.#room = room;
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

  /** All of them; the column is empty then, and takes no room. */
  take(): Int32Array {
    const { length } = this;
    const data = this.#data;
    this.#data = null;
    this.length = 0;
    if (data === null) return new Int32Array(length).fill(this.#rest);
    // What is not used goes back at once, not when garbage is collected.
    return new Int32Array(data.buffer.transfer(length * data.BYTES_PER_ELEMENT));
  }

  /** Takes what each of `order` has, and leaves the column empty. */
  takeInOrder(order: Int32Array): Int32Array {
    const data = this.take();
    const out = new Int32Array(order.length);
    for (let at = 0; at < order.length; at += 1) out[at] = data[order[at] as number] as number;
    release(data);
    return out;
  }

  #grow(): void {
    const size = Math.max(this.#room, this.length * 2);
    if (this.#data === null) this.#data = new Int32Array(size).fill(this.#rest);
    else this.#data = new Int32Array(this.#data.buffer.transfer(size * this.#data.BYTES_PER_ELEMENT));
  }
}

/** A column of bytes that grows. As long as all are 0 it takes no room. */
export class ByteColumn {
  readonly #room: number;
  #data: Uint8Array<ArrayBuffer> | null = null;
  length = 0;

  /** @param room how many are expected */
  constructor(room = LEAST) {
    this.#room = room;
  }

  push(value: number): void {
    const at = this.length;
    this.length = at + 1;
    if (this.#data === null && value === 0) return;
    if (this.#data === null || at >= this.#data.length) this.#grow();
    (this.#data as Uint8Array)[at] = value;
  }

  set(at: number, value: number): void {
    if (this.#data === null) this.#grow();
    (this.#data as Uint8Array)[at] = value;
  }

  /** All of them; the column is empty then, and takes no room. */
  take(): Uint8Array {
    const { length } = this;
    const data = this.#data;
    this.#data = null;
    this.length = 0;
    return data === null ? new Uint8Array(length) : new Uint8Array(data.buffer.transfer(length));
  }

  /** Takes what each of `order` has, and leaves the column empty. */
  takeInOrder(order: Int32Array): Uint8Array {
    const out = new Uint8Array(order.length);
    if (this.#data !== null) {
      const data = this.take();
      for (let at = 0; at < order.length; at += 1) out[at] = data[order[at] as number] as number;
      release(data);
    }
    this.length = 0;
    return out;
  }

  #grow(): void {
    const size = Math.max(this.#room, this.length * 2);
    this.#data = this.#data === null ? new Uint8Array(size) : new Uint8Array(this.#data.buffer.transfer(size));
  }
}

const LEAST = 1024;
