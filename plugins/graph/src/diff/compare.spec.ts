import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphEdge, GraphNode, Rule, Verdict } from '../model/index.js';
import { compare, type Version } from './compare.js';
import { fingerprintOf } from './fingerprint.js';

const rule: Rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'verify' };
const node = (id: string, title: string): GraphNode => ({ id, title, kind: 'tool' });
const edge = (id: string, source: string, target: string): GraphEdge => ({ id, source, target });

function version(nodes: readonly GraphNode[], edges: readonly GraphEdge[], verdicts: readonly Verdict[]): Version {
  const graph: AgentGraph = { format: 'agent-graph/1', start: nodes[0]?.id ?? '', nodes, edges };
  return { graph, verdicts: verdicts.map((verdict) => ({ fingerprint: fingerprintOf(verdict, rule), verdict })) };
}

const verdict = (word: Verdict['verdict'], path: readonly (readonly [string, string?])[] = []): Verdict => ({
  property: 'P1',
  rule_id: 'r',
  target: 'pay',
  severity: 'high',
  verdict: word,
  path: path.map(([id, left]) => ({ node: id, ...(left !== undefined && { edge: left }), events: [], facts: [] })),
});

const nodes = [node('1', 'Start'), node('2', 'Verify'), node('3', 'Pay')];
const safe = version(nodes, [edge('a', '1', '2'), edge('b', '2', '3')], [verdict('proved')]);
const short = [edge('a', '1', '2'), edge('b', '2', '3'), edge('c', '1', '3')];
const broken = version(nodes, short, [verdict('broken', [['1', 'c'], ['3']])]);

describe('compare', () => {
  it('names the edge that broke what was proved', () => {
    const { fingerprint } = broken.verdicts[0] ?? { fingerprint: '' };
    expect(compare(safe, broken)).toEqual({
      added: [{ fingerprint, edge: 'c' }],
      fixed: [],
      moved: [],
      unchanged: [],
      hygiene: null,
    });
    expect(compare(broken, safe)).toMatchObject({ added: [], fixed: [fingerprint] });
  });

  it('is not misled by other numbers and another order', () => {
    const again = version(
      [node('n9', 'Pay'), node('n8', 'Start'), node('n7', 'Verify')],
      [edge('z', 'n8', 'n9'), edge('y', 'n7', 'n9'), edge('x', 'n8', 'n7')],
      [verdict('broken', [['n8', 'z'], ['n9']])],
    );
    expect(compare(broken, again)).toMatchObject({ added: [], moved: [], unchanged: [expect.any(String)] });
  });

  it('tells of a path that goes another way, and of a verdict that became worse', () => {
    const other = version(nodes, short, [verdict('broken', [['1', 'a'], ['2', 'b'], ['3']])]);
    expect(compare(broken, other).moved).toEqual([{ fingerprint: expect.any(String) }]);
    const possible = version(nodes, short, [verdict('possible', [['1', 'c'], ['3']])]);
    expect(compare(possible, broken).moved).toHaveLength(1);
  });

  it('finds its way into sub-graphs, also one that runs itself', () => {
    const inside = (left: string): Version => {
      const { graph } = version([{ id: 's/1', kind: 'subgraph', subgraph: 'pays' }], [], []);
      const edges = [edge('p', '1', '3'), ...(left === 'q' ? [edge('q', '3', '1')] : [])];
      const pays = {
        name: 'pays',
        start: '1',
        nodes: [...nodes, { id: 'x', kind: 'subgraph', subgraph: 'pays' } as const],
        edges,
      };
      const verdicts = [verdict('broken', [[`s/1/x/1`, `s/1/x/${left}`]])];
      return {
        graph: { ...graph, subgraphs: [pays] },
        verdicts: verdicts.map((one) => ({ fingerprint: fingerprintOf(one, rule), verdict: one })),
      };
    };
    expect(compare({ ...inside('p'), verdicts: [] }, inside('q')).added).toMatchObject([{ edge: 's/1/x/q' }]);
    expect(compare({ ...inside('p'), verdicts: [] }, inside('p')).added).toEqual([{ fingerprint: expect.any(String) }]);
  });
});

describe('fingerprintOf', () => {
  it('hangs on what is asked, not on ids and severities', () => {
    const of = (changed: Partial<Rule>): string => fingerprintOf(verdict('broken'), { ...rule, ...changed } as Rule);
    expect(of({})).toMatch(/^g1_[a-z2-7]{52}$/);
    expect(of({ id: 'other', severity: 'low' })).toBe(of({}));
    expect(of({ check: 'other' })).not.toBe(of({}));
  });
});
