import { checkFlat } from './flat.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import { DEFAULT_LIMITS, type Limits } from '../text/limits.js';
import type { Dialect, Item, PolicyTree } from './ast.js';
import { Abandon, Cursor } from './cursor.js';
import { dialectHeader, header, type Headers } from './headers.js';
import { lex } from './lexer.js';
import { beginsStatement } from './begins.js';
import { reportPasted } from './pasted.js';
import { statement } from './statements.js';

export interface ParseOptions {
  /** For a text without `dialect N;`. A text that has one must agree. */
  readonly dialect?: Dialect;
  readonly limits?: Partial<Limits>;
}

export interface ParseResult {
  /** What could be read; null only when the text was refused unread (too long). Trust it when there is no error. */
  readonly tree: PolicyTree | null;
  /** In order of place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a policy text. Never throws for any text: errors are diagnostics, and after one the reader goes on at the next
 * statement, so that one call reports them all.
 */
export function parsePolicy(source: string, options: ParseOptions = {}): ParseResult {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const sink = new DiagnosticSink(limits.maxDiagnostics);
  const lexed = lex(source, limits, sink);
  if (!lexed) return { tree: null, diagnostics: sink.sorted() };
  const { tokens, comments } = lexed;
  const whole = new DiagnosticSink(limits.maxDiagnostics);
  if (reportPasted(tokens, whole)) {
    const span = { start: 0, end: source.length };
    const tree: PolicyTree = { kind: 'policy', dialect: options.dialect ?? 2, items: [], comments: [], span };
    return { tree, diagnostics: whole.sorted() };
  }

  const cursor = new Cursor(source, tokens, limits, sink);
  const items: Item[] = [];
  const headers: { -readonly [K in keyof Headers]: Headers[K] } = {};
  const start = cursor.token.start;
  guarded(cursor, () => {
    cursor.dialect = dialectHeader(cursor, options.dialect, () =>
      tokens.some(({ kind, text }) => kind === 'sign' && text === '{'),
    );
  });
  while (cursor.token.kind !== 'end' && !sink.isFull) {
    guarded(cursor, () => {
      if (header(cursor, headers, items.length > 0)) return;
      const item = statement(cursor);
      if (!item) throw new Abandon();
      if (cursor.rules.flat) checkFlat(item, sink);
      items.push(item);
    });
  }
  const tree: PolicyTree = {
    kind: 'policy',
    dialect: cursor.dialect,
    ...headers,
    items,
    comments,
    span: { start, end: source.length },
  };
  return { tree, diagnostics: sink.sorted() };
}

/** Runs `read`; when it gives up, goes to the next statement. */
function guarded(cursor: Cursor, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Abandon)) throw error;
    cursor.recover(beginsStatement);
  }
}
