import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Span } from './ast.js';
import { EFFECT_WORDS } from './effects.js';
import type { Token } from './tokens.js';

/**
 * Reports a text that is written in another language as a whole, and says so once: what its single words and signs would
 * be found fault with helps nobody. False for all others.
 */
export function reportPasted(tokens: readonly Token[], sink: DiagnosticSink): boolean {
  const [first, second, third] = tokens;
  if (!first || !second) return false;
  const report = (code: 'pasted_code' | 'pasted_data', language: string): true => {
    sink.report(code, first, { language });
    return true;
  };
  if (first.text === '{' || first.text === '[') return report('pasted_data', 'JSON');
  if (second.text === ':' || (first.text === '-' && first.kind === 'sign')) return report('pasted_data', 'YAML');
  const rego = regoIn(tokens);
  if (rego) {
    sink.report('pasted_rego', rego, {});
    return true;
  }
  const isWord = second.kind === 'word' && first.kind === 'word';
  if (['def', 'class', 'import', 'from', 'async', 'if'].includes(first.text) && isWord)
    return report('pasted_code', 'Python');
  const script = ['function', 'const', 'let', 'var', 'export'].includes(first.text);
  return script && isWord && third !== undefined ? report('pasted_code', 'JavaScript') : false;
}

/** Where a text shows that it is Rego: `package x`, `:=`, or an effect that is followed by `{` or `if`. */
function regoIn(tokens: readonly Token[]): Span | null {
  const [first, second] = tokens;
  if (first?.text === 'package' && second?.kind === 'word') return spanOf(first, second);
  if (first?.text === 'import' && ['rego', 'data', 'input', 'future'].includes(second?.text ?? ''))
    return spanOf(first, second);
  for (const [index, token] of tokens.entries()) {
    if (token.text === ':=' && token.kind === 'sign') return token;
    if (token.kind !== 'word' || !(EFFECT_WORDS.has(token.text) || token.text === 'deny')) continue;
    const [before, next, after] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    if (!next || next.kind === 'string' || before?.text === 'call') continue;
    if (next.text === '{') return spanOf(token, next);
    if (next.text === 'if' && !['when', 'unless', ';', '.', '-'].includes(after?.text ?? ';'))
      return spanOf(token, next);
  }
  return null;
}

const spanOf = (first: Token, last: Token | undefined): Span => ({ start: first.start, end: (last ?? first).end });
