import { childrenOf, type CoreExpr, type CorePolicy, type CoreRule, placeText, type Slot } from '@ostiary/policy';

/** The tests of a guard that must all hold: those of a conjunction, however it is nested, or the guard itself. Empty where it asks nothing. */
export function conjunctsOf(guard: CoreExpr): readonly CoreExpr[] {
  if (isPlainlyTrue(guard)) return [];
  if (guard.op === 'and') return guard.operands.flatMap(conjunctsOf);
  return guard.op === 'not' && guard.operand.op === 'or'
    ? guard.operand.operands.map(negated).flatMap(conjunctsOf)
    : [guard];
}

/** The tests of which one must hold: those of a disjunction, however it is nested, or the test itself. */
export function disjunctsOf(test: CoreExpr): readonly CoreExpr[] {
  if (test.op === 'or') return test.operands.flatMap(disjunctsOf);
  return test.op === 'not' && test.operand.op === 'and'
    ? test.operand.operands.map(negated).flatMap(disjunctsOf)
    : [test];
}

/** The guard of a rule that asks nothing. */
export const isPlainlyTrue = (guard: CoreExpr): boolean =>
  guard.op === 'const' && guard.value === true && (guard.unasked ?? []).length === 0;

const NOWHERE = { start: 0, end: 0 };

function negated(operand: CoreExpr): CoreExpr {
  return operand.op === 'not' ? operand.operand : { op: 'not', operand, span: spanOf(operand) ?? NOWHERE };
}

type Span = CoreRule['span'];

/** Where an expression stands in the text; null where that is not known. */
export function spanOf(expr: CoreExpr): Span | null {
  if ('span' in expr) return expr.span;
  const inner = partsOf(expr).flatMap((child) => spanOf(child) ?? []);
  if (inner.length === 0) return null;
  return { start: Math.min(...inner.map(({ start }) => start)), end: Math.max(...inner.map(({ end }) => end)) };
}

/** With what the checker took away, its truth being known without it. */
const partsOf = (expr: CoreExpr): readonly CoreExpr[] =>
  expr.op === 'const' || expr.op === 'undefined' ? (expr.unasked ?? []) : childrenOf(expr);

/** A test as it is written, on one line: `amount > 5.00 EUR`. Tests of no place of their own go by what they look at. */
export function sourceOf(core: CorePolicy, text: string, test: CoreExpr): string {
  if (test.op === 'not') return `not ${sourceOf(core, text, test.operand)}`;
  const span = spanOf(test);
  if (span && span.end > span.start) return text.slice(span.start, span.end).replaceAll(/\s+/gu, ' ');
  const [slot] = slotsOf(core, test);
  if (!slot) return test.op;
  return test.op === 'has' ? `has ${placeText(slot)}` : placeText(slot);
}

/** The places that a test looks at, in the order they are written. */
export function slotsOf(core: CorePolicy, test: CoreExpr): readonly Slot[] {
  const own = test.op === 'read' || test.op === 'has' ? (core.slots[test.slot] ?? null) : null;
  return [...(own ? [own] : []), ...childrenOf(test).flatMap((child) => slotsOf(core, child))];
}

/** The same for tests that are written alike, wherever they stand. */
export const meaningOf = (test: CoreExpr): string =>
  JSON.stringify(test, (name, value: unknown) =>
    name === 'span' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

const JOINS: ReadonlySet<CoreExpr['op']> = new Set(['and', 'or', 'not', 'if']);

/** Whether it joins tests and is not a test itself. */
export const joins = ({ op }: CoreExpr): boolean => JOINS.has(op);

/** The tests that are joined by `and`, `or`, `not` and `if`, however they are nested, or the expression itself. */
export const leavesOf = (expr: CoreExpr): readonly CoreExpr[] =>
  joins(expr) ? childrenOf(expr).flatMap(leavesOf) : [expr];

/** The same expression with some parts of it replaced, from the outside in; null leaves a part as it is. */
export function replaced(expr: CoreExpr, by: (part: CoreExpr) => CoreExpr | null): CoreExpr {
  const own = by(expr);
  if (own) return own;
  switch (expr.op) {
    case 'and':
    case 'or':
      return { ...expr, operands: expr.operands.map((each) => replaced(each, by)) };
    case 'not':
      return { ...expr, operand: replaced(expr.operand, by) };
    case 'if':
      return {
        ...expr,
        condition: replaced(expr.condition, by),
        then: replaced(expr.then, by),
        else: replaced(expr.else, by),
      };
    default:
      return expr;
  }
}
