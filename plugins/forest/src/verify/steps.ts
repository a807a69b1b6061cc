/** A certificate as it stands in a file, read step by step. The format is described in search/explore.ts. */

/** A box is split at an axis behind a position, or is said to be empty, or closed by one claim for each way to violate. */
export type Step =
  | { readonly kind: 'split'; readonly axis: number; readonly last: number; readonly upperFirst: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'closed'; readonly claims: readonly number[] };

/** Why a certificate is no proof. */
export class Refused extends Error {}

/**
 * @param axes how many there are
 * @param claims how many there are of each way to violate
 * @throws Refused where the bytes say nothing
 */
export function* stepsOf(bytes: Uint8Array, axes: number, claims: readonly number[]): Generator<Step> {
  let at = 0;
  /** A whole number in groups of seven bits, least first. */
  const number = (scale = 1): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new Refused('the certificate ends too soon');
    if (scale === 2 ** 49) throw new Refused('a number is too great');
    return byte < 128 ? byte * scale : (byte & 127) * scale + number(scale * 128);
  };
  const below = (most: number, what: string): number => {
    const found = number();
    if (found >= most) throw new Refused(`no such ${what}`);
    return found;
  };
  while (at < bytes.length) {
    const head = number();
    if (head % 2 === 1) {
      const axis = Math.floor(head / 4);
      if (axis >= axes) throw new Refused('no such axis');
      yield { kind: 'split', axis, last: number(), upperFirst: (head & 2) !== 0 };
    } else if (head === 0) yield { kind: 'empty' };
    else if (head > 2) throw new Refused('no such kind of box');
    else yield { kind: 'closed', claims: claims.map((count) => (count > 1 ? below(count, 'form') : 0)) };
  }
}
