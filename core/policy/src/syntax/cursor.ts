import { DIALECTS, type DialectRules } from './dialect.js';
import type { Feature } from '../diagnostics/terms.js';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Limits } from '../text/limits.js';
import type { Dialect, Name, Span } from './ast.js';
import { adviceFor } from './advice.js';
import type { Token, TokenKind } from './tokens.js';

/** Thrown after a report, to leave the statement at hand; caught where statements are read. */
export class Abandon extends Error {}

/** The place in the token stream, and the small verbs the grammar is written in. */
export class Cursor {
  private at = 0;
  private depth = 0;
  /** Height of the expression read last; see `Limits.maxHeight`. */
  height = 0;
  dialect: Dialect = 2;
  /** Between the braces of a test. */
  inTest = false;

  constructor(
    readonly source: string,
    private readonly tokens: readonly Token[],
    readonly limits: Limits,
    readonly sink: DiagnosticSink,
  ) {}

  get rules(): DialectRules {
    return DIALECTS[this.dialect];
  }

  get token(): Token {
    return this.tokens[this.at] as Token;
  }

  /** Where this token stands. */
  get here(): Span {
    const { start, end } = this.token;
    return { start, end };
  }

  /** End of the token before this one. */
  get lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  /** The source as it is written at a span. */
  textOf({ start, end }: Span): string {
    return this.source.slice(start, end);
  }

  /** Whether something was reported about the token before this one. */
  get lastIsFaulty(): boolean {
    const last = this.tokens[this.at - 1];
    return last !== undefined && this.sink.hasErrorWithin(last);
  }

  ahead(distance: number): Token {
    return this.tokens[Math.min(this.at + distance, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  is(text: string): boolean {
    return this.isAt(0, text);
  }

  isAt(distance: number, text: string): boolean {
    const { kind, text: found } = this.ahead(distance);
    return found === text && (kind === 'word' || kind === 'sign');
  }

  /** Takes the token if it reads `text`. */
  take(text: string): Token | null {
    return this.is(text) ? this.next() : null;
  }

  expect(text: string): Token {
    return this.take(text) ?? this.fail(`\`${text}\``);
  }

  expectKind(kind: TokenKind, what: string): Token {
    return this.token.kind === kind ? this.next() : this.fail(what);
  }

  word(what = '#token.name'): Name {
    const span = this.here;
    return { text: this.expectKind('word', what).text, span };
  }

  /** Reads items between `open` and `close`, with commas between them and perhaps one after the last. */
  list<Item>(open: string, close: string, item: () => Item): Item[] {
    this.expect(open);
    const items: Item[] = [];
    let height = this.height;
    while (!this.is(close)) {
      items.push(item());
      height = Math.max(height, this.height);
      if (!this.take(',')) break;
    }
    this.height = height;
    this.expect(close);
    return items;
  }

  spanFrom(start: number): Span {
    return { start, end: this.lastEnd };
  }

  /** Reports what stands here instead of `expected`, and gives the statement up. */
  fail(expected: string): never {
    const advice = adviceFor(this.token, this.source, expected);
    const params = { expected, found: this.describe(), ...(advice !== null && { advice }) };
    this.sink.report('expected', this.token, params);
    throw new Abandon();
  }

  describe(token: Token = this.token): string {
    if (token.kind === 'end') return '#token.end';
    if (token.kind === 'string') return '#token.string';
    return `\`${token.text}\``;
  }

  /** Reports a feature that the dialect lacks; reading goes on, so that one slip gives one report. */
  need(feature: Feature, span: Span): void {
    if (this.rules.flat) this.sink.report('not_in_dialect', span, { feature: `#feature.${feature}` });
  }

  /** Runs `read` one level deeper; too deep is reported and gives the statement up. */
  nested<Result>(read: () => Result): Result {
    if (this.depth >= this.limits.maxDepth) this.failTooDeep();
    this.depth++;
    const result = read();
    this.depth--;
    return result;
  }

  /** Reports that what stands here lies too deep, and gives the statement up. */
  failTooDeep(): never {
    this.sink.report('too_deep', this.token, { limit: String(this.limits.maxDepth) });
    throw new Abandon();
  }

  /** Records a tree one higher than `below`; see `Limits.maxHeight`. */
  raise(below: number, span: Span): void {
    this.height = below + 1;
    if (this.height > this.limits.maxHeight) {
      this.sink.report('chain_too_long', span, { limit: String(this.limits.maxHeight) });
      throw new Abandon();
    }
  }

  /**
   * Skips to the next statement after an error: past the next `;`, or to a line that begins one. Always moves on.
   */
  recover(begins: (c: Cursor) => boolean): void {
    this.depth = 0;
    while (this.token.kind !== 'end') {
      // Inside the braces of a test a `;` ends a part; the test ends after what it expects.
      if (this.is('expect')) this.inTest = false;
      if (!this.inTest && this.take(';')) return;
      this.next();
      if (this.startsLine() && begins(this)) break;
    }
    this.inTest = false;
  }

  private startsLine(): boolean {
    return this.at > 0 && this.source.slice(this.lastEnd, this.token.start).includes('\n');
  }
}
