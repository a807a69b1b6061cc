import { type Language, say } from '@ostiary/report';
import type { GraphEdge, Guard, GuardExpr } from '../../model/index.js';
import { CHOICE_NAMES, OUTCOME_NAMES, TEXTS } from '../text/words.js';

/** A guard in one line, as people write it. */
function guardText(guard: Guard, language: Language): string {
  if ('choice' in guard) return say(CHOICE_NAMES[guard.choice], language);
  if ('opaque' in guard) return guard.opaque;
  return guard.text ?? exprText(guard.expr);
}

function exprText(expr: GuardExpr): string {
  switch (expr.op) {
    case 'and':
    case 'or':
      return expr.of
        .map((part) => (part.op === 'and' || part.op === 'or' ? `(${exprText(part)})` : exprText(part)))
        .join(` ${expr.op} `);
    case 'not':
      return `not (${exprText(expr.of)})`;
    case 'in':
      return `${expr.variable} in ${JSON.stringify(expr.values)}`;
    case 'contains':
      return `${expr.variable} contains ${JSON.stringify(expr.value)}`;
    case 'empty':
    case 'present':
      return `${expr.variable} is ${expr.op}`;
    default:
      return `${expr.variable} ${expr.op} ${'other' in expr ? expr.other : JSON.stringify(expr.value)}`;
  }
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
    ...(guard === undefined ? (branch === undefined ? [] : [branch]) : [guardText(guard, language)]),
    ...(most === undefined ? [] : [`≤ ${most}×`]),
  ];
}
