import { type BoolTerm, children, type IntTerm, type Term, topological } from './terms/term.js';
import type { SmtScript, SmtVariable } from './solver.js';

/**
 * Writes assertions as an SMT-LIB script (QF_LIA and Booleans only). Parts used more than once become definitions, so the
 * text is linear in the number of distinct terms. Bounds of integer variables are asserted.
 * Variable names must be SMT-LIB simple symbols; the encoder makes only such.
 */
export function toSmtLib(assertions: readonly BoolTerm[], assumptions: readonly BoolTerm[] = []): SmtScript {
  const order = topological([...assertions, ...assumptions]);
  const uses = new Map<Term, number>();
  for (const term of order) for (const child of children(term)) uses.set(child, (uses.get(child) ?? 0) + 1);
  const lines: string[] = [];
  const variables: SmtVariable[] = [];
  const text = new Map<Term, string>();
  for (const term of order) {
    if (term.kind === 'var') {
      variables.push({ name: term.name, sort: term.sort });
      lines.push(`(declare-const ${term.name} ${term.sort})`);
      if (term.sort === 'Int') lines.push(...boundsOf(term, term.name));
      text.set(term, term.name);
      continue;
    }
    const body = print(term, text);
    if (term.kind === 'const' || (uses.get(term) ?? 0) < 2) {
      text.set(term, body);
    } else {
      const name = `d${String(term.id)}`;
      lines.push(`(define-fun ${name} () ${term.sort} ${body})`);
      text.set(term, name);
    }
  }
  for (const assertion of assertions) lines.push(`(assert ${text.get(assertion) ?? 'true'})`);
  const assumed = assumptions.map((term, index) => {
    const name = `assume${String(index)}`;
    lines.push(`(declare-const ${name} Bool)`, `(assert (= ${name} ${text.get(term) ?? 'true'}))`);
    return name;
  });
  return { text: `${lines.join('\n')}\n`, variables, ...(assumed.length > 0 ? { assumptions: assumed } : {}) };
}

function boundsOf(term: IntTerm, name: string): string[] {
  return [
    ...(term.lo === null ? [] : [`(assert (<= ${numeral(term.lo)} ${name}))`]),
    ...(term.hi === null ? [] : [`(assert (<= ${name} ${numeral(term.hi)}))`]),
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
