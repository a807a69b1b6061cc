/**
 * `expf` of the GNU C library (2.27 and later), which onnxruntime's builds for Linux call: bit for bit, in double arithmetic. The nearest
 * float of the exact value is another one for about one argument in five hundred. Source: glibc, sysdeps/ieee754/flt-32/e_expf.c and
 * e_exp2f_data.c (the method of Arm's optimized-routines): exp(x) = 2^(k/32) * 2^(r/32) with |r| <= 1/2 and a cubic for the rest.
 */

const N = 32;
/** By i: the bits of 2^(i/32), less i in the place of the exponent. High words, then low words. */
const HIGH = [
  0x3ff00000, 0x3fefd9b0, 0x3fefb558, 0x3fef9301, 0x3fef72b8, 0x3fef5487, 0x3fef387a, 0x3fef1e9d, 0x3fef06fe,
  0x3feef1a7, 0x3feedea6, 0x3feece08, 0x3feebfda, 0x3feeb42b, 0x3feeab07, 0x3feea47e, 0x3feea09e, 0x3fee9f75,
  0x3feea114, 0x3feea589, 0x3feeace5, 0x3feeb737, 0x3feec491, 0x3feed503, 0x3feee89f, 0x3feeff76, 0x3fef199b,
  0x3fef3720, 0x3fef5818, 0x3fef7c97, 0x3fefa4af, 0x3fefd076,
];
const LOW = [
  0x00000000, 0xd3158574, 0x6cf9890f, 0xd0125b51, 0x3c7d517b, 0x3168b9aa, 0x6e756238, 0xf51fdee1, 0x0a31b715,
  0x373aa9cb, 0x4c123422, 0x6061892d, 0xd5362a27, 0x569d4f82, 0xdd485429, 0xb03a5585, 0x667f3bcd, 0xe8ec5f74,
  0x73eb0187, 0x994cce13, 0x422aa0db, 0xb0cdc5e5, 0x82a3f090, 0xb23e255d, 0x995ad3ad, 0xf2fb5e47, 0xdd85529c,
  0xdcef9069, 0xdcfba487, 0x337b9b5f, 0xa2a490da, 0x5b6e4540,
];
const INVERSE_LN2 = Math.LOG2E * N;
/** A sum with this is rounded to a whole number. */
const SHIFT = 1.5 * 2 ** 52;
const C0 = 0.055_503_615_593_415_35 / N / N / N;
const C1 = 0.240_228_452_244_572_2 / N / N;
const C2 = 0.693_147_180_691_620_3 / N;
/** Above it the result is infinite, below the other it is 0. */
const OVERFLOW = Math.fround(88.722_83);
const UNDERFLOW = Math.fround(-103.972_08);

const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);

/** e^x, where x is a float32; the result is one. */
export function expf(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < UNDERFLOW) return 0;
  const z = INVERSE_LN2 * x;
  const k = z + SHIFT - SHIFT;
  const r = z - k;
  const index = ((k % N) + N) % N;
  words[0] = LOW[index] as number;
  words[1] = ((HIGH[index] as number) + (k << 15)) >>> 0;
  const scale = double[0] as number;
  const polynomial = (C0 * r + C1) * (r * r) + (C2 * r + 1);
  return Math.fround(polynomial * scale);
}
