import type { ControlGraph } from '../lower/index.js';
import type { GuardExpr, Variable } from '../model/index.js';
import { type Atom, truth } from './cell.js';
import { afterWrite, compared, type Group, groupOf } from './group.js';
import { writersOf } from './writers.js';

/** A set of cells of one group of variables, as bits. */
export type Mask = bigint;

/** What is left of the values of each group; groups that are not in it have any. */
export type Box = ReadonlyMap<number, Mask>;

/** Members (as bits) of a group that an event writes. */
export interface Written {
  readonly group: number;
  readonly members: number;
}

const MOST_BOXES = 64;
const NO_CELLS: Group = { names: [], members: [], cells: [], all: 0n };

/**
 * The values of the variables that guards read, cut into the finitely many cells that guards tell apart: intervals of numbers, the strings named and the others by
 * what they contain; of variables that are compared with each other, how they stand. A guard is then a union of boxes, and a conjunction of guards is satisfiable just when
 * an intersection is not empty. Exact, but for whole numbers that are compared in a range of more than sixteen: between two of them there may be no third, and the
 * cells say there is. What is found with them is then looked at by its values (`CellSolver`). See docs/adr/0153.
 */
export class GuardCells {
  readonly groups: readonly Group[];
  readonly #groupOf = new Map<string, number>();
  readonly #graph: ControlGraph;
  readonly #boxes = new Map<number, readonly Box[] | null>();
  readonly #failed = new Set<number>();
  readonly #written = new Map<number, Written[]>();

  constructor(graph: ControlGraph, declared: readonly Variable[]) {
    this.#graph = graph;
    const types = new Map(declared.map((variable) => [variable.name, variable]));
    const asked = new Map<string, Atom[]>();
    const beside = new Map<string, Set<string>>();
    for (const { expr } of graph.guards) collect(expr, asked, beside);
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
    groups.forEach(({ names }, group) =>
      names.forEach((name, member) => {
        for (const event of writersOf(graph, name)) this.#write(event, group, 1 << member);
      }),
    );
  }

  #write(event: number, group: number, member: number): void {
    const known = this.#written.get(event) ?? [];
    const before = known.find((each) => each.group === group);
    this.#written.set(event, [
      ...known.filter((each) => each !== before),
      { group, members: (before?.members ?? 0) | member },
    ]);
  }

  /** What an event writes of the variables that guards read. */
  writes(event: number): readonly Written[] {
    return this.#written.get(event) ?? [];
  }

  isWhole({ group, members }: Written): boolean {
    return members === (1 << (this.groups[group] as Group).names.length) - 1;
  }

  afterWrite({ group, members }: Written, mask: Mask): Mask {
    return afterWrite(this.groups[group] as Group, mask, members);
  }

  groupOf(name: string): number | undefined {
    return this.#groupOf.get(name);
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

  /** Groups that a literal reads. */
  reads(literal: number): readonly number[] {
    const asked = new Map<string, Atom[]>();
    collect((this.#graph.guards[literal >> 1] as ControlGraph['guards'][number]).expr, asked, new Map());
    return [...new Set([...asked.keys()].map((name) => this.#groupOf.get(name) as number))];
  }

  /** True when all values of a variable in a mask of its group are this one; false when none is; null otherwise. */
  decides(name: string, mask: Mask, equals: string | number | boolean): boolean | null {
    const { names, members, cells } = this.groups[this.#groupOf.get(name) as number] as Group;
    const member = names.indexOf(name);
    if (cells.length === 0) return null;
    let some = false;
    let others = false;
    cells.forEach(({ own }, index) => {
      if (!((mask >> BigInt(index)) & 1n)) return;
      const { cells: values, constants } = members[member] as Group['members'][number];
      const cell = values[own[member] as number] as (typeof values)[number];
      const point = typeof cell.value !== 'number' || !cell.open;
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
