import { z } from 'zod';
import type { Certificate } from '../check/index.js';
import { SAGA_RULES } from '../model/index.js';

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

const Count = z.int().min(0);
const Pairs = z.array(z.tuple([Count, Count]));
const Common = {
  id: z.string(),
  rule_id: z.string(),
  question: Count,
  joins: z.array(z.tuple([z.string(), z.enum(['any', 'all', 'active'])])),
  absent: z.array(z.tuple([z.string(), z.string()])).exactOptional(),
  part: z
    .union([
      z.strictObject({ code: z.enum(SAGA_RULES), step: z.string() }),
      z.strictObject({ tool: z.string().nullable(), unsure: z.boolean() }),
    ])
    .exactOptional(),
};
const Line = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Common,
    kind: z.literal('facts'),
    sets: z.array(Count.max(2 ** 32 - 1)).transform((sets) => Uint32Array.from(sets)),
    shift: Count.max(31),
    width: Count.max(32),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('states'),
    guarded: z.boolean(),
    states: z.array(
      z.strictObject({
        tokens: z.array(Count),
        global: Count,
        phase: Count,
        ground: Count,
        box: z.array(z.tuple([Count, z.string().regex(/^[0-9a-z]{1,100}$/)])),
        taken: Pairs,
      }),
    ),
  }),
]);

/** A line of JSON as {@link lineOf} writes it; null for what is no certificate at all. */
export function readCertificate(value: unknown): Certificate | null {
  const read = Line.safeParse(value);
  return read.success ? read.data : null;
}
