import type { CompareOp, Span } from './ast.js';
import type { Cursor } from './cursor.js';
import { FOREIGN_COMPARISONS, infixOf } from './operators.js';

/** A comparison where nothing else may stand. */
export function compareOp(c: Cursor): CompareOp {
  const { start, end, text } = c.token;
  if (infixOf(text)?.kind !== 'compare' || c.token.kind !== 'sign') return c.fail('#token.comparison');
  c.next();
  return comparison(c, text, { start, end });
}

/** The comparison a sign or word stands for; another language's is reported. */
export function comparison(c: Cursor, text: string, at: Span): CompareOp {
  const meant = FOREIGN_COMPARISONS.get(text);
  if (!meant) return text as CompareOp;
  const negated = text === 'is' && c.is('not') ? c.next() : null;
  const use = negated ? '!=' : meant;
  const span = negated ? { start: at.start, end: negated.end } : at;
  if (text === '=') c.sink.report('equals_single', span, {}, { span, text: use });
  else c.sink.report('comparison_foreign', span, { found: negated ? 'is not' : text, use }, { span, text: use });
  return use;
}
