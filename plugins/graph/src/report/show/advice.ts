import type { Language } from '@ostiary/report';
import type { Rule, Verdict } from '../../model/index.js';
import type { GraphIndex } from './graph-index.js';
import { adviceOf, edgeText, fixText } from './sentences.js';

/** What to do about a verdict, in a line: its fix with the edges, or what its kind of rule advises. */
export function toDoText(verdict: Verdict, rules: readonly Rule[], index: GraphIndex, language: Language): string {
  const { fix } = verdict;
  if (fix === undefined) return adviceOf(verdict, rules, language);
  return `${fixText(fix, language)} ${fix.insert_on.map((edge) => edgeText(edge, index)).join(', ')}`;
}
