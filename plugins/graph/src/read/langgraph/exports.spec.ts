import { describe, expect, it } from 'vitest';
import { readDocument } from '../index.js';
import { fixture, ok } from '../testing/drawn.js';

describe('what the libraries write', () => {
  const drawn = ['langgraph-py.json', 'langgraph-py.mmd', 'langgraph-js.json', 'langgraph-js.mmd'].map((file) =>
    ok(readDocument(fixture(file))),
  );
  /** JavaScript writes `ship_pack` in Mermaid for `ship:pack`. */
  const plain = (text: string): string => text.replaceAll(/[:_ ]/g, '.');

  it('is the same graph in JSON and in Mermaid', () => {
    for (const [json, mermaid] of [drawn.slice(0, 2), drawn.slice(2)] as const) {
      expect(mermaid?.graph.nodes.map(({ id, ...rest }) => [plain(id), rest])).toEqual(
        json?.graph.nodes.map(({ id, ...rest }) => [plain(id), rest]),
      );
      expect(new Set(mermaid?.graph.edges.map(({ id, guard }) => [plain(id), guard !== undefined].join()))).toEqual(
        new Set(json?.graph.edges.map(({ id, guard }) => [plain(id), guard !== undefined].join())),
      );
      expect(mermaid?.assumptions.map(({ code }) => code)).toEqual(json?.assumptions.map(({ code }) => code));
    }
  });

  it('has pauses, tools, joins that are not told and graphs inside', () => {
    for (const { graph, assumptions } of drawn) {
      const node = (id: string): unknown => graph.nodes.find((one) => one.id === id);
      expect(node('refund')).toMatchObject({ interrupt: 'before', tools: [{ name: 'refund' }, { name: 'notify' }] });
      expect(node('check')).toMatchObject({ kind: 'tool', tools: [{ name: 'check_order' }] });
      expect(node('decide')).toMatchObject({ join: 'unknown' });
      expect(assumptions.map(({ code }) => code)).toContain('subgraph_flattened');
    }
    for (const { graph } of drawn.slice(0, 2))
      expect(graph.nodes.find(({ id }) => id === 'finish')).toMatchObject({ join: 'active' });
  });
});
