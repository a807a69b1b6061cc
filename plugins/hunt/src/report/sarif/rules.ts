import type { Language } from '@ostiary/guard';
import { say } from '@ostiary/report';
import { CLASS_IDS, type ClassId, type HuntReport } from '../../search/index.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { message } from './message.js';
import { securitySeverity } from './severity.js';

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

/** What a class is, as code hosts show it. A rule has the gravest severity of its results; each result says its own. */
export function ruleOf(id: ClassId, { findings }: HuntReport, language: Language) {
  const { name, meaning, advice } = CLASS_TEXTS[id];
  const [what, todo] = [say(meaning, language), say(advice, language)];
  const figure = securitySeverity(findings.filter((each) => each.class === id).map(({ severity }) => severity));
  return {
    id,
    shortDescription: message(say(name, language)),
    fullDescription: message(what),
    help: { ...message(`${what}\n\n${todo}`), markdown: `${what}\n\n${todo}`.replaceAll(/[{}]/g, '$&$&') },
    defaultConfiguration: { level: 'warning' },
    properties: {
      tags: ['security', `ostiary/${FAMILIES[id.charAt(0)]}`],
      precision: 'very-high',
      ...(figure !== null && { 'security-severity': figure }),
    },
  };
}
