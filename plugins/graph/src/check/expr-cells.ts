import type { GuardExpr, Variable } from '../model/index.js';
import { type Atom, truth } from './cell.js';
import { compared, type Group, groupOf } from './group.js';

/** A set of cells of one group of variables, as bits. */
export type Mask = bigint;

/** What is left of the values of each group; groups that are not in it have any. */
export type Box = ReadonlyMap<number, Mask>;

const MOST_BOXES = 64;
const NO_CELLS: Group = { names: [], members: [], cells: [], all: 0n };

/**
 * The values of the variables that some expressions read, cut into the finitely many cells that these tell apart: intervals of numbers, the strings named and the others by
 * what they contain; of variables that are compared with each other, how they stand. An expression is then a union of boxes, and a conjunction is satisfiable just when
 * an intersection is not empty. Exact, but for whole numbers that are compared in a range of more than sixteen: between two of them there may be no third, and the
 * cells say there is.
 */
export class ExprCells {
  readonly groups: readonly Group[];
  readonly #groupOf = new Map<string, number>();
  readonly #failed = new Set<number>();

  constructor(exprs: Iterable<GuardExpr>, types: ReadonlyMap<string, Variable>) {
    const asked = new Map<string, Atom[]>();
    const beside = new Map<string, Set<string>>();
    for (const expr of exprs) collect(expr, asked, beside);
    const groups: Group[] = [];
    for (const name of asked.keys()) {
      if (this.#groupOf.has(name)) continue;
      const names = new Set([name]);
      for (const each of names) for (const other of beside.get(each) ?? []) names.add(other);
      for (const each of names) this.#groupOf.set(each, groups.length);
      const known = [...names].map((each) => types.get(each));
      const made = known.includes(undefined)
        ? null
        : groupOf(
            known as Variable[],
            [...names].map((each) => asked.get(each) ?? []),
          );
      if (made === null) this.#failed.add(groups.length);
      groups.push(made ?? { ...NO_CELLS, names: [...names] });
    }
    this.groups = groups;
  }

  groupOf(name: string): number | undefined {
    return this.#groupOf.get(name);
  }

  /** Groups that an expression reads. */
  reads(expr: GuardExpr): readonly number[] {
    const asked = new Map<string, Atom[]>();
    collect(expr, asked, new Map());
    return [...new Set([...asked.keys()].map((name) => this.#groupOf.get(name) as number))];
  }

  /** The boxes in which an expression holds, or in which it does not; null: too many to tell. */
  boxes(expr: GuardExpr, holds: boolean): readonly Box[] | null {
    if (expr.op === 'not') return this.boxes(expr.of, !holds);
    if ('of' in expr) {
      const parts = expr.of.map((part) => this.boxes(part, holds));
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
    const id = this.#groupOf.get(expr.variable) as number;
    if (this.#failed.has(id)) return null;
    const group = this.groups[id] as Group;
    const member = group.names.indexOf(expr.variable);
    const { cells, constants } = group.members[member] as Group['members'][number];
    const other = 'other' in expr ? group.names.indexOf(expr.other) : -1;
    let mask = 0n;
    group.cells.forEach((standing, index) => {
      const said =
        'other' in expr
          ? ordered(expr.op, compared(group, standing, member, other))
          : truth(expr, cells[standing.own[member] as number] as (typeof cells)[number], constants);
      if (said === holds) mask |= 1n << BigInt(index);
    });
    return mask === 0n ? [] : [new Map([[id, mask]])];
  }
}

function ordered(op: '=' | '!=' | '<' | '<=' | '>' | '>=', order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

export function intersect(left: Box, right: Box): Box | null {
  const both = new Map(left);
  for (const [group, mask] of right) {
    const meets = mask & (both.get(group) ?? mask);
    if (meets === 0n) return null;
    both.set(group, meets);
  }
  return both;
}

/** What is asked of each variable, and which are compared with each other. */
function collect(expr: GuardExpr, asked: Map<string, Atom[]>, beside: Map<string, Set<string>>): void {
  if (expr.op === 'not') collect(expr.of, asked, beside);
  else if ('of' in expr) for (const part of expr.of) collect(part, asked, beside);
  else if ('other' in expr) {
    for (const [name, other] of [
      [expr.variable, expr.other],
      [expr.other, expr.variable],
    ] as const) {
      if (!asked.has(name)) asked.set(name, []);
      const known = beside.get(name);
      if (known) known.add(other);
      else beside.set(name, new Set([other]));
    }
  } else {
    const known = asked.get(expr.variable);
    if (known) known.push(expr);
    else asked.set(expr.variable, [expr]);
  }
}
