import type { Witness } from '../search/index.js';
import type { Words } from '../table/index.js';
import type { Bounds } from './engine.js';

/** Gravest first: what a row of many records comes to. */
export const VERDICTS = [
  'internal_error',
  'violated',
  'undecided',
  'unsupported',
  'input_error',
  'vacuous',
  'proved',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What proves the answer to one question. */
export interface Proof {
  readonly question: string;
  readonly bytes: Uint8Array;
  /** Of a question for a greatest or a nearest: the number that was proved; Infinity where there is nothing near. */
  readonly bound?: number;
}

/** What the search settled of one row, for one record where the row is about records. */
export interface Judged {
  readonly verdict: Verdict;
  /** Why, where it is not plain from the verdict. */
  readonly reason: Words | null;
  /** An input that shows it; of two-copy properties two. */
  readonly witness: Witness | null;
  /** What the number that the row is about was proved to be: a range, a gap, a drift, a distance. */
  readonly bounds: Bounds | null;
  /** An input for each proved end of a range, where it was attained: the least first. */
  readonly ends: readonly (Witness | null)[];
  /** Only another order of additions may violate. */
  readonly numericTie: Witness | null;
  /** Proofs of the questions of the row, by their names. */
  readonly certificates: readonly Proof[];
}

export const judged = (verdict: Verdict, more: Partial<Judged> = {}): Judged => ({
  verdict,
  reason: null,
  witness: null,
  bounds: null,
  ends: [],
  numericTie: null,
  certificates: [],
  ...more,
});

/** Of what is undecided: why, where more nodes do not help. */
export const openBecause = ({ resume }: { readonly resume?: Uint8Array }): Words | null =>
  resume === undefined ? HANG_TOGETHER : null;

const HANG_TOGETHER: Words = {
  en: 'Some values of features that depend on each other were neither found nor excluded. A larger budget does not help.',
  pt: 'Alguns valores de características que dependem umas das outras não foram encontrados nem excluídos. Um orçamento maior não ajuda.',
};

/** What several parts come to together: what one violates is violated, what all prove is proved. */
export function worst(parts: readonly Judged[]): Judged {
  const asked = parts.filter(({ verdict }) => verdict !== 'vacuous');
  if (asked.length === 0) return parts[0] ?? judged('vacuous');
  const found = VERDICTS.map((verdict) => asked.find((each) => each.verdict === verdict)).find(
    (each) => each !== undefined,
  );
  if (found === undefined) return judged('vacuous');
  const certificates = found.verdict === 'proved' ? parts.flatMap((each) => each.certificates) : found.certificates;
  return { ...found, certificates, numericTie: asked.find((each) => each.numericTie !== null)?.numericTie ?? null };
}
