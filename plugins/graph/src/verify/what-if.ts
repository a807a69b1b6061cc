import type { VerdictWord } from '../model/index.js';
import type { NamedVerdict, Verified } from './verify.js';

/** What became of a question by what a request assumes; null: it is not asked there. */
export interface Difference {
  readonly fingerprint: string;
  readonly without: VerdictWord | null;
  readonly assumed: VerdictWord | null;
}

/** Compares the verdicts of one graph with and without what a request assumes. Those that differ are marked, and rest on it. */
export function whatIf(
  assumed: Verified,
  without: Verified,
): { readonly verified: Verified; readonly differences: readonly Difference[] } {
  const before = new Map(without.verdicts.map((verdict) => [verdict.fingerprint, verdict.verdict]));
  const now = new Set(assumed.verdicts.map(({ fingerprint }) => fingerprint));
  const differences = [
    ...assumed.verdicts
      .filter(({ fingerprint, verdict }) => before.get(fingerprint) !== verdict)
      .map(({ fingerprint, verdict }) => ({ fingerprint, without: before.get(fingerprint) ?? null, assumed: verdict })),
    ...without.verdicts
      .filter(({ fingerprint }) => !now.has(fingerprint))
      .map(({ fingerprint, verdict }) => ({ fingerprint, without: verdict, assumed: null })),
  ];
  const verdicts = assumed.verdicts.map((verdict) => marked(verdict, before.get(verdict.fingerprint)));
  return { verified: { ...assumed, verdicts }, differences: [...differences, ...ofHygiene(assumed, without)] };
}

/** What hygiene does not tell of is as it should be. */
function ofHygiene({ hygiene: now }: Verified, { hygiene: before }: Verified): Difference[] {
  const words = (found: Verified['hygiene']): ReadonlyMap<string, VerdictWord> =>
    new Map((found ?? []).map(({ fingerprint, verdict }) => [fingerprint, verdict]));
  const [assumed, without] = [words(now), words(before)];
  return [...new Set([...assumed.keys(), ...without.keys()])].flatMap((fingerprint) => {
    const word = {
      without: without.get(fingerprint) ?? 'proved',
      assumed: assumed.get(fingerprint) ?? 'proved',
    } as const;
    return word.without === word.assumed ? [] : [{ fingerprint, ...word }];
  });
}

const CODE = 'assumed_by_request';

function marked(verdict: NamedVerdict, before: VerdictWord | undefined): NamedVerdict {
  if (before === undefined || before === verdict.verdict) return verdict;
  const { assumptions = [] } = verdict;
  return {
    ...verdict,
    without_assume: before,
    assumptions: assumptions.includes(CODE) ? assumptions : [...assumptions, CODE],
  };
}
