import { describe, expect, it } from 'vitest';
import { type AgentGraph, type Assumption, effectsOf, type ReadGraph, type Rule } from '../model/index.js';
import { verifyGraph } from './verify.js';

const effects = effectsOf({
  tools: [
    { name: 'verify', classes: ['read'], checks: [{ tools: ['pay', 'send'], passes: 'success' }] },
    { name: 'pay', classes: ['write'] },
    { name: 'send', classes: ['write'] },
  ],
});
const graph: AgentGraph = {
  format: 'agent-graph/1',
  start: 'check',
  nodes: [
    { id: 'check', kind: 'tool', tools: [{ name: 'verify' }] },
    { id: 'pays', kind: 'tool', tools: [{ name: 'pay' }] },
    { id: 'sends', kind: 'tool', tools: [{ name: 'send' }] },
    { id: 'open', kind: 'llm' },
  ],
  edges: [
    { id: 'a', source: 'check', target: 'pays' },
    { id: 'b', source: 'check', target: 'open' },
    { id: 'c', source: 'open', target: 'sends' },
  ],
};
const read = (assumptions: readonly Assumption[] = [], start = 'check'): ReadGraph => ({
  graph: { ...graph, start },
  assumptions,
  places: { nodes: new Map(), edges: new Map() },
});
const place = { pointer: '' };

describe('verifyGraph', () => {
  it('tells the worst first, and makes rules of the roles of tools', () => {
    const { verdicts, rules } = verifyGraph(read([], 'open'), effects);
    expect(verdicts.map(({ target, verdict }) => [target, verdict])).toEqual([
      ['send', 'broken'],
      ['pay', 'vacuous'],
    ]);
    expect(rules).toHaveLength(2);
  });

  it('asks only what it is asked for', () => {
    const rules: readonly Rule[] = [{ id: 'never', kind: 'order', pattern: 'absence', first: 'pay', severity: 'low' }];
    expect(verifyGraph(read(), effects, { rules }).verdicts).toMatchObject([{ property: 'P3', verdict: 'broken' }]);
    expect(verifyGraph(read(), effects, { rules, properties: ['P1'] }).verdicts).toEqual([]);
    expect(verifyGraph(read(), effects, { rules, severities: ['high'] }).verdicts).toEqual([]);
    expect(verifyGraph(read(), effects, { rules, maxPaths: 0 }).verdicts[0]).not.toHaveProperty('path');
  });

  it('names what a proof rests on, and of a path what lies on it', () => {
    const assumptions = [
      { code: 'join_unknown', place, params: {}, nodes: ['pays'] },
      { code: 'undeclared_jumps', place, params: {} },
      { code: 'router_opaque', place, params: {}, edges: ['c'] },
    ];
    const of = (start: string): unknown =>
      verifyGraph(read(assumptions, start), effects).verdicts.find(({ target }) => target === 'send')?.assumptions;
    expect(of('check')).toEqual(['join_unknown', 'undeclared_jumps', 'router_opaque']);
    expect(of('open')).toEqual(['undeclared_jumps', 'router_opaque']);
  });

  it('does not call proved what an assumption caps', () => {
    const [first] = verifyGraph(
      read([{ code: 'no_edges', place, params: {}, nodes: ['check'], caps: true }]),
      effects,
    ).verdicts;
    expect(first).toMatchObject({ verdict: 'possible', deciders: [{ code: 'no_edges', at: 'check' }] });
    expect(first).not.toHaveProperty('certificate_id');
  });

  it('looks for no fix where an assumption lets nothing be proved, and says so of what is broken only', () => {
    const assumption = { code: 'no_edges', place, params: {}, nodes: ['check'] };
    const of = (caps: boolean): unknown => {
      const read_ = read([caps ? { ...assumption, caps } : assumption], 'open');
      return verifyGraph(read_, effects).verdicts.map(({ verdict, fix, no_fix: none }) => [verdict, fix?.name, none]);
    };
    expect(of(true)).toEqual([
      ['broken', undefined, 'not_provable'],
      ['vacuous', undefined, undefined],
    ]);
    expect(of(false)).toEqual([
      ['broken', 'verify', undefined],
      ['vacuous', undefined, undefined],
    ]);
  });

  it.each(['Pay', 'PAY', 'p\u0430y', '\uff50ay'])(
    'takes %s, which the catalogue does not have, for a tool that may be `pay`',
    (name) => {
      const nodes = graph.nodes.map((node) => (node.id === 'pays' ? { ...node, tools: [{ name }] } : node));
      const { verdicts } = verifyGraph({ ...read(), graph: { ...graph, nodes } }, effects);
      expect(verdicts.find(({ target }) => target === 'pay')).toMatchObject({
        verdict: 'possible',
        deciders: [{ code: 'unclassified_tool', at: name }],
      });
      expect(verdicts.find(({ target }) => target === 'send')?.verdict).toBe('proved');
    },
  );
});
