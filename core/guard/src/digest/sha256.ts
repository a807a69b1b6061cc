// Words are signed all along: a word above 2^31 that is not is no small integer, and slow.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = Int32Array.from(
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'.split(
    ' ',
  ),
  (word) => Number.parseInt(word, 16) | 0,
);

/** The same of the square roots of the first eight primes (5.3.3). */
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;

const BLOCK = 64;
/** What may come after a text, at most. */
const PADDING = 2 * BLOCK;

const encoder = new TextEncoder();
/** Of the block at work: nothing is left in it from one to the next. */
const words = new Int32Array(BLOCK);
/** Of the text at work, if it is short: most are, and a buffer for each would be most of the time they take. */
const short = new Uint8Array(2 ** 14);
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hexOf = (byte: number): string => HEX[byte & 0xff] as string;

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a text in UTF-8, in lower-case hex (FIPS 180-4). Written here, since the digest must be the same wherever the
 * guard runs and be there at once: browsers have only one that answers later, and Node's does not exist elsewhere.
 */
export function sha256(text: string): string {
  const most = 3 * text.length + PADDING;
  const bytes = most <= short.length ? short : new Uint8Array(most);
  const { written } = encoder.encodeInto(text, bytes);
  // After the text a bit 1, and its length in bits at the end of a block.
  const end = BLOCK * Math.ceil((written + 9) / BLOCK);
  const view = new DataView(bytes.buffer);
  bytes.fill(0, written, end);
  bytes[written] = 0x80;
  view.setBigUint64(end - 8, BigInt(written) * 8n);
  const state = Int32Array.from(START);
  for (let at = 0; at < end; at += BLOCK) compress(state, view, at);
  let hex = '';
  for (const word of state) hex += hexOf(word >>> 24) + hexOf(word >>> 16) + hexOf(word >>> 8) + hexOf(word);
  return hex;
}

function compress(state: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const low = words[i - 15] as number;
    const high = words[i - 2] as number;
    const s0 = rotated(low, 7) ^ rotated(low, 18) ^ (low >>> 3);
    const s1 = rotated(high, 17) ^ rotated(high, 19) ^ (high >>> 10);
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < BLOCK; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (words[i] as number)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}
