import { count, type Language, say, type Words } from '@ostiary/report';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { TEXTS } from '../text/words.js';
import type { GraphIndex } from './graph-index.js';
import { edgeText, titleOf } from './sentences.js';

/** How a verdict that is broken or possible stands to the version before. */
export type Standing = 'added' | 'moved' | 'unchanged';

export interface Changed {
  readonly standing: Standing;
  /** The edge that caused it, where it is one. */
  readonly edge: string | null;
}

export const STANDING_NAMES: Readonly<Record<Standing, Words>> = {
  added: TEXTS.changeNew,
  moved: TEXTS.changeMoved,
  unchanged: TEXTS.changeNone,
};

/** What became of a verdict since the version before; null without one, and of a verdict that is neither broken nor possible. */
export function changeOf({ fingerprint }: ReportedVerdict, { comparison }: GraphReport): Changed | null {
  if (!comparison) return null;
  for (const standing of ['added', 'moved'] as const) {
    const change = comparison[standing].find((one) => one.fingerprint === fingerprint);
    if (change !== undefined) return { standing, edge: change.edge ?? null };
  }
  return comparison.unchanged.includes(fingerprint) ? { standing: 'unchanged', edge: null } : null;
}

/** The same in words: that it is new, and by which edge. */
export function changeText({ standing, edge }: Changed, index: GraphIndex, language: Language): string {
  const word = say(STANDING_NAMES[standing], language);
  return edge === null ? word : say(TEXTS.changeBy, language, { change: word, edge: edgeText(edge, index) });
}

/** The rules that were fixed, as they are decided now; those that are asked no more are not among them. */
export function fixedVerdicts({ comparison, verdicts }: GraphReport): readonly ReportedVerdict[] {
  const fixed = new Set(comparison?.fixed);
  return verdicts.filter(({ fingerprint }) => fixed.has(fingerprint));
}

/** What was fixed, by what holds now; of what is asked no more only the fingerprint is known. */
export function fixedTexts({ comparison, verdicts, rules, language }: GraphReport): readonly string[] {
  const now = new Map(verdicts.map((verdict) => [verdict.fingerprint, verdict]));
  return (comparison?.fixed ?? []).map((fingerprint) => {
    const verdict = now.get(fingerprint);
    return verdict === undefined ? `\`${fingerprint}\`` : titleOf(verdict, rules, language);
  });
}

/** The comparison in numbers; null without one. */
export function comparedText({ comparison, language }: GraphReport): string | null {
  if (!comparison) return null;
  const { added, moved, unchanged, fixed } = comparison;
  const n = (list: readonly unknown[]): string => count(list.length, language);
  return say(TEXTS.compared, language, {
    added: n(added),
    moved: n(moved),
    unchanged: n(unchanged),
    fixed: n(fixed),
  });
}
