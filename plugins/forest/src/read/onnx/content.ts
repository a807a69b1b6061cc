/** What attributes and tensors hold, decoded into arrays whose size was counted first. */
import { refuse } from '../source/problems.js';
import { type Attribute, type RawTensor, readTensor, TYPE } from './proto.js';
import { type Field, type Wire, WIRE } from './wire.js';

const mistyped = (attribute: string, expected: string): never =>
  refuse('forest_attribute', { attribute, why: `expected ${expected}` });

/** How many elements of `number` there are between `start` and `end`, packed or not, each of `size` bytes or (0) a varint. */
function count(wire: Wire, { start, end }: Range, number: number, size: 0 | 4 | 8, name: string): number {
  let found = 0;
  wire.each(start, end, (field) => {
    if (field.number !== number) return;
    if (field.wire === WIRE.bytes) {
      if (size > 0 && (field.end - field.start) % size !== 0) mistyped(name, 'numbers of one size');
      if (size > 0) found += (field.end - field.start) / size;
      else for (let at = field.start; at < field.end; at++) if ((wire.bytes[at] as number) < 0x80) found++;
    } else if (field.wire === (size === 0 ? WIRE.varint : size === 4 ? WIRE.fixed32 : WIRE.fixed64)) found++;
    else mistyped(name, size === 0 ? 'whole numbers' : 'floating point numbers');
  });
  return found;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function decodeFloats(wire: Wire, range: Range, number: number, name: string): Float32Array {
  const found = new Float32Array(count(wire, range, number, 4, name));
  let next = 0;
  wire.each(range.start, range.end, (field) => {
    if (field.number !== number) return;
    for (let at = field.start; at < field.end; at += 4) found[next++] = wire.view.getFloat32(at, true);
  });
  return found;
}

function decodeDoubles(wire: Wire, range: Range, number: number, name: string): Float64Array {
  const found = new Float64Array(count(wire, range, number, 8, name));
  let next = 0;
  wire.each(range.start, range.end, (field) => {
    if (field.number !== number) return;
    for (let at = field.start; at < field.end; at += 8) found[next++] = wire.view.getFloat64(at, true);
  });
  return found;
}

/** Integers as doubles; NaN where one is beyond 2^53. */
function decodeInts(wire: Wire, range: Range, number: number, name: string): Float64Array {
  const found = new Float64Array(count(wire, range, number, 0, name));
  let next = 0;
  wire.each(range.start, range.end, (field) => {
    if (field.number !== number) return;
    if (field.wire === WIRE.varint) {
      found[next++] = field.value;
      return;
    }
    for (let at = field.start; at < field.end;) {
      wire.varint(at, field.end);
      at = wire.next;
      found[next++] = wire.signed();
    }
  });
  return found;
}

/** Integers of 32 bits; another one is refused. */
function decodeInts32(wire: Wire, range: Range, number: number, name: string): Int32Array {
  const found = new Int32Array(count(wire, range, number, 0, name));
  let next = 0;
  const put = (value: number): void => {
    if (Math.trunc(value) !== value || Math.abs(value) >= 2 ** 31) mistyped(name, 'whole numbers of 32 bits');
    found[next++] = value;
  };
  wire.each(range.start, range.end, (field) => {
    if (field.number !== number) return;
    if (field.wire === WIRE.varint) {
      put(field.value);
      return;
    }
    for (let at = field.start; at < field.end;) {
      wire.varint(at, field.end);
      at = wire.next;
      put(wire.signed());
    }
  });
  return found;
}

export const intsOf = ({ wire, name, ...range }: Attribute): Float64Array => decodeInts(wire, range, 8, name);
export const ints32Of = ({ wire, name, ...range }: Attribute): Int32Array => decodeInts32(wire, range, 8, name);
export const floatsOf = ({ wire, name, ...range }: Attribute): Float32Array => decodeFloats(wire, range, 7, name);

/** Calls `take` with the place of every string, in order; returns how many there are. */
export function eachString({ wire, name, start, end }: Attribute, take: (range: Range) => void): void {
  wire.each(start, end, (field: Field) => {
    if (field.number !== 9) return;
    if (field.wire !== WIRE.bytes) mistyped(name, 'texts');
    take(field);
  });
}

export function stringsOf(attribute: Attribute): readonly string[] {
  const found: string[] = [];
  eachString(attribute, (range) => found.push(attribute.wire.text(range)));
  return found;
}

/** The last value of a field that stands once. */
function one<T>(attribute: Attribute, number: number, wanted: number, take: (field: Field) => T): T | undefined {
  let found: T | undefined;
  attribute.wire.each(attribute.start, attribute.end, (field) => {
    if (field.number !== number) return;
    if (field.wire !== wanted) mistyped(attribute.name, 'another type');
    found = take(field);
  });
  return found;
}

export const intOf = (attribute: Attribute): number =>
  one(attribute, 3, WIRE.varint, ({ value }) => value) ?? mistyped(attribute.name, 'a whole number');
export const floatOf = (attribute: Attribute): number =>
  one(attribute, 2, WIRE.fixed32, ({ start }) => attribute.wire.view.getFloat32(start, true)) ??
  mistyped(attribute.name, 'a number');
export const stringOf = (attribute: Attribute): string =>
  one(attribute, 4, WIRE.bytes, (field) => attribute.wire.text(field)) ?? mistyped(attribute.name, 'a text');
export const tensorOf = (attribute: Attribute): RawTensor =>
  one(attribute, 5, WIRE.bytes, (field) => readTensor(attribute.wire, field)) ?? mistyped(attribute.name, 'a tensor');

/** A tensor's elements. Integers beyond 2^53 are refused. */
export type TensorContent =
  | { readonly type: number; readonly dims: readonly number[]; readonly numbers: Float64Array }
  | { readonly type: number; readonly dims: readonly number[]; readonly strings: readonly string[] };

/** Elements of raw data, by type: their size and how one is read. */
const RAW: ReadonlyMap<number, { readonly size: number; readonly read: (view: DataView, at: number) => number }> =
  new Map([
    [TYPE.float, { size: 4, read: (view, at) => view.getFloat32(at, true) }],
    [TYPE.double, { size: 8, read: (view, at) => view.getFloat64(at, true) }],
    [TYPE.uint8, { size: 1, read: (view, at) => view.getUint8(at) }],
    [TYPE.bool, { size: 1, read: (view, at) => view.getUint8(at) }],
    [TYPE.int32, { size: 4, read: (view, at) => view.getInt32(at, true) }],
    [TYPE.int64, { size: 8, read: (view, at) => int64(view, at) }],
  ]);

function int64(view: DataView, at: number): number {
  const value = view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** Decodes a tensor. The number of its elements is that of its dimensions, or it is refused. */
export function contentOf({ wire, name, dims, type, start, end }: RawTensor): TensorContent {
  const size = dims.reduce((product, dim) => product * dim, 1);
  if (dims.some((dim) => !(dim >= 0)) || !Number.isSafeInteger(size))
    refuse('forest_attribute', { attribute: name, why: 'its dimensions are negative or too large' }, { offset: start });
  if (type === TYPE.string) {
    const strings: string[] = [];
    wire.each(start, end, (field) => {
      if (field.number !== 6) return;
      if (field.wire !== WIRE.bytes) mistyped(name, 'texts');
      strings.push(wire.text(field));
    });
    return { type, dims, strings: sized(strings, size, name) };
  }
  const raw = RAW.get(type);
  if (!raw)
    return refuse('forest_attribute', { attribute: name, why: `its type ${type} is not supported` }, { offset: start });
  const numbers = rawData(wire, { start, end }, raw, size, name) ?? listed(wire, { start, end }, type, name);
  if (numbers.length === size && [TYPE.int64, TYPE.int32].includes(type as 7) && numbers.some(Number.isNaN))
    mistyped(name, 'whole numbers up to 2^53');
  return { type, dims, numbers: sized(numbers, size, name) };
}

function rawData(
  wire: Wire,
  range: Range,
  { size: bytes, read }: { readonly size: number; readonly read: (view: DataView, at: number) => number },
  size: number,
  name: string,
): Float64Array | undefined {
  let found: Range | undefined;
  wire.each(range.start, range.end, (field) => {
    if (field.number !== 9) return;
    if (field.wire !== WIRE.bytes) mistyped(name, 'bytes');
    found = { start: field.start, end: field.end };
  });
  if (!found) return undefined;
  const { start, end } = found;
  if (end - start !== size * bytes)
    refuse('forest_array_length', { array: name, found: (end - start) / bytes, expected: size }, { offset: start });
  return Float64Array.from({ length: size }, (_, index) => read(wire.view, start + index * bytes));
}

/** The field that holds numbers of a type where they are listed. */
function listed(wire: Wire, range: Range, type: number, name: string): Float64Array {
  if (type === TYPE.float) return Float64Array.from(decodeFloats(wire, range, 4, name));
  if (type === TYPE.double) return decodeDoubles(wire, range, 10, name);
  return decodeInts(wire, range, type === TYPE.int64 ? 7 : 5, name);
}

function sized<T extends { readonly length: number }>(found: T, size: number, name: string): T {
  if (found.length !== size) refuse('forest_array_length', { array: name, found: found.length, expected: size });
  return found;
}
