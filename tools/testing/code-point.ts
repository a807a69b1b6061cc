import * as fc from 'fast-check';

const between = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((code) => String.fromCodePoint(code));

/**
 * Any code point but half a surrogate pair, to be the `unit` of `fc.string`. It draws as fast-check's own unit `binary` does, which takes a
 * second of processor time to be made, in each file that uses it.
 */
export const codePoint = fc.oneof(
  { weight: 3, arbitrary: between(0, 0x7f) },
  { weight: 2, arbitrary: between(0x80, 0xd7ff) },
  { weight: 1, arbitrary: between(0xe000, 0xffff) },
  { weight: 1, arbitrary: between(0x1_0000, 0x10_ffff) },
);
