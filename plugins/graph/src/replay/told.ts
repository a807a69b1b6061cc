import type { GraphEdge, GuardExpr, Variable } from '../model/index.js';
import { type Comparison, comparisonsIn, constantsIn, fits, holds, presences, variablesIn } from './guards.js';

type Value = string | number | boolean;

/** What must have held when an edge of a choice was taken (S6): its expression, and none of those that were asked before. `spent`: taken as often as it may be. */
export function toldBy(
  edge: GraphEdge,
  choice: readonly GraphEdge[],
  exclusive: boolean,
  spent: (edge: GraphEdge) => boolean,
): readonly GuardExpr[] {
  const before = edge.otherwise ? choice : exclusive ? choice.slice(0, choice.indexOf(edge)) : [];
  const asked = before.filter((each) => each !== edge && each.provenance !== 'may' && !spent(each));
  return [...exprsOf(edge), ...asked.flatMap(exprsOf).map((of): GuardExpr => ({ op: 'not', of }))];
}

const exprsOf = ({ guard }: GraphEdge): readonly GuardExpr[] =>
  guard !== undefined && 'expr' in guard ? [guard.expr] : [];

/** Values of all variables together that are tried. */
const MOST_TRIED = 20_000;

/**
 * Whether expressions that all hold leave a variable this value alone (true), no way to have it (false), or neither (null; also where there are too many
 * values). They are tried one by one: those named, their neighbours, and some that are neither.
 */
export function leavesOnly(
  told: readonly GuardExpr[],
  declared: readonly Variable[],
  variable: string,
  value: Value,
): boolean | null {
  const names = [...new Set(told.flatMap(variablesIn))];
  if (!names.includes(variable)) return null;
  const comparisons = told.flatMap(comparisonsIn);
  const pool = poolOf([value, ...comparisons.flatMap(constantsIn)], declared, names.length);
  const tried = names.map((name) => pool.filter((each) => mayBe(name, each, declared, comparisons)));
  const ways = tried.reduce((product, { length }) => product * length, 1);
  if (ways > MOST_TRIED) return null;
  const found = new Set<boolean>();
  for (let way = 0; way < ways && found.size < 2; way += 1) {
    const values = new Map<string, Value>();
    let rest = way;
    for (const [index, name] of names.entries()) {
      const own = tried[index] as readonly Value[];
      values.set(name, own[rest % own.length] as Value);
      rest = Math.floor(rest / own.length);
    }
    const isSame = values.get(variable) === value;
    if (found.has(isSame)) continue;
    const valueOf = (name: string): Value | undefined => values.get(name);
    if (presences(told, valueOf).some((isSo) => told.every((expr) => holds(expr, valueOf, isSo) !== false)))
      found.add(isSame);
  }
  return found.size === 1 ? found.has(true) : null;
}

/** Values among which every comparison with these comes out each way, for so many variables. */
function poolOf(constants: readonly Value[], declared: readonly Variable[], variables: number): readonly Value[] {
  const borders = declared.flatMap((each): readonly Value[] =>
    each.type === 'string' ? (each.values ?? []) : each.type === 'bool' ? [] : [each.min ?? 0, each.max ?? 0],
  );
  const numbers = [...constants, ...borders].filter((each) => typeof each === 'number');
  const line = [...new Set(numbers)].toSorted((a, b) => a - b);
  const texts = [...constants, ...borders].filter((each) => typeof each === 'string');
  const several = Array.from({ length: variables }, (_, index) => index + 1);
  return [
    ...new Set<Value>([
      false,
      true,
      ...line,
      ...line.flatMap((each) => several.flatMap((step) => [each - step, each + step, each + 1 / (step + 1)])),
      ...line.slice(1).map((each, index) => (each + (line[index] as number)) / 2),
      '',
      ...texts,
      ...texts.flatMap((each) => texts.map((other) => `${each} ${other}`)),
      ...texts.map((each) => `${each} or so`),
      ...several.map((each) => `something else ${String(each)}`),
    ]),
  ];
}

/** Whether a variable may have a value: any, where it is not declared or is compared as its type does not allow (S7). */
function mayBe(name: string, value: Value, declared: readonly Variable[], comparisons: readonly Comparison[]): boolean {
  const type = declared.find((each) => each.name === name);
  const own = comparisons.filter((each) => each.variable === name || ('other' in each && each.other === name));
  if (type === undefined || !own.every((each) => fits(each, declared))) return true;
  switch (type.type) {
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && (type.values?.includes(value) ?? true);
    default:
      return (
        typeof value === 'number' &&
        value >= (type.min ?? -Infinity) &&
        value <= (type.max ?? Infinity) &&
        (type.type === 'real' || Number.isInteger(value))
      );
  }
}
