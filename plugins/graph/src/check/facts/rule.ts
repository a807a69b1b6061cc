import type { ControlGraph } from '../../lower/index.js';
import type { Passes } from '../../model/index.js';
import { sourceOf } from '../arguments.js';
import type { GraphIndex } from '../graph-index.js';

/** One way a fact arises: calls of a tool, or (with `tool` null) people at nodes. */
export interface Establisher {
  readonly tool: string | null;
  /** For people: these nodes only, by name or id. */
  readonly node?: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly passes?: Passes;
  readonly steps?: number;
}

/** One fact that calls of one tool need: P1 and P2 are made of these. */
export interface FactRule {
  readonly tool: string;
  readonly establishers: readonly Establisher[];
  /** One fact is good for one call. */
  readonly consumed: boolean;
  /** What people approve is enough, and so are the others only if each of them is there. */
  readonly all?: boolean;
  /** What the fact is called to people. */
  readonly name: string;
}

/** Calls of the tool whose arguments come from the same places: one automaton looks at them. */
export interface FactTarget {
  readonly uses: readonly number[];
}

/** Splits the calls of a tool by where the arguments that its facts are about come from. */
export function factTargets(graph: ControlGraph, index: GraphIndex, rule: FactRule): FactTarget[] {
  const groups = new Map<string, number[]>();
  const keyed = rule.establishers.flatMap(({ args }) => Object.keys(args ?? {}));
  const asked = rule.establishers.some(({ tool }) => tool === null);
  const uses = index.usesOf(rule.tool);
  // Nothing that facts are about comes from anywhere.
  if (keyed.length === 0 && !asked) return uses.length === 0 ? [] : [{ uses }];
  for (const use of uses) {
    const shape = graph.uses[use];
    if (!shape) continue;
    const people = asked ? (shape.call?.arguments ?? []).map(({ name }) => name) : [];
    const key = JSON.stringify(
      [...new Set([...keyed, ...people])].toSorted().map((argument) => [argument, sourceOf(shape, argument)]),
    );
    const known = groups.get(key);
    if (known) known.push(use);
    else groups.set(key, [use]);
  }
  return [...groups.values()].map((alike) => ({ uses: alike }));
}
