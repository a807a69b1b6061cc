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
    if (this.#data === null || at >= this.#data.length) this.#grow(at);
    (this.#data as Int32Array)[at] = value;
  }

  /** So many more: each is `step` more than the one before. */
  fill(count: number, value: number, step = 0): void {
    const at = this.length;
    this.length = at + count;
    if (count === 0 || (this.#data === null && value === this.#rest && step === 0)) return;
    if (this.#data === null || this.length > this.#data.length) this.#grow(this.length - 1);
    const data = this.#data as Int32Array;
    if (step === 0) data.fill(value, at, at + count);
    else for (let each = 0; each < count; each += 1) data[at + each] = value + each * step;
  }

  get(at: number): number {
    return this.#data === null || at >= this.#data.length ? this.#rest : (this.#data[at] as number);
  }

  /** Anywhere, also behind the last one: what is between is `rest`. */
  set(at: number, value: number): void {
    if (this.#data === null || at >= this.#data.length) this.#grow(at);
    (this.#data as Int32Array)[at] = value;
    if (at >= this.length) this.length = at + 1;
  }

  clear(): void {
    this.length = 0;
  }

  /** True when all are `rest`. */
  get isBlank(): boolean {
    return this.#data === null;
  }

  /** So many of them, `rest` behind the last one; the column is empty then, and takes no room. */
  take(length = this.length): Int32Array {
    const data = this.#data;
    this.#data = null;
    this.length = 0;
    if (data === null) return new Int32Array(length).fill(this.#rest);
    const had = data.length;
    // What is not used goes back at once, not when garbage is collected.
    const taken = new Int32Array(data.buffer.transfer(length * data.BYTES_PER_ELEMENT));
    if (length > had && this.#rest !== 0) taken.fill(this.#rest, had);
    return taken;
  }

  /** Takes what each of `order` has, and leaves the column empty. */
  takeInOrder(order: Int32Array): Int32Array {
    const data = this.take(order.length);
    const out = new Int32Array(order.length);
    for (let at = 0; at < order.length; at += 1) out[at] = data[order[at] as number] as number;
    release(data);
    return out;
  }

  #grow(at: number): void {
    const had = this.#data?.length ?? 0;
    const size = Math.max(this.#room, at + 1, had * 2);
    this.#data = this.#data === null ? new Int32Array(size) : new Int32Array(this.#data.buffer.transfer(size * 4));
    if (this.#rest !== 0) this.#data.fill(this.#rest, had);
  }
}

/** A column of bytes that grows. As long as all are 0 it takes no room. */
export class ByteColumn {
  readonly #room: number;
  #data: Uint8Array<ArrayBuffer> | null = null;

  /** @param room how many are expected */
  constructor(room = LEAST) {
    this.#room = room;
  }

  /** Anywhere: what was not set is 0. */
  set(at: number, value: number): void {
    if (this.#data === null || at >= this.#data.length) this.#grow(at);
    (this.#data as Uint8Array)[at] = value;
  }

  fill(from: number, count: number, value: number): void {
    if (count === 0) return;
    this.set(from + count - 1, value);
    (this.#data as Uint8Array).fill(value, from, from + count);
  }

  /** So many of them; the column is empty then, and takes no room. */
  take(length: number): Uint8Array {
    const data = this.#data;
    this.#data = null;
    return data === null ? new Uint8Array(length) : new Uint8Array(data.buffer.transfer(length));
  }

  /** Takes what each of `order` has, and leaves the column empty. */
  takeInOrder(order: Int32Array): Uint8Array {
    const out = new Uint8Array(order.length);
    if (this.#data === null) return out;
    const data = this.take(order.length);
    for (let at = 0; at < order.length; at += 1) out[at] = data[order[at] as number] as number;
    release(data);
    return out;
  }

  #grow(at: number): void {
    const size = Math.max(this.#room, at + 1, (this.#data?.length ?? 0) * 2);
    this.#data = this.#data === null ? new Uint8Array(size) : new Uint8Array(this.#data.buffer.transfer(size));
  }
}

const LEAST = 1024;
