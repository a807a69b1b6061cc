import { type Language, say } from '@ostiary/report';
import { type GraphEdge, type Guard, guardText } from '../../model/index.js';
import { CHOICE_NAMES, OUTCOME_NAMES, TEXTS } from '../text/words.js';

/** A guard in one line, as people write it. */
function labelOf(guard: Guard, language: Language): string {
  if ('choice' in guard) return say(CHOICE_NAMES[guard.choice], language);
  if ('opaque' in guard) return guard.opaque;
  return guard.text ?? guardText(guard.expr);
}

/** What an edge says of when it is taken, most telling first; empty where nothing is said. */
export function labelsOf(
  { on, otherwise, outcome, guard, branch, provenance, max_times: most }: GraphEdge,
  language: Language,
): string[] {
  return [
    ...(on === 'error' ? [say(TEXTS.error, language)] : []),
    ...(provenance === 'may' ? [say(TEXTS.maybe, language)] : []),
    ...(outcome === undefined ? [] : [say(OUTCOME_NAMES[outcome], language)]),
    ...(otherwise === true ? [say(TEXTS.otherwise, language)] : []),
    ...(guard === undefined ? (branch === undefined ? [] : [branch]) : [labelOf(guard, language)]),
    ...(most === undefined ? [] : [`≤ ${most}×`]),
  ];
}
