/**
 * The wire format of protocol buffers, as much as ONNX uses: varints, fixed 32 and 64 bits, and lengths. Groups are refused. Nothing is
 * allocated by what a length says before the bytes are seen to be there. Source: protobuf.dev, "Encoding".
 */
import { refuse } from '../source/problems.js';

export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** One field: its number, its wire type, and where its content begins and ends. */
export interface Field {
  number: number;
  wire: number;
  /** Of a varint: its value as far as 2^53, of a fixed one: nothing. */
  value: number;
  start: number;
  end: number;
}

const TWO_32 = 2 ** 32;

export class Wire {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Position after the varint that was read last. */
  next = 0;
  /** The varint that was read last: the low 32 bits and the high ones, both unsigned. */
  low = 0;
  high = 0;

  /** Reads a varint of at most 64 bits at `at`. */
  varint(at: number, end: number): void {
    const { bytes } = this;
    const one = bytes[at] as number;
    if (one < 0x80 && at < end) {
      this.low = one;
      this.high = 0;
      this.next = at + 1;
      return;
    }
    const two = bytes[at + 1] as number;
    if (two < 0x80 && at + 1 < end) {
      this.low = (one & 0x7f) | (two << 7);
      this.high = 0;
      this.next = at + 2;
      return;
    }
    let [low, high] = [0, 0];
    for (let [count, position] = [0, at]; ; count++, position++) {
      if (position >= end) refuse('forest_protobuf', { reason: 'a varint is cut off' }, { offset: at });
      if (count === 10) refuse('forest_protobuf', { reason: 'a varint of more than ten bytes' }, { offset: at });
      const byte = bytes[position] as number;
      const bits = byte & 0x7f;
      if (count < 4) low += bits * 2 ** (7 * count);
      else if (count === 4) {
        low += (bits & 0x0f) * 2 ** 28;
        high += bits >>> 4;
      } else high += (bits * 2 ** (7 * count - 32)) % TWO_32;
      if (byte < 0x80) {
        this.next = position + 1;
        break;
      }
    }
    this.low = low;
    this.high = high % TWO_32;
  }

  /** The last varint as a signed integer of 64 bits, if a double holds it exactly; NaN if not. */
  signed(): number {
    const { low, high } = this;
    if (high === 0) return low;
    const value = (high >= 0x80_00_00_00 ? high - TWO_32 : high) * TWO_32 + low;
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }

  /** Reads the field at `at` into `field`; returns where the next one begins. */
  field(at: number, end: number, field: Field): number {
    const first = this.bytes[at] as number;
    let tag = first;
    if (first < 0x80) this.next = at + 1;
    else {
      this.varint(at, end);
      if (this.high !== 0) refuse('forest_protobuf', { reason: 'a tag is too large' }, { offset: at });
      tag = this.low;
    }
    field.number = Math.floor(tag / 8);
    field.wire = tag % 8;
    field.start = this.next;
    if (field.number === 0) refuse('forest_protobuf', { reason: 'a field has number 0' }, { offset: at });
    switch (field.wire) {
      case WIRE.varint: {
        this.varint(field.start, end);
        field.value = this.signed();
        field.end = this.next;
        break;
      }
      case WIRE.fixed64: {
        field.end = field.start + 8;
        break;
      }
      case WIRE.fixed32: {
        field.end = field.start + 4;
        break;
      }
      case WIRE.bytes: {
        this.varint(field.start, end);
        const length = this.signed();
        field.start = this.next;
        if (!(length >= 0)) refuse('forest_protobuf', { reason: 'a length is negative or too large' }, { offset: at });
        field.end = field.start + length;
        break;
      }
      default: {
        refuse('forest_protobuf', { reason: `wire type ${field.wire} is not supported` }, { offset: at });
      }
    }
    if (field.end > end) refuse('forest_protobuf', { reason: 'a field is cut off' }, { offset: at });
    return field.end;
  }

  /** Calls `take` with every field between `start` and `end`. The field is the same object each time. */
  each(start: number, end: number, take: (field: Field) => void): void {
    const field: Field = { number: 0, wire: 0, value: 0, start: 0, end: 0 };
    for (let at = start; at < end;) {
      at = this.field(at, end, field);
      take(field);
    }
  }

  /** UTF-8; what is not, is refused. */
  text({ start, end }: { readonly start: number; readonly end: number }): string {
    try {
      return UTF8.decode(this.bytes.subarray(start, end));
    } catch {
      return refuse('forest_protobuf', { reason: 'a text is not valid UTF-8' }, { offset: start });
    }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
