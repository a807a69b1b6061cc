import type { Language } from '@ostiary/guard';
import { say } from '@ostiary/report';
import { type SarifRule, securitySeverity } from '@ostiary/report/sarif';
import { CLASS_IDS, type ClassId, type HuntReport } from '../../search/index.js';
import { CLASS_TEXTS } from '../text/class-texts.js';

const FAMILIES: Readonly<Record<string, string>> = {
  G: 'guard',
  S: 'rule-set',
  B: 'bypass',
  H: 'session',
  P: 'property',
  X: 'undecided',
};

/** The classes that were asked or found, in the order of the documentation. */
export function classesOf({ findings, checks }: HuntReport): ClassId[] {
  const named = new Set([...checks, ...findings].map(({ class: id }) => id));
  return CLASS_IDS.filter((id) => named.has(id));
}

/** What a class is. It has the gravest severity of its results; each result says its own. */
export function ruleOf(id: ClassId, { findings }: HuntReport, language: Language): SarifRule {
  const { name, meaning, advice } = CLASS_TEXTS[id];
  return {
    id,
    name: say(name, language),
    meaning: say(meaning, language),
    advice: say(advice, language),
    family: FAMILIES[id.charAt(0)] ?? '',
    figure: securitySeverity(findings.filter((each) => each.class === id).map(({ severity }) => severity)),
  };
}
