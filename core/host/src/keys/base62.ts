const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A whole number >= 0 in base 62, with zeros in front up to `length`. */
export function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (rest > 0n) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text.padStart(length, '0');
}

/** Bytes as one number, the first byte the highest. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
