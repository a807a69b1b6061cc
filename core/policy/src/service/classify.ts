import { DiagnosticSink } from '../diagnostics/sink.js';
import { DEFAULT_LIMITS } from '../text/limits.js';
import type { Span } from '../syntax/ast.js';
import { lex } from '../syntax/lexer.js';
import { type Token, WORD_CLASSES, type WordClass } from '../syntax/tokens.js';

export type TokenClass = WordClass | 'name' | 'string' | 'number' | 'sign' | 'comment';

export interface ClassifiedToken {
  readonly span: Span;
  readonly class: TokenClass;
}

/** Colours for an editor: every token and comment of a text, in order. Empty for a text beyond the limits. */
export function classifyTokens(source: string): ClassifiedToken[] {
  const lexed = lex(source, DEFAULT_LIMITS, new DiagnosticSink());
  if (!lexed) return [];
  const tokens = lexed.tokens.flatMap((token, index): ClassifiedToken[] => {
    const { start, end, kind } = token;
    return kind === 'end' ? [] : [{ span: { start, end }, class: classOf(token, lexed.tokens[index - 1]) }];
  });
  const comments = lexed.comments.map(({ span }): ClassifiedToken => ({ span, class: 'comment' }));
  return [...tokens, ...comments].toSorted((a, b) => a.span.start - b.span.start);
}

/** A word after a point or an `@` is a name, whatever it means elsewhere. */
function classOf({ kind, text }: Token, before: Token | undefined): TokenClass {
  switch (kind) {
    case 'string':
      return 'string';
    case 'int':
    case 'decimal':
    case 'duration':
      return 'number';
    case 'word':
      return before?.text === '.' || before?.text === '@' ? 'name' : (WORD_CLASSES.get(text) ?? 'name');
    default:
      return 'sign';
  }
}
