import type { SmtVariable } from './solver.js';
import { type BoolTerm, children, type IntTerm, type Term, topological } from './terms/term.js';

/** Characters of a part that is worth a name: a later step may speak of it again. */
const LONG = 120;

/**
 * Writes terms as SMT-LIB text (QF_LIA and Booleans only), in steps: what was written in an earlier step is only named in a later one.
 * Long parts, and those used more than once in a step, become definitions, so the text is linear in the number of distinct terms. Variable names must
 * be SMT-LIB simple symbols; the encoder makes only such.
 */
export class ScriptWriter {
  /** Every variable declared so far, in order. */
  readonly variables: SmtVariable[] = [];
  private readonly text = new Map<Term, string>();
  private readonly literals = new Map<BoolTerm, string>();
  private lines: string[] = [];
  private names = 0;

  /**
   * @param prefix of every name, so that terms of several worlds can stand in one context
   * @param under a Boolean without which nothing that is asserted holds, nor any bound
   */
  constructor(
    private readonly prefix = '',
    private readonly under: string | null = null,
  ) {}

  assert(terms: readonly BoolTerm[]): void {
    this.define(terms);
    for (const term of terms) this.lines.push(this.asserted(this.text.get(term) ?? 'true'));
  }

  /** For each term the name of a Boolean that implies it. */
  assume(terms: readonly BoolTerm[]): string[] {
    this.define(terms.filter((term) => !this.literals.has(term)));
    return terms.map((term) => {
      const known = this.literals.get(term);
      if (known !== undefined) return known;
      const name = this.fresh('a');
      this.lines.push(`(declare-const ${name} Bool)`, `(assert (=> ${name} ${this.text.get(term) ?? 'true'}))`);
      this.literals.set(term, name);
      return name;
    });
  }

  /** The name of a Boolean that implies that all terms of some one of the groups hold. */
  assumeSome(groups: readonly (readonly BoolTerm[])[]): string {
    this.define(groups.flat());
    const all = groups.map((terms) => `(and true ${terms.map((term) => this.text.get(term) ?? 'true').join(' ')})`);
    const name = this.fresh('a');
    this.lines.push(`(declare-const ${name} Bool)`, `(assert (=> ${name} (or false ${all.join(' ')})))`);
    return name;
  }

  /** The text since the last step. */
  step(): string {
    const text = this.lines.join('\n');
    this.lines = [];
    return text;
  }

  /** INVARIANT: no number of a term, which tells of what else was made: the same questions are the same text. */
  private fresh(letter: 'a' | 'd'): string {
    return `${this.prefix}${letter}${String(++this.names)}`;
  }

  private asserted(text: string): string {
    return this.under === null ? `(assert ${text})` : `(assert (=> ${this.under} ${text}))`;
  }

  private define(roots: readonly BoolTerm[]): void {
    const order = topological(roots);
    const uses = new Map<Term, number>();
    for (const term of order) for (const child of children(term)) uses.set(child, (uses.get(child) ?? 0) + 1);
    for (const term of order) {
      if (this.text.has(term)) continue;
      if (term.kind === 'var') {
        const name = `${this.prefix}${term.name}`;
        this.variables.push({ name, sort: term.sort });
        this.lines.push(`(declare-const ${name} ${term.sort})`);
        if (term.sort === 'Int') for (const bound of boundsOf(term, name)) this.lines.push(this.asserted(bound));
        this.text.set(term, name);
        continue;
      }
      const body = print(term, this.text);
      if (term.kind === 'const' || ((uses.get(term) ?? 0) < 2 && body.length < LONG)) {
        this.text.set(term, body);
      } else {
        const name = this.fresh('d');
        this.lines.push(`(define-fun ${name} () ${term.sort} ${body})`);
        this.text.set(term, name);
      }
    }
  }
}

function boundsOf(term: IntTerm, name: string): string[] {
  return [
    ...(term.lo === null ? [] : [`(<= ${numeral(term.lo)} ${name})`]),
    ...(term.hi === null ? [] : [`(<= ${name} ${numeral(term.hi)})`]),
  ];
}

function print(term: Exclude<Term, { kind: 'var' }>, text: ReadonlyMap<Term, string>): string {
  const of = (part: Term): string => text.get(part) ?? '';
  switch (term.kind) {
    case 'const':
      return term.sort === 'Bool' ? String(term.value) : numeral(term.value);
    case 'not':
      return `(not ${of(term.of)})`;
    case 'and':
    case 'or':
      return `(${term.kind} ${term.of.map(of).join(' ')})`;
    case 'zero':
      return `(= ${of(term.of)} 0)`;
    case 'nonneg':
      return `(>= ${of(term.of)} 0)`;
    case 'linear': {
      const parts = term.terms.map((part) =>
        part.factor === 1n ? of(part.of) : `(* ${numeral(part.factor)} ${of(part.of)})`,
      );
      const all = term.constant === 0n ? parts : [...parts, numeral(term.constant)];
      return all.length === 1 ? (all[0] ?? '0') : `(+ ${all.join(' ')})`;
    }
    case 'ite':
      return `(ite ${of(term.condition)} ${of(term.then)} ${of(term.else)})`;
    case 'div':
      return `(div ${of(term.of)} ${numeral(term.by)})`;
  }
}

function numeral(value: bigint): string {
  return value < 0n ? `(- ${String(-value)})` : String(value);
}
