import type { Certificate } from '../check/index.js';

/** Numbers of all certificates of one job: some 10 MB of text. */
const MOST_NUMBERS = 4_000_000;

/** Certificates in their order, as many as may be written; a proof without one is proved all the same. */
export function written(certificates: readonly Certificate[]): readonly Certificate[] {
  let numbers = 0;
  return certificates.filter((certificate) => {
    const size = sizeOf(certificate);
    if (numbers + size > MOST_NUMBERS) return false;
    numbers += size;
    return true;
  });
}

const sizeOf = (certificate: Certificate): number =>
  certificate.kind === 'facts'
    ? certificate.sets.length
    : certificate.states.reduce(
        (sum, { tokens, box, taken }) => sum + tokens.length + 2 * (box.length + taken.length) + 4,
        0,
      );

/** A line of JSON. Of sets that several certificates share, each is given its own bits. */
export function lineOf(certificate: Certificate): string {
  if (certificate.kind === 'states') return `${JSON.stringify(certificate)}\n`;
  const { sets, shift, width, ...rest } = certificate;
  const mask = 2 ** width - 1;
  return `${JSON.stringify({ ...rest, sets: Array.from(sets, (set) => ((set >>> shift) & mask) >>> 0), shift: 0, width })}\n`;
}
