import type { ControlGraph } from '../lower/index.js';
import type { Variable } from '../model/index.js';
import { type Box, ExprCells, type Mask } from './expr-cells.js';
import { afterWrite, type Group } from './group.js';
import { writersOf } from './writers.js';

export { type Box, intersect, type Mask } from './expr-cells.js';

/** Members (as bits) of a group that an event writes. */
export interface Written {
  readonly group: number;
  readonly members: number;
}

/**
 * The cells of the guards of a graph, and what its events write of them. What is found with them is then looked at by its values (`CellSolver`). See docs/adr/0153.
 */
export class GuardCells {
  readonly groups: readonly Group[];
  readonly #graph: ControlGraph;
  readonly #cells: ExprCells;
  readonly #boxes = new Map<number, readonly Box[] | null>();
  readonly #written = new Map<number, Written[]>();

  constructor(graph: ControlGraph, declared: readonly Variable[]) {
    this.#graph = graph;
    this.#cells = new ExprCells(
      graph.guards.map(({ expr }) => expr),
      new Map(declared.map((variable) => [variable.name, variable])),
    );
    this.groups = this.#cells.groups;
    this.groups.forEach(({ names }, group) =>
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

  /** The boxes a literal (twice a guard, one more for its negation) allows; null: too many to tell. */
  boxes(literal: number): readonly Box[] | null {
    const known = this.#boxes.get(literal);
    if (known !== undefined) return known;
    const { expr } = this.#graph.guards[literal >> 1] as ControlGraph['guards'][number];
    const made = this.#cells.boxes(expr, (literal & 1) === 0);
    this.#boxes.set(literal, made);
    return made;
  }

  /** Groups that a literal reads. */
  reads(literal: number): readonly number[] {
    return this.#cells.reads((this.#graph.guards[literal >> 1] as ControlGraph['guards'][number]).expr);
  }
}
