import type { Aggregate, CompareWord, Condition, EventMatch, Interval, Term } from './syntax.js';

/** A text that is no condition of Dogwood's, and where. */
export class NotTemporal extends Error {
  constructor(
    readonly expected: string,
    /** In the text that was read. */
    readonly at: number,
  ) {
    super(expected);
  }
}

interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKENS = /\s+|\/\/[^\n]*|([A-Za-z_?$]\w*)|(-?\d+)|("(?:[^"\\]|\\[^])*")|(::|<=|>=|==|!=|&&|[^])/gu;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: whole, 1: word, 2: number, 3: string, 4: sign, index: at } of text.matchAll(TOKENS)) {
    if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: whole, at });
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const COMPARE: readonly string[] = ['<', '<=', '>', '>=', '==', '!='];
const MOST_NESTED = 64;
/** Longer windows than a century are nobody's. */
const MOST_MS = 100 * 366 * 86_400_000;

/**
 * Reads the condition between the braces of `temporal { ... }`.
 * @throws NotTemporal
 */
export function parseTemporal(text: string): Condition {
  const reader = new Reader(tokensOf(text));
  const condition = reader.condition(0);
  reader.end();
  return condition;
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  end(): void {
    if (this.next.kind !== 'end') this.fail('the end of the condition');
  }

  condition(depth: number): Condition {
    if (depth > MOST_NESTED) this.fail(`at most ${String(MOST_NESTED)} levels`);
    const parts = [this.withSince(depth)];
    while (this.takes('&&')) parts.push(this.withSince(depth));
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'and', parts };
  }

  private withSince(depth: number): Condition {
    const holds = this.negated(depth);
    if (!this.takes('since')) return holds;
    return { kind: 'since', holds, window: this.window(), anchor: this.atom(depth) };
  }

  private negated(depth: number): Condition {
    let times = 0;
    while (this.takes('!')) times++;
    const of = this.conjunct(depth);
    return times % 2 === 0 ? of : { kind: 'not', of };
  }

  private conjunct(depth: number): Condition {
    switch (this.next.text) {
      case 'formerly':
      case 'previous': {
        const kind = this.word() as 'formerly' | 'previous';
        return { kind, window: this.window(), of: this.atom(depth) };
      }
      case 'exists': {
        this.word();
        const name = this.binder();
        this.sign('.');
        return { kind: 'exists', name, of: this.condition(depth + 1) };
      }
      default:
        return this.atom(depth);
    }
  }

  private atom(depth: number): Condition {
    if (this.next.text === '(' && !this.isAggregate(1)) {
      this.sign('(');
      const inner = this.condition(depth + 1);
      this.sign(')');
      return inner;
    }
    if (this.next.kind === 'word' && this.peek(1).text === '(' && !this.isAggregate(0)) {
      if (this.next.text === 'tp') {
        this.word();
        this.sign('(');
        const name = this.word();
        this.sign(')');
        return { kind: 'tp', name };
      }
      if (this.next.text !== 'decimal') return this.call();
    }
    const left = this.term(depth);
    if (typeof left === 'object' && left.kind === 'event') return left;
    const op = this.next.text;
    if (!COMPARE.includes(op)) this.fail('a comparison');
    this.at++;
    const right = this.term(depth);
    if (right.kind === 'event') this.fail('a value');
    return { kind: 'compare', op: op as CompareWord, left, right };
  }

  /** A macro, whose arguments are passed over. */
  private call(): Condition {
    const name = this.word();
    this.sign('(');
    this.skipTo(')');
    while (this.next.text === '{') {
      this.sign('{');
      this.skipTo('}');
    }
    return { kind: 'call', name };
  }

  private skipTo(close: string): void {
    for (let open = 1; open > 0; this.at++) {
      if (this.next.kind === 'end') this.fail(`\`${close}\``);
      if (this.next.kind === 'string') continue;
      if ('({['.includes(this.next.text)) open++;
      if (')}]'.includes(this.next.text)) open--;
    }
  }

  private isAggregate(ahead: number): boolean {
    const [word, then] = [this.peek(ahead), this.peek(ahead + 1)];
    return (word.text === 'count' && then.text === 'for') || (word.text === 'sum' && then.kind === 'word');
  }

  private aggregate(depth: number): Aggregate {
    const kind = this.word() as 'count' | 'sum';
    const of = kind === 'sum' ? this.word() : '';
    this.keyword('for');
    const by = [this.binder()];
    while (this.takes(',')) by.push(this.binder());
    this.sign('.');
    this.keyword('where');
    return { kind, of, by, where: this.condition(depth + 1) };
  }

  /** `(n: Long)`. */
  private binder(): string {
    this.sign('(');
    const name = this.word();
    this.sign(':');
    this.word();
    while (this.takes('::')) this.word();
    this.sign(')');
    return name;
  }

  private window(): Interval {
    this.keyword('within');
    const { kind, text: digits } = this.next;
    if (kind !== 'number' || digits.startsWith('-')) this.fail('how long, as in `15m`');
    this.at++;
    const unit = this.word();
    const ms = Number(digits) * (UNITS[unit] ?? Number.NaN);
    if (!(ms <= MOST_MS)) this.fail('`s`, `m`, `h` or `d`, and less than a century');
    return { ms, text: `${String(Number(digits))}${unit}` };
  }

  private term(depth: number): Term | EventMatch {
    const { kind, text } = this.next;
    if (kind === 'number') return { kind: 'number', digits: this.take().text };
    if (kind === 'string') return { kind: 'text', text: unquoted(this.take().text) };
    if (this.isAggregate(0)) return this.aggregate(depth);
    if (text === '(' && this.isAggregate(1)) {
      this.sign('(');
      const aggregate = this.aggregate(depth);
      this.sign(')');
      return aggregate;
    }
    if (this.takes('*')) return { kind: 'any' };
    if (this.takes('[')) {
      this.skipTo(']');
      return { kind: 'other' };
    }
    if (kind !== 'word') this.fail('an event, a value or a comparison');
    return this.named(this.word());
  }

  private named(first: string): Term | EventMatch {
    if (first === 'true' || first === 'false') return { kind: 'bool', value: first === 'true' };
    if (first === '_') return { kind: 'any' };
    if (first === 'decimal') {
      this.sign('(');
      if (this.next.kind !== 'string') this.fail('a number in quotes');
      const digits = unquoted(this.take().text);
      this.sign(')');
      return /^-?\d+\.\d{1,4}$/u.test(digits) ? { kind: 'number', digits } : { kind: 'other' };
    }
    if (this.next.text === '::') return this.entity(first);
    const path = [first];
    while (this.next.text === '.' && this.peek(1).kind === 'word') {
      this.at++;
      path.push(this.word());
    }
    const isRead = first === 'context' ? path.length > 1 : first === 'principal' || first === 'resource';
    if (isRead) return { kind: 'read', path };
    if (path.length > 1 || this.next.text === '(') return { kind: 'other' };
    return { kind: 'variable', name: first };
  }

  /** `Shop::User::"ann"`, or an event: `Shop::Action::"pay"::request{...}`. */
  private entity(first: string): Term | EventMatch {
    const type = [first];
    while (this.takes('::') && this.next.kind === 'word') type.push(this.word());
    if (this.next.kind !== 'string') this.fail('a name in quotes');
    const named = { type: type.join('::'), id: unquoted(this.take().text) };
    if (!this.takes('::')) return { kind: 'entity', ...named };
    const event = { kind: 'event', ...named, state: this.word() } as const;
    const fields = [...this.fields()];
    while (this.next.text === '{') fields.push(...this.fields());
    return { ...event, fields };
  }

  private fields(): EventMatch['fields'] {
    this.sign('{');
    const fields: EventMatch['fields'][number][] = [];
    while (!this.takes('}')) {
      if (fields.length > 0) this.sign(',');
      const path = [this.word()];
      while (this.takes('.')) path.push(this.word());
      this.sign(':');
      const value = this.term(MOST_NESTED);
      if (value.kind === 'event') this.fail('a value');
      fields.push({ path, value });
    }
    return fields;
  }

  private get next(): Token {
    return this.peek(0);
  }

  private peek(ahead: number): Token {
    const token = this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)];
    if (!token) throw new RangeError('no tokens');
    return token;
  }

  private take(): Token {
    const { next } = this;
    this.at++;
    return next;
  }

  private takes(text: string): boolean {
    const is = this.next.text === text && this.next.kind !== 'string';
    if (is) this.at++;
    return is;
  }

  private word(): string {
    if (this.next.kind !== 'word') this.fail('a name');
    return this.take().text;
  }

  private keyword(text: string): void {
    if (!this.takes(text)) this.fail(`\`${text}\``);
  }

  private sign(text: string): void {
    if (!this.takes(text)) this.fail(`\`${text}\``);
  }

  private fail(expected: string): never {
    throw new NotTemporal(expected, this.next.at);
  }
}

const unquoted = (text: string): string =>
  text
    .slice(1, -1)
    .replaceAll(/\\(?:u\{([0-9a-fA-F]{1,6})\}|([^]))/gu, (_, code: string | undefined, char: string) =>
      code === undefined ? (ESCAPES[char] ?? char) : codePoint(Number.parseInt(code, 16)),
    );

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

const codePoint = (code: number): string => (code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code));
