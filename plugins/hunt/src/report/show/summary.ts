import type { Language, Words } from '@ostiary/guard';
import { count as counted, say } from '@ostiary/report';
import { type Finding, type HuntReport, SEVERITIES, type Severity } from '../../search/index.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';
import { byMistake, type Mistake } from './alike.js';

/** What a hunt comes to. `open` when something was not decided, so that nobody takes it for clean. */
export type Verdict = 'found' | 'open' | 'clean';

/** A question that was given up is no bug: it is told apart from those. */
export const isUndecided = ({ class: id }: Finding): boolean => id === 'X01';

export interface Summary {
  readonly verdict: Verdict;
  /** Bugs by severity. */
  readonly counts: readonly { readonly severity: Severity; readonly count: number }[];
  readonly bugs: readonly Finding[];
  readonly undecided: readonly Finding[];
  readonly asked: number;
  readonly givenUp: number;
}

export function summaryOf({ findings, checks }: HuntReport): Summary {
  const bugs = findings.filter((finding) => !isUndecided(finding));
  const undecided = findings.filter(isUndecided);
  const givenUp = checks.reduce((sum, check) => sum + check.undecided, 0);
  return {
    verdict: bugs.length > 0 ? 'found' : undecided.length + givenUp > 0 ? 'open' : 'clean',
    counts: SEVERITIES.map((severity) => ({
      severity,
      count: bugs.filter((finding) => finding.severity === severity).length,
    })).filter(({ count }) => count > 0),
    bugs,
    undecided,
    asked: checks.reduce((sum, { asked }) => sum + asked, 0),
    givenUp,
  };
}

/** What a hunt comes to, in a sentence. */
export function verdictText({ verdict, bugs }: Summary, language: Language): string {
  if (verdict !== 'found') return say(TEXTS[verdict], language);
  return say(bugs.length === 1 ? TEXTS.found.one : TEXTS.found.many, language, { n: counted(bugs.length, language) });
}

/** How many rules of a finding are not shown. */
export function moreRules(left: number, language: Language): string {
  return say(left === 1 ? TEXTS.moreRules.one : TEXTS.moreRules.many, language, { n: counted(left, language) });
}

/** Findings, those of one mistake together. */
export const mistakesIn = (findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] =>
  byMistake(findings, mistakeOf);

/** What tells the mistake that a finding is about. */
export const mistakeOf = ({ title, ...finding }: Finding): Mistake => ({ ...finding, title: title.en });

/** Of how many tools besides a mistake is. */
export function sameOf(others: number, language: Language): string {
  return say(others === 1 ? TEXTS.sameOf.one : TEXTS.sameOf.many, language, { n: counted(others, language) });
}

/** What to do about a finding: what its repair says, or what its class advises. */
export function adviceOf({ class: id, repair }: Finding): Words {
  return repair?.title ?? CLASS_TEXTS[id].advice;
}
