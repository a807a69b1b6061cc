import { describe, expect, it } from 'vitest';
import type { AgentGraph } from '../../model/index.js';
import { calls, edge, node, reportOf, verdict } from '../testing/build.js';
import { fixture } from '../testing/all.js';
import { GraphIndex } from './graph-index.js';
import { type SceneBody, sceneOf } from './scene.js';

const indexOf = (graph: AgentGraph): GraphIndex =>
  new GraphIndex(graph, reportOf({ name: 'x', graph, verdicts: [], rules: [] }).places);
const count = ({ nodes }: SceneBody): number =>
  nodes.reduce((sum, { inside }) => sum + 1 + (inside === null ? 0 : count(inside)), 0);

/** A graph whose ids hold the sign that parts them, and a body that runs itself. */
const NESTED: AgentGraph = {
  format: 'agent-graph/1',
  start: 'a',
  nodes: [
    node('a', 'subgraph', { subgraph: 'in' }),
    node('a/b', 'subgraph', { subgraph: 'in' }),
    calls('a/x', 'top'),
    node('__proto__', 'subgraph', { subgraph: 'constructor' }),
  ],
  edges: [edge('a', 'a/b')],
  subgraphs: [
    {
      name: 'in',
      start: 'x',
      nodes: [calls('x', 'inner'), calls('b/x', 'deep'), node('a', 'subgraph', { subgraph: 'in' })],
      edges: [edge('x', 'a')],
    },
  ],
};

describe('a graph by its names', () => {
  const index = indexOf(NESTED);

  it('finds a node whatever its id holds, the nearest first', () => {
    const toolOf = (path: string) => index.node(path)?.item.tools?.[0]?.name;
    expect(toolOf('a/x')).toBe('top');
    expect(toolOf('a/b/x')).toBe('deep');
    expect(toolOf('a/a/a/x')).toBe('inner');
    expect(index.edge('a/x-a')?.item.target).toBe('a');
    expect(index.node('__proto__')?.item.id).toBe('__proto__');
    expect(index.node('__proto__/x')).toBeNull();
    expect(index.node('toString')).toBeNull();
  });

  it('knows where it stands in the source', () => {
    expect(index.placeOf('a/a/x')?.pointer).toBe('/subgraphs/0/nodes/0');
    expect(index.placeOf('a-a/b')?.pointer).toBe('/edges/0');
    expect(index.placeOf('nowhere')).toBeNull();
  });

  it('answers for names with very many parts', () => {
    expect(index.node('a/'.repeat(5000))).toBeNull();
    expect(
      sceneOf(
        index,
        verdict({
          property: 'P1',
          rule_id: 'r',
          target: 't',
          verdict: 'broken',
          path: [{ node: 'a/'.repeat(5000), events: [], facts: [] }],
        }),
      )?.all,
    ).toBeGreaterThan(3);
  });
});

describe('what is drawn', () => {
  it('opens the bodies that a path enters, each once around itself', () => {
    const path = [
      { node: 'a', events: [], facts: [] },
      { node: 'a/x', events: [], facts: [] },
      { node: 'a/a/x', events: [], facts: [] },
    ];
    const scene = sceneOf(
      indexOf(NESTED),
      verdict({ property: 'P1', rule_id: 'r', target: 't', verdict: 'broken', path }),
    );
    const [first, second] = scene?.top.nodes ?? [];
    expect(first?.inside?.nodes.map(({ node: { id }, inside, folded }) => [id, inside, folded])).toEqual([
      ['x', null, null],
      ['b/x', null, null],
      ['a', null, 3],
    ]);
    expect([second?.inside, second?.folded]).toEqual([null, 3]);
  });

  it('is the neighbourhood of the path and of the cut, its end above all, in a large body', () => {
    const report = fixture('large');
    const index = new GraphIndex(report.graph, report.places);
    const [near, far] = report.verdicts.map((each) => sceneOf(index, each));
    expect(near?.top.nodes.map(({ node: { id } }) => id)).toContain('act4');
    expect(near?.top.nodes.map(({ node: { id } }) => id)).not.toContain('act60');
    expect(
      far?.top.nodes.find(({ node: { id } }) => id === 'run0')?.inside?.nodes.find(({ last }) => last)?.node.id,
    ).toBe('act1');
    for (const scene of [near, far]) expect(count(scene?.top ?? { nodes: [], edges: [] })).toBe(scene?.shown);
  });

  it('is the whole graph up to what can be read, and no more', () => {
    const nodes = (n: number) => Array.from({ length: n }, (_, at) => calls(`n${at}`, 't'));
    const graph = (n: number): AgentGraph => ({ format: 'agent-graph/1', start: 'n0', nodes: nodes(n), edges: [] });
    expect(sceneOf(indexOf(graph(300)), null)?.shown).toBe(300);
    expect(sceneOf(indexOf(graph(301)), null)).toBeNull();
  });

  it('leaves out edges of a crowd before those of the path', () => {
    const edges = Array.from({ length: 500 }, (_, at) => ({ ...edge('a', 'b'), id: `e${at}` }));
    const graph: AgentGraph = {
      format: 'agent-graph/1',
      start: 'a',
      nodes: [node('a', 'start'), node('b', 'end')],
      edges,
    };
    const path = [
      { node: 'a', edge: 'e499', events: [], facts: [] },
      { node: 'b', events: [], facts: [] },
    ];
    const scene = sceneOf(
      indexOf(graph),
      verdict({ property: 'P1', rule_id: 'r', target: 't', verdict: 'broken', path }),
    );
    expect(scene?.top.edges).toHaveLength(400);
    expect(scene?.top.edges.at(-1)).toMatchObject({ edge: { id: 'e499' }, steps: [1] });
  });
});
