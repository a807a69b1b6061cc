import type { ControlGraph } from '../lower/index.js';
import { type Box, type GuardCells, intersect, type Mask } from './cells.js';

/** A literal (twice a guard, one more for its negation) that must hold, and where on the path. */
export interface Condition {
  readonly literal: number;
  readonly at: number;
}

export interface Assignment {
  readonly variable: number;
  /** Where the value is read first. */
  readonly at: number;
  readonly value: string | number | boolean;
}

export type Solution =
  | { readonly kind: 'sat'; readonly values: readonly Assignment[] }
  | { readonly kind: 'unsat' }
  /** Some guards could not be looked into: the edges they stand on. */
  | { readonly kind: 'unknown'; readonly edges: readonly number[] };

/** Whether guards along a path hold together, and for which values. A variable is another one after each write. */
export interface GuardSolver {
  /** `versions`: at which places of the path a variable is written, in ascending order. */
  solve(conditions: readonly Condition[], versions: (variable: number) => readonly number[]): Solution;
}

/** Decides by the cells of each variable: exact for comparisons with constants. */
export class CellSolver implements GuardSolver {
  readonly #graph: ControlGraph;
  readonly #cells: GuardCells;

  constructor(graph: ControlGraph, cells: GuardCells) {
    this.#graph = graph;
    this.#cells = cells;
  }

  solve(conditions: readonly Condition[], versions: (variable: number) => readonly number[]): Solution {
    const unknown = conditions.filter(({ literal }) => this.#cells.boxes(literal) === null);
    if (unknown.length > 0)
      return { kind: 'unknown', edges: unknown.map(({ literal }) => this.#graph.guards[literal >> 1]?.edge ?? -1) };
    const ids = new Map<string, number>();
    const versioned: { variable: number; at: number }[] = [];
    const idOf = (variable: number, at: number): number => {
      const written = versions(variable).filter((each) => each < at).length;
      const key = `${String(variable)}/${String(written)}`;
      let id = ids.get(key);
      if (id === undefined) {
        id = versioned.length;
        versioned.push({ variable, at });
        ids.set(key, id);
      }
      return id;
    };
    const choices = conditions.map(({ literal, at }) =>
      (this.#cells.boxes(literal) as readonly Box[]).map(
        (box) => new Map<number, Mask>([...box].map(([variable, mask]) => [idOf(variable, at), mask])),
      ),
    );
    const box = firstBox(choices);
    if (box === null) return { kind: 'unsat' };
    return {
      kind: 'sat',
      values: [...box].flatMap(([id, mask]) => {
        const { variable, at } = versioned[id] as { variable: number; at: number };
        const value = this.#cells.value(variable, mask);
        return value === undefined ? [] : [{ variable, at, value }];
      }),
    };
  }
}

/** Depth first over the boxes of each condition; single boxes first, for they leave no choice. */
function firstBox(choices: readonly (readonly Box[])[]): Box | null {
  const ordered = choices.toSorted((a, b) => a.length - b.length);
  const stack: { at: number; box: Box }[] = [{ at: 0, box: new Map() }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const next = ordered[top.at];
    if (next === undefined) return top.box;
    for (const each of next.toReversed()) {
      const both = intersect(top.box, each);
      if (both) stack.push({ at: top.at + 1, box: both });
    }
  }
  return null;
}
