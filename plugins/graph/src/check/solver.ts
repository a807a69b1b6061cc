import type { ControlGraph } from '../lower/index.js';
import { type Box, type GuardCells, intersect, type Mask } from './cells.js';
import { afterWrite, type Group } from './group.js';
import { realise } from './group-values.js';

/** A literal (twice a guard, one more for its negation) that must hold, and where on the path. */
export interface Condition {
  readonly literal: number;
  readonly at: number;
}

/** Members (as bits) of a group of variables are written, somewhere on the path. */
export interface WriteAt {
  readonly at: number;
  readonly members: number;
}

export interface Assignment {
  readonly variable: string;
  /** Where the value is read first. */
  readonly at: number;
  readonly value: string | number | boolean;
}

export type Solution =
  | { readonly kind: 'sat'; readonly values: readonly Assignment[] }
  | { readonly kind: 'unsat' }
  /** Some guards could not be looked into: the edges they stand on. */
  | { readonly kind: 'unknown'; readonly edges: readonly number[] };

/** Ways to take the alternatives of all guards that are tried. */
const MOST_TRIED = 20_000;

/** One version of a group along a path: between two writes of some of its members. */
interface Version {
  readonly group: number;
  /** How many writes came before. */
  readonly count: number;
  readonly at: number;
}

/** Whether guards along a path hold together, and for which values, by the cells of variables. A variable is another one after each write. */
export class CellSolver {
  readonly #graph: ControlGraph;
  readonly #cells: GuardCells;

  constructor(graph: ControlGraph, cells: GuardCells) {
    this.#graph = graph;
    this.#cells = cells;
  }

  /** `writes`: of each group along the path, in ascending order. */
  solve(conditions: readonly Condition[], writes: (group: number) => readonly WriteAt[]): Solution {
    const unknown = (which: readonly Condition[]): Solution => ({
      kind: 'unknown',
      edges: which.map(({ literal }) => this.#graph.guards[literal >> 1]?.edge ?? -1),
    });
    const unread = conditions.filter(({ literal }) => this.#cells.boxes(literal) === null);
    if (unread.length > 0) return unknown(unread);
    const ids = new Map<string, number>();
    const versions: Version[] = [];
    const idOf = (group: number, at: number): number => {
      const count = writtenBefore(writes(group), at);
      const key = `${String(group)}/${String(count)}`;
      let id = ids.get(key);
      if (id === undefined) {
        id = versions.length;
        versions.push({ group, count, at });
        ids.set(key, id);
      }
      return id;
    };
    const choices = conditions.map(({ literal, at }) =>
      (this.#cells.boxes(literal) as readonly Box[]).map(
        (box) => new Map<number, Mask>([...box].map(([group, mask]) => [idOf(group, at), mask])),
      ),
    );
    let open = false;
    let tried = 0;
    for (const box of boxesOf(choices)) {
      if ((tried += 1) > MOST_TRIED) return unknown(conditions);
      const values = this.#valuesIn(box, versions, writes);
      if (values === 'none') continue;
      if (values !== 'unclear') return { kind: 'sat', values };
      open = true;
    }
    return open ? unknown(conditions) : { kind: 'unsat' };
  }

  /** Values in a box of versions. What is not written between two versions of a group is the same in both. */
  #valuesIn(
    box: Box,
    versions: readonly Version[],
    writes: (group: number) => readonly WriteAt[],
  ): readonly Assignment[] | 'none' | 'unclear' {
    const found: Assignment[] = [];
    for (const id of new Set(versions.map(({ group }) => group))) {
      const group = this.#cells.groups[id] as Group;
      const read = versions
        .flatMap((version, number) =>
          version.group === id && box.has(number) ? [{ ...version, mask: box.get(number) as Mask }] : [],
        )
        .toSorted((a, b) => a.count - b.count);
      if (read.length === 0) continue;
      const last = (read.at(-1) as Version).count;
      const at = new Map(read.map((each) => [each.count, each]));
      const written = (count: number): number => (count === 0 ? -1 : (writes(id)[count - 1] as WriteAt).members);
      const left: Mask[] = [];
      for (let count = 0; count <= last; count += 1) {
        const before = left[count - 1];
        const any = before === undefined ? group.all : afterWrite(group, before, written(count));
        left.push(any & (at.get(count)?.mask ?? group.all));
        if (left[count] === 0n) return 'none';
      }
      const stages: { cell: number; written: number }[] = [];
      for (let count = last; count >= 0; count -= 1) {
        const behind = stages[0];
        const some =
          behind === undefined
            ? (left[count] as Mask)
            : (left[count] as Mask) & afterWrite(group, 1n << BigInt(behind.cell), written(count + 1));
        stages.unshift({ cell: firstOf(some), written: written(count) });
      }
      const values = realise(group, stages);
      if (values === null) return 'unclear';
      const told = group.names.map(() => false);
      for (const [count, stage] of stages.entries()) {
        group.names.forEach((_, member) => {
          if ((stage.written >> member) & 1) told[member] = false;
        });
        const asked = at.get(count)?.at;
        if (asked === undefined) continue;
        group.names.forEach((variable, member) => {
          if (told[member]) return;
          told[member] = true;
          found.push({ variable, at: asked, value: values[count]?.[member] as Assignment['value'] });
        });
      }
    }
    return found;
  }
}

/** How many of some writes, in ascending order, come before a step. */
function writtenBefore(writes: readonly WriteAt[], at: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((writes[middle] as WriteAt).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const firstOf = (mask: Mask): number => {
  let at = 0;
  for (let rest = mask; !(rest & 1n); rest >>= 1n) at += 1;
  return at;
};

/** Depth first over the boxes of each condition; single boxes first, for they leave no choice. */
function* boxesOf(choices: readonly (readonly Box[])[]): Generator<Box> {
  const ordered = choices.toSorted((a, b) => a.length - b.length);
  const stack: { at: number; box: Box }[] = [{ at: 0, box: new Map() }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const next = ordered[top.at];
    if (next === undefined) {
      yield top.box;
      continue;
    }
    for (const each of next.toReversed()) {
      const both = intersect(top.box, each);
      if (both) stack.push({ at: top.at + 1, box: both });
    }
  }
}
