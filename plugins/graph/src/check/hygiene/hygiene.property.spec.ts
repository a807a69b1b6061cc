import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spacesOf, TooLarge } from '../../../../../tools/graph-oracle/judge.mjs';
import { runs } from '../../../../../tools/testing/runs.js';
import type { AgentGraph, ToolEffects } from '../../model/index.js';
import { catalogues, graphs } from '../../testing/arbitrary.js';
import { checkHygiene } from './hygiene.js';

/** What the oracle, which counts out all runs, gives of the next moves of a configuration. */
interface Tree {
  readonly ways?: readonly Tree[];
  readonly leaf?: Leaf;
}
interface Leaf {
  readonly key: string;
  readonly config: {
    readonly ended: string | null;
    readonly top: { readonly lanes: readonly { at: string }[] } | null;
  };
  readonly events: readonly {
    readonly e: string;
    readonly node?: string;
    readonly kind?: string;
    readonly tool?: string;
    readonly use?: number;
  }[];
}
interface Space {
  readonly start: Tree;
  from(key: string): Tree;
}

const leavesOf = ({ ways, leaf }: Tree): readonly Leaf[] => (leaf ? [leaf] : (ways ?? []).flatMap(leavesOf));

/** Nodes that runs come to, those of them after which a run ends, and tools that nodes attempt: one configuration after the other. */
function counted(graph: AgentGraph, effects: ToolEffects) {
  const into = (id: string): number => graph.edges.filter(({ target, on }) => target === id && on !== 'error').length;
  const waits = new Set(graph.nodes.flatMap(({ id, join = 'any' }) => (join === 'any' || into(id) < 2 ? [] : [id])));
  const came = new Set<string>();
  const ended = new Set<string>();
  const attempted = new Set<string>();
  for (const space of spacesOf(graph, { name: 'c', tools: [...effects.values()] } as never, 250) as readonly Space[]) {
    const states = new Map([['', leavesOf(space.start)]]);
    for (const leaves of states.values())
      for (const { key, config } of leaves)
        if (config.ended === null && !states.has(key)) states.set(key, leavesOf(space.from(key)));
    const well = new Set<string>();
    const isWell = ({ key, config, events }: Leaf): boolean =>
      config.ended === 'normal' || well.has(key) || events.some(({ e, kind }) => e === 'node' && kind === 'fail');
    for (let size = -1; size !== well.size;) {
      size = well.size;
      for (const [key, leaves] of states) if (leaves.some(isWell)) well.add(key);
    }
    for (const { key, config } of [...states.values()].flat())
      for (const { at } of config.top?.lanes ?? []) {
        // A token that is there and has not had its turn.
        if (waits.has(at)) continue;
        came.add(at);
        if (well.has(key)) ended.add(at);
      }
    for (const leaf of [...states.values()].flat())
      leaf.events.forEach(({ e, node = '', tool = '', use = -1 }, at) => {
        if (e === 'attempt' && use >= 0) attempted.add(tool);
        if (e !== 'node') return;
        came.add(node);
        if (isWell({ ...leaf, events: leaf.events.slice(at) })) ended.add(node);
      });
  }
  return { came, ended, attempted };
}

describe('hygiene of small graphs', () => {
  it('is what counting out all runs gives', () => {
    let compared = 0;
    let dead = 0;
    fc.assert(
      fc.property(graphs(4), catalogues, (graph, effects) => {
        let naive;
        try {
          naive = counted(graph, effects);
        } catch (error) {
          if (error instanceof TooLarge) return;
          throw error;
        }
        const { came, ended, attempted } = naive;
        const found = checkHygiene(graph, effects);
        const of = (code: string) => found.filter(({ kind }) => kind === code);
        // Of the graph itself: what is in a body has more to it.
        const unreached = of('unreachable_node').flatMap(({ places }) => places);
        const ids = graph.nodes.map(({ id }) => id);
        expect(unreached.filter((id) => came.has(id))).toEqual([]);
        // Many `may` edges, or many unknown joins.
        if (found.some(({ verdict }) => verdict === 'possible')) return;
        compared += 1;
        expect(unreached.filter((id) => ids.includes(id))).toEqual(ids.filter((id) => !came.has(id)));
        expect(
          of('unreachable_tool')
            .map(({ target }) => target)
            .filter((tool) => attempted.has(tool)),
        ).toEqual([]);
        const isDead = (id: string): boolean => came.has(id) && !ended.has(id);
        const told = of('dead_end').map(({ target }) => target);
        const first = ids.filter(
          (id) =>
            isDead(id) &&
            (id === graph.start ||
              graph.edges.some(({ source, target }) => target === id && came.has(source) && !isDead(source))),
        );
        dead += first.length;
        expect(told.filter((id) => ids.includes(id)).toSorted()).toEqual(first.toSorted());
      }),
      { numRuns: runs(80) },
    );
    expect(compared).toBeGreaterThan(30);
    expect(dead).toBeGreaterThan(3);
  });
});
