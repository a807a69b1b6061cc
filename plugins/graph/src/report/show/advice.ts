import { type Language, say } from '@ostiary/report';
import type { Fix, Rule, Verdict } from '../../model/index.js';
import { NO_FIX_TEXTS, TEXTS } from '../text/words.js';
import type { GraphIndex } from './graph-index.js';
import { named } from './names.js';
import { adviceOf, edgeText, placeText } from './sentences.js';

/** Nodes and rules that a sentence names. */
const NAMED = 10;

/** What to insert, before the places are named. */
export function fixText({ kind, name, cut_size: size, insert_before: nodes }: Fix, language: Language): string {
  const { one, many, before } = wordsOf(kind, name);
  const words = size === 0 ? before : size === 1 && nodes.length === 0 ? one : many;
  return say(words, language, { name: named(name ?? '') });
}

function wordsOf(kind: Fix['kind'], name: string | null) {
  if (kind === 'endorsement') return TEXTS.fixEndorsement;
  if (name === null) return TEXTS.fixPerson;
  return { check: TEXTS.fixCheck, confirmation: TEXTS.fixConfirmation, cleaner: TEXTS.fixCleaner }[kind];
}

/** The places of a fix: edges by their ends, and starts; the nodes of the tool where it goes right before that only. */
export function fixPlaces(fix: Fix, index: GraphIndex, language: Language): string[] {
  if (fix.cut_size === 0) return fix.before_tool.map((node) => placeText(node, index));
  return [
    ...fix.insert_on.map((edge) => edgeText(edge, index)),
    ...fix.insert_before.map((node) => say(TEXTS.inFrontOf, language, { node: placeText(node, index) })),
  ];
}

/** What else is known of a fix, a sentence each. */
export function fixNotes(fix: Fix, index: GraphIndex, language: Language): string[] {
  const { smallest, cut_size: size, before_tool: nodes, also, cleans } = fix;
  const list = (names: readonly string[]): string =>
    names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
  return [
    say(TEXTS.fixed, language),
    ...(cleans.length > 0 ? [say(TEXTS.fixCleans, language, { names: list(cleans.map(named)) })] : []),
    ...(smallest && size > 1 ? [say(TEXTS.fixSmallest, language)] : []),
    ...(nodes.length > 0 && size > 0
      ? [say(TEXTS.fixBefore, language, { nodes: list(nodes.map((node) => placeText(node, index))) })]
      : []),
    ...(also.length > 0 ? [say(TEXTS.fixAlso, language, { rules: list(also.map(named)) })] : []),
  ];
}

/** What to do about a verdict: its fix with the places, or what its kind of rule advises, and why there is no fix. */
export function toDoText(verdict: Verdict, rules: readonly Rule[], index: GraphIndex, language: Language): string {
  const { fix, no_fix: why } = verdict;
  if (fix !== undefined)
    return [
      `${fixText(fix, language)} ${fixPlaces(fix, index, language).join(', ')}.`,
      ...fixNotes(fix, index, language),
    ].join(' ');
  return [
    adviceOf(verdict, rules, language),
    ...(why === undefined ? [] : [say(TEXTS.noFix, language, { why: say(NO_FIX_TEXTS[why], language) })]),
  ].join(' ');
}

/** What stands in a picture where something is to be inserted. */
export const insertText = ({ name }: Pick<Fix, 'name'>, language: Language): string =>
  name === null ? say(TEXTS.askHere, language) : say(TEXTS.insertHere, language, { name });
