import type { ControlGraph } from '../lower/index.js';
import type { GuardExpr, Variable } from '../model/index.js';

/** A set of cells of one variable, as bits. */
export type Mask = bigint;

/** A value set per variable; variables that are not in it have any value. */
export type Box = ReadonlyMap<number, Mask>;

/** One cell: values that no guard of the graph tells apart. */
interface Cell {
  readonly value: string | number | boolean;
  /** Place on the line of the constants, doubled: odd at a constant, even between two. Numbers only. */
  readonly rank: number;
  readonly present: boolean;
  readonly empty: boolean;
}

interface VariableCells {
  readonly name: string;
  readonly cells: readonly Cell[];
  readonly all: Mask;
  readonly constants: readonly number[];
}

const MOST_BOXES = 64;
const MOST_CELLS = 4096;
const MOST_NEEDLES = 8;

/**
 * The values of each variable that a guard reads, cut into the finitely many cells that the guards' constants leave: intervals of numbers, the strings
 * named and the others by what they contain. A guard is then a union of boxes, and a conjunction of guards is satisfiable just when an intersection is
 * not empty. Exact, for guards that compare a variable with constants.
 */
export class GuardCells {
  readonly variables: readonly VariableCells[];
  readonly idOf = new Map<string, number>();
  readonly #graph: ControlGraph;
  readonly #boxes = new Map<number, readonly Box[] | null>();
  readonly #failed = new Set<number>();

  constructor(graph: ControlGraph, declared: readonly Variable[]) {
    this.#graph = graph;
    const types = new Map(declared.map((variable) => [variable.name, variable]));
    const atoms = new Map<string, Atom[]>();
    for (const { expr } of graph.guards) collect(expr, atoms);
    const variables: VariableCells[] = [];
    for (const [name, found] of atoms) {
      const type = types.get(name);
      const cut = type && cellsOf(type, found);
      this.idOf.set(name, variables.length);
      if (!cut) this.#failed.add(variables.length);
      variables.push(cut ?? { name, cells: [], all: 0n, constants: [] });
    }
    this.variables = variables;
  }

  /** The boxes a literal (twice a guard, one more for its negation) allows; null: too many to tell. */
  boxes(literal: number): readonly Box[] | null {
    const known = this.#boxes.get(literal);
    if (known !== undefined) return known;
    const { expr } = this.#graph.guards[literal >> 1] as ControlGraph['guards'][number];
    const made = this.#disjuncts(expr, (literal & 1) === 0);
    this.#boxes.set(literal, made);
    return made;
  }

  /** Variables that a literal reads. */
  reads(literal: number): readonly number[] {
    const atoms = new Map<string, Atom[]>();
    collect((this.#graph.guards[literal >> 1] as ControlGraph['guards'][number]).expr, atoms);
    return [...atoms.keys()].map((name) => this.idOf.get(name) as number);
  }

  /** Some value of a variable in a mask. */
  value(variable: number, mask: Mask): string | number | boolean | undefined {
    const { cells } = this.variables[variable] as VariableCells;
    return cells.find((_, index) => (mask >> BigInt(index)) & 1n)?.value;
  }

  /** True when all values of a mask are this one value of the variable; false when none is; null otherwise. */
  decides(variable: number, mask: Mask, equals: string | number | boolean): boolean | null {
    const { cells, constants } = this.variables[variable] as VariableCells;
    let some = false;
    let others = false;
    cells.forEach((cell, index) => {
      if (!((mask >> BigInt(index)) & 1n)) return;
      const point = typeof cell.value !== 'number' || (cell.rank & 1) === 1;
      const is = cell.value === equals && point;
      // A number that no guard names lies somewhere between two that are.
      const maybe = typeof equals === 'number' && !point && !constants.includes(equals);
      some ||= is || maybe;
      others ||= !is;
    });
    return some && others ? null : some;
  }

  #disjuncts(expr: GuardExpr, holds: boolean): readonly Box[] | null {
    if (expr.op === 'not') return this.#disjuncts(expr.of, !holds);
    if ('of' in expr) {
      const parts = expr.of.map((part) => this.#disjuncts(part, holds));
      if (parts.includes(null)) return null;
      const boxes = parts as (readonly Box[])[];
      const joined =
        (expr.op === 'or') === holds
          ? boxes.flat()
          : boxes.reduce<readonly Box[]>(
              (left, right) =>
                left.length > MOST_BOXES ? left : left.flatMap((a) => right.flatMap((b) => intersect(a, b) ?? [])),
              [new Map()],
            );
      return joined.length > MOST_BOXES ? null : joined;
    }
    if ('other' in expr) return null;
    const variable = this.idOf.get(expr.variable) as number;
    if (this.#failed.has(variable)) return null;
    const { cells, constants } = this.variables[variable] as VariableCells;
    let mask = 0n;
    cells.forEach((cell, index) => {
      if (truth(expr, cell, constants) === holds) mask |= 1n << BigInt(index);
    });
    return mask === 0n ? [] : [new Map([[variable, mask]])];
  }
}

export function intersect(left: Box, right: Box): Box | null {
  const both = new Map(left);
  for (const [variable, mask] of right) {
    const meets = mask & (both.get(variable) ?? mask);
    if (meets === 0n) return null;
    both.set(variable, meets);
  }
  return both;
}

type Atom = Exclude<GuardExpr, { readonly op: 'and' | 'or' | 'not' } | { readonly other: string }>;

function collect(expr: GuardExpr, atoms: Map<string, Atom[]>): void {
  if (expr.op === 'not') collect(expr.of, atoms);
  else if ('of' in expr) for (const part of expr.of) collect(part, atoms);
  else if (!('other' in expr)) {
    const known = atoms.get(expr.variable);
    if (known) known.push(expr);
    else atoms.set(expr.variable, [expr]);
  }
}

function truth(atom: Atom, cell: Cell, constants: readonly number[]): boolean {
  const same = (value: string | number | boolean): boolean =>
    typeof value === 'number' ? cell.rank === rankOf(value, constants) : cell.value === value;
  switch (atom.op) {
    case 'empty':
      return cell.empty;
    case 'present':
      return cell.present;
    case 'contains':
      return String(cell.value).includes(atom.value);
    case 'in':
      return atom.values.some(same);
    case '=':
      return same(atom.value);
    case '!=':
      return !same(atom.value);
    case '<':
      return cell.rank < rankOf(atom.value, constants);
    case '<=':
      return cell.rank <= rankOf(atom.value, constants);
    case '>':
      return cell.rank > rankOf(atom.value, constants);
    case '>=':
      return cell.rank >= rankOf(atom.value, constants);
    default:
      throw new Error('a comparison of another kind');
  }
}

const rankOf = (value: number, constants: readonly number[]): number => constants.indexOf(value) * 2 + 1;

function constantsOf(atoms: readonly Atom[]): (string | number | boolean)[] {
  return atoms.flatMap((atom): (string | number | boolean)[] =>
    atom.op === 'in' ? [...atom.values] : 'value' in atom ? [atom.value] : [],
  );
}

function cellsOf(type: Variable, atoms: readonly Atom[]): VariableCells | null {
  const given = constantsOf(atoms);
  let cells: Cell[];
  let constants: number[] = [];
  const cell = (value: string | number | boolean, rank = 0): Cell => ({ value, rank, present: true, empty: false });
  if (type.type === 'bool') cells = [cell(false), cell(true)];
  else if (type.type === 'string') {
    const needles = [...new Set(atoms.flatMap((atom) => (atom.op === 'contains' ? [atom.value] : [])))];
    const named = atoms.flatMap((atom) => (atom.op === 'contains' ? [] : constantsOf([atom])));
    const asked = atoms.some(({ op }) => op === 'empty') ? [''] : [];
    if (needles.length > MOST_NEEDLES && !type.values) return null;
    cells = type.values
      ? type.values.map((value) => cell(value))
      : stringCells([...new Set([...named, ...asked])] as string[], needles).map((value) => cell(value));
  } else {
    constants = [...new Set(given as number[])].toSorted((a, b) => a - b);
    cells = numberCells(type, constants).map(({ value, rank }) => cell(value, rank));
  }
  if (atoms.some(({ op }) => op === 'present')) cells = cells.flatMap((each) => [each, { ...each, present: false }]);
  if (atoms.some(({ op }) => op === 'empty'))
    cells = cells.flatMap((each) =>
      typeof each.value === 'string' && each.value !== '' ? [each] : [each, { ...each, empty: true }],
    );
  return cells.length > MOST_CELLS
    ? null
    : { name: type.name, cells, all: (1n << BigInt(cells.length)) - 1n, constants };
}

/** The strings named, and one string that is none of them for each set of needles that some string contains without the rest. */
function stringCells(named: readonly string[], needles: readonly string[]): string[] {
  const apart = unusedCharacter([...named, ...needles]);
  const others: string[] = [];
  for (let set = 0; set < 1 << needles.length; set += 1) {
    const inside = needles.filter((_, index) => (set >> index) & 1);
    const text = apart + inside.map((needle) => needle + apart).join('');
    if (needles.every((needle, index) => text.includes(needle) === (((set >> index) & 1) === 1))) others.push(text);
  }
  return [...named, ...others];
}

/** A character that is in none of the texts: what it parts, nothing spans. */
function unusedCharacter(texts: readonly string[]): string {
  const used = new Set(texts.join(''));
  let code = 0x61;
  while (used.has(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}

function numberCells(
  type: Variable & { type: 'int' | 'real' },
  constants: readonly number[],
): { value: number; rank: number }[] {
  const low = type.min ?? -Infinity;
  const high = type.max ?? Infinity;
  const whole = type.type === 'int';
  const cells: { value: number; rank: number }[] = [];
  for (let index = 0; index <= constants.length; index += 1) {
    const below = constants[index - 1] ?? -Infinity;
    const above = constants[index] ?? Infinity;
    const between = someBetween(below, above, low, high, whole);
    if (between !== null) cells.push({ value: between, rank: index * 2 });
    if (index < constants.length && above >= low && above <= high && (!whole || Number.isInteger(above)))
      cells.push({ value: above, rank: index * 2 + 1 });
  }
  return cells;
}

/** A number strictly between two, within inclusive bounds; null when there is none. */
function someBetween(below: number, above: number, low: number, high: number, whole: boolean): number | null {
  if (whole) {
    const least = Math.max(below === -Infinity ? -Infinity : Math.floor(below) + 1, Math.ceil(low));
    const most = Math.min(above === Infinity ? Infinity : Math.ceil(above) - 1, Math.floor(high));
    if (least > most) return null;
    if (least !== -Infinity) return least;
    return most === Infinity ? 0 : most;
  }
  const least = Math.max(below, low);
  const most = Math.min(above, high);
  if (least > most || (least === most && (least === below || least === above))) return null;
  if (least === -Infinity) return most === Infinity ? 0 : most - 1;
  if (most === Infinity) return least + 1;
  return least === most ? least : (least + most) / 2;
}
