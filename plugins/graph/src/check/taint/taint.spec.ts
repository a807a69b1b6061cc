import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, Rule, ToolEffects, Verdict } from '../../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';
import { deriveRules } from '../derive.js';
import { verifyCertificate } from '../verify.js';

const x = { fields: { x: {} } };
const TOOLS = withTools(
  { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
  { name: 'look', classes: ['read', 'source'], labels: ['private'] },
  { name: 'find', classes: ['read'], args: x },
  { name: 'wash', classes: ['read', 'cleaner'], labels: ['untrusted'], args: x },
  { name: 'pay', classes: ['write', 'privileged'], args: x },
  { name: 'send', classes: ['read', 'sink'], args: x },
  { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: { branch: 'ok' } }] },
);
const RULE: Rule = { id: 'r', kind: 'taint', form: 'privileged' };
const with_ = (id: string, binding: object, more: Partial<GraphNode> = {}): GraphNode =>
  tool(id, { tools: [{ name: id, arguments: [{ name: 'x', ...binding } as never] }], ...more });
const from = (id: string, variable: string, more?: Partial<GraphNode>): GraphNode => with_(id, { variable }, more);
const fixed = (id: string): GraphNode => with_(id, { value: 'A' });
const llm = { guard: { choice: 'llm' } } as const;

function asked(graph: AgentGraph, rule: Rule = RULE, effects: ToolEffects = TOOLS): readonly Verdict[] {
  const { verdicts, certificates, mismatches } = checkGraph(graph, effects, [rule]);
  expect(mismatches).toEqual([]);
  for (const certificate of certificates) expect(verifyCertificate(graph, effects, rule, certificate)).toBe(true);
  return verdicts;
}
const word = (graph: AgentGraph, rule?: Rule, effects?: ToolEffects): string | undefined =>
  asked(graph, rule, effects)[0]?.verdict;
const whys = (graph: AgentGraph): unknown =>
  asked(graph)[0]?.path?.flatMap(({ node: at, why }) => (why ? [[at, why.code, why.params]] : []));

describe('a privileged tool', () => {
  it.each([
    ['before its node', { interrupt: 'before' }, {}],
    ['before the call', {}, { requires_confirmation: true }],
  ] as const)('is called with what a person wrote under a tainted decision, at a pause %s', (_, more, asks) => {
    const find = { name: 'find', arguments: [{ name: 'x', variable: 'v' }], ...asks };
    const nodes = [tool('fetch'), node('think', 'agent', { tools: [find], ...more }), from('pay', 'v')];
    // The only thing that writes `v` is the person who edits, when the model has gone round.
    expect(word(graphOf(nodes, ['fetch>think', 'think>think', 'think>pay']))).toBe('broken');
    expect(word(graphOf(nodes, ['fetch>think', 'think>pay']))).toBe('proved');
  });

  it('is perhaps called with what a node in another lane has in a history for itself, while that node runs', () => {
    const think = node('think', 'agent', { tools: [{ name: 'fetch' }], context: 'isolated', returns: 'bool' });
    const graph = (...nodes: readonly GraphNode[]) =>
      graphOf([node('both', 'fork'), ...nodes, tool('pay')], ['both>think', 'both>pay']);
    const [verdict] = asked(graph(think));
    expect(verdict).toMatchObject({
      verdict: 'possible',
      deciders: [{ code: 'argument_source_unknown', at: 'pay' }],
      path: [
        { node: 'both' },
        { node: 'both' },
        { why: { code: 'taints_history' } },
        { why: { code: 'argument_tainted' } },
      ],
    });
    expect(word(graph({ ...think, tools: [{ name: 'find' }] }))).toBe('proved');
    // When it is over nothing is left of it.
    expect(
      word(graphOf([think, node('both', 'fork'), tool('pay'), node('e', 'end')], ['think>both', 'both>pay', 'both>e'])),
    ).toBe('proved');
  });

  it('is called with what a source returned, through variables', () => {
    const graph = graphOf(
      [tool('fetch', { writes: ['a'] }), from('find', 'a', { writes: ['b'] }), from('pay', 'b')],
      ['fetch>find', 'find>pay'],
    );
    expect(whys(graph)).toEqual([
      ['fetch', 'taints_variable', { source: 'fetch', what: 'a' }],
      ['find', 'passes_to_variable', { fact: 'a', what: 'b' }],
      ['pay', 'argument_tainted_through', { argument: 'x', source: 'fetch', through: 'a, b' }],
    ]);
  });

  it('is called by the choice of a model that has seen it', () => {
    const graph = graphOf(
      [tool('fetch'), node('plan', 'llm'), fixed('pay'), node('e', 'end')],
      ['fetch>plan', edge('plan>pay', llm), edge('plan>e', llm), 'pay>e'],
    );
    expect(whys(graph)).toEqual([
      ['fetch', 'taints_history', { source: 'fetch' }],
      ['plan', 'decides_tainted', { fact: 'history' }],
      ['pay', 'decision_tainted', { source: 'fetch', node: 'plan', step: 2 }],
    ]);
  });

  it.each([
    [
      'who decides at a choice',
      'chooser_unknown',
      node('plan', 'router'),
      ['fetch>plan', 'plan>pay', 'plan>e', 'pay>e'],
    ],
    [
      'who picks among tools',
      'picker_unknown',
      node('plan', 'code', { tools: [{ name: 'find' }, { name: 'pay', arguments: [{ name: 'x', value: 'A' }] }] }),
      ['fetch>plan', 'plan>e'],
    ],
  ])('is possible where the graph does not say %s', (_, code, plan, ways) => {
    const nodes = [tool('fetch'), plan, node('e', 'end'), ...(plan.kind === 'router' ? [fixed('pay')] : [])];
    expect(asked(graphOf(nodes, ways))).toMatchObject([{ verdict: 'possible', deciders: [{ code, at: 'plan' }] }]);
  });

  it('is picked by a model that has seen it', () => {
    const agent = node('agent', 'agent', {
      tools: [{ name: 'fetch' }, { name: 'pay', arguments: [{ name: 'x', value: 'A' }] }],
    });
    expect(whys(graphOf([agent], []))).toEqual([['agent', 'pick_tainted', { source: 'fetch' }]]);
  });

  it.each<[string, string, AgentGraph]>([
    [
      'proved',
      'what a cleaner returned',
      graphOf(
        [tool('fetch', { writes: ['a'] }), from('wash', 'a', { writes: ['b'] }), from('pay', 'b')],
        ['fetch>wash', 'wash>pay'],
      ),
    ],
    [
      'broken',
      'what is beside it',
      graphOf(
        [tool('fetch', { writes: ['a'] }), from('wash', 'a', { writes: ['b'] }), from('pay', 'a')],
        ['fetch>wash', 'wash>pay'],
      ),
    ],
    ['proved', 'a constant', graphOf([tool('fetch'), fixed('pay')], ['fetch>pay'])],
    [
      'proved',
      'what was written over',
      graphOf(
        [tool('fetch', { writes: ['a'] }), node('ask_her', 'human', { writes: ['a'] }), from('pay', 'a')],
        ['fetch>ask_her', 'ask_her>pay'],
      ),
    ],
    [
      'broken',
      'a part of what was written',
      graphOf([tool('fetch', { writes: ['a'] }), from('pay', 'a.b')], ['fetch>pay']),
    ],
    ['proved', 'another part', graphOf([tool('fetch', { writes: ['a.c'] }), from('pay', 'a.b')], ['fetch>pay'])],
    ['possible', 'what the graph does not list', graphOf([tool('fetch'), tool('pay')], ['fetch>pay'])],
    [
      'broken',
      'what a data edge brings',
      graphOf([tool('fetch'), tool('pay')], ['fetch>pay'], { data_edges: [{ source: 'fetch', target: 'pay' }] }),
    ],
    [
      'possible',
      'what an unclassified tool returned',
      graphOf([tool('other', { writes: ['a'] }), from('pay', 'a')], ['other>pay']),
    ],
    ['vacuous', 'nothing: it is not reached', graphOf([tool('fetch'), fixed('pay')], [])],
  ])('is %s with %s', (expected, _, graph) => {
    expect(word(graph)).toBe(expected);
  });

  it.each<[string, string, AgentGraph]>([
    [
      'proved',
      'a person chose',
      graphOf(
        [tool('fetch'), node('ask_her', 'human'), fixed('pay'), node('e', 'end')],
        ['fetch>ask_her', 'ask_her>pay', 'ask_her>e'],
      ),
    ],
    [
      'possible',
      'nobody says who chose',
      graphOf([tool('fetch'), node('r', 'router'), fixed('pay'), node('e', 'end')], ['fetch>r', 'r>pay', 'r>e']),
    ],
    [
      'possible',
      'code that is not read chose',
      graphOf(
        [tool('fetch'), node('r', 'router'), fixed('pay'), node('e', 'end')],
        ['fetch>r', edge('r>pay', { guard: { opaque: 'f()' } }), 'r>e'],
      ),
    ],
    [
      'proved',
      'the branches have met',
      graphOf(
        [tool('fetch'), node('m', 'llm'), tool('look'), fixed('pay')],
        ['fetch>m', 'm>look', 'm>pay', 'look>pay'],
      ),
    ],
    [
      'proved',
      'each model has a history for itself',
      graphOf([tool('fetch'), node('m', 'llm'), fixed('pay'), node('e', 'end')], ['fetch>m', 'm>pay', 'm>e'], {
        context: 'isolated',
      }),
    ],
    [
      'broken',
      'the decision ended only with the body',
      graphOf([node('run', 'subgraph', { subgraph: 'body' }), node('e', 'end')], ['run>e'], {
        subgraphs: [
          {
            ...graphOf([tool('fetch'), node('m', 'llm'), fixed('pay'), node('o', 'llm')], ['fetch>m', 'm>pay', 'm>o']),
            name: 'body',
          },
        ],
      }),
    ],
    [
      'proved',
      'the body is over',
      graphOf([node('run', 'subgraph', { subgraph: 'body' }), fixed('pay')], ['run>pay'], {
        subgraphs: [
          {
            ...graphOf(
              [tool('fetch'), node('m', 'llm'), node('n', 'llm'), node('o', 'llm')],
              ['fetch>m', 'm>n', 'm>o'],
            ),
            name: 'body',
          },
        ],
      }),
    ],
  ])('is %s when %s', (expected, _, graph) => {
    expect(word(graph)).toBe(expected);
  });

  it.each([
    ['enum', 'proved'],
    ['text', 'broken'],
  ] as const)('trusts an isolated reader that returns %s: %s', (returns, expected) => {
    const reader = node('reader', 'agent', { tools: [{ name: 'fetch' }], context: 'isolated', returns, writes: ['a'] });
    expect(word(graphOf([reader, from('pay', 'a')], ['reader>pay']))).toBe(expected);
    const body = { ...graphOf([tool('fetch')], []), name: 'body' };
    const run = node('run', 'subgraph', { subgraph: 'body', context: 'isolated', returns, writes: ['a'] });
    expect(word(graphOf([run, from('pay', 'a')], ['run>pay'], { subgraphs: [body] }))).toBe(expected);
  });

  it('runs under the decision in every lane that comes of it', () => {
    const graph = graphOf(
      [tool('fetch'), node('m', 'llm'), node('f', 'fork'), tool('look'), fixed('pay'), node('e', 'end')],
      ['fetch>m', 'm>f', 'm>e', 'f>look', 'f>pay', 'look>e', 'pay>e'],
    );
    expect(word(graph)).toBe('broken');
    expect(word({ ...graph, execution: 'supersteps' })).toBe('broken');
  });

  it('does not run under the decision of a lane beside it', () => {
    const graph = graphOf(
      [tool('fetch'), node('f', 'fork'), node('m', 'llm'), tool('look'), fixed('pay'), node('e', 'end')],
      ['fetch>f', 'f>m', 'f>pay', 'm>look', 'm>e', 'look>e', 'pay>e'],
    );
    expect(word(graph)).toBe('proved');
    expect(word({ ...graph, execution: 'supersteps' })).toBe('proved');
  });

  it('may have what other lanes read while nobody knows what a node does', () => {
    const graph = graphOf(
      [node('f', 'fork'), node('body', 'subgraph', { may_call: [] }), tool('fetch'), tool('pay')],
      ['f>body', 'f>fetch', 'body>pay'],
      { data_edges: [{ source: 'body', target: 'pay' }] },
    );
    expect(word(graph)).toBe('possible');
    expect(word({ ...graph, edges: graph.edges.filter(({ id }) => id !== 'f>fetch') })).toBe('proved');
  });

  it('is told of by itself, and so is a tool that nobody classified where it may be one', () => {
    const graph = graphOf(
      [tool('fetch', { writes: ['a'] }), from('pay', 'a'), from('other', 'a')],
      ['fetch>pay', 'pay>other'],
    );
    expect(asked(graph).map(({ target, verdict }) => [target, verdict])).toEqual([
      ['other', 'possible'],
      ['pay', 'broken'],
    ]);
    expect(asked(graph, { ...RULE, tool: 'pay' }).map(({ target }) => target)).toEqual(['pay']);
    expect(asked(graphOf([tool('other'), fixed('pay')], ['other>pay'])).map(({ target }) => target)).toEqual(['pay']);
  });

  it('is not decided where more is to be followed than there are bits', () => {
    const names = Array.from({ length: 40 }, (_, at) => `v${String(at)}`);
    const graph = graphOf([tool('fetch', { writes: names }), fixed('pay')], ['fetch>pay']);
    expect(asked(graph)[0]).toMatchObject({ verdict: 'possible', deciders: [{ code: 'budget' }] });
  });
});

describe('private data and a sink', () => {
  const rule: Rule = { id: 'r', kind: 'taint', form: 'private_to_sink' };

  it('is broken by an argument, not by a decision', () => {
    expect(word(graphOf([tool('look', { writes: ['a'] }), from('send', 'a')], ['look>send']), rule)).toBe('broken');
    expect(word(graphOf([tool('fetch', { writes: ['a'] }), from('send', 'a')], ['fetch>send']), rule)).toBe('proved');
    expect(
      word(
        graphOf([tool('look'), node('m', 'llm'), fixed('send'), node('e', 'end')], ['look>m', 'm>send', 'm>e']),
        rule,
      ),
    ).toBe('proved');
  });
});

describe('untrusted data, private data and a way out', () => {
  const rule: Rule = { id: 'r', kind: 'taint', form: 'trifecta' };

  it.each([
    ['broken', [tool('look'), fixed('send'), tool('fetch')], ['look>send', 'send>fetch']],
    ['broken', [tool('look'), fixed('pay'), tool('fetch')], ['look>pay', 'pay>fetch']],
    ['proved', [tool('look'), fixed('send'), fixed('find')], ['look>send', 'send>find']],
    [
      'proved',
      [tool('look'), node('her', 'human', { confirms: ['other'] }), tool('fetch'), fixed('send')],
      ['look>her', 'her>fetch', 'fetch>send'],
    ],
    ['broken', [tool('look'), tool('ask'), tool('fetch'), fixed('send')], ['look>ask', 'ask>fetch', 'fetch>send']],
    [
      'proved',
      [tool('look'), tool('ask'), tool('fetch'), fixed('send')],
      ['look>ask', edge('ask>fetch', { branch: 'ok' }), 'fetch>send'],
    ],
    ['possible', [tool('look'), tool('fetch'), tool('other')], ['look>fetch', 'fetch>other']],
    ['vacuous', [tool('look'), tool('fetch')], ['look>fetch']],
  ] as const)('is %s', (expected, nodes, edges) => {
    expect(word(graphOf(nodes, edges), rule)).toBe(expected);
  });
});

describe('rules of a catalogue', () => {
  const derived = (...names: string[]): unknown =>
    deriveRules(new Map([...TOOLS].filter(([name]) => names.includes(name)))).map(({ id }) => id);

  it('are about taint where its labels have something to say', () => {
    expect(derived('fetch', 'pay')).toEqual(['taint:privileged']);
    expect(derived('look', 'send')).toEqual(['taint:private_to_sink']);
    expect(derived('fetch', 'look', 'send')).toEqual(['taint:private_to_sink', 'taint:trifecta']);
    expect(derived('fetch', 'look', 'find', 'send', 'pay')).toHaveLength(3);
    expect(derived('fetch', 'find', 'send')).toEqual([]);
  });
});
