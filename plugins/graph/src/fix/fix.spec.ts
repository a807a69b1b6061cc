import { describe, expect, it } from 'vitest';
import type { AgentGraph, Rule, ToolEffects } from '../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import type { FoundFix } from './find-fix.js';
import { found } from './testing/found.js';

const P1: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };
const P2: Rule = { id: 'p2', kind: 'confirm_before', tool: 'pay' };

const fixOf = (graph: AgentGraph, rule: Rule, effects: ToolEffects = PAY, others: readonly Rule[] = []): FoundFix =>
  found(graph, effects, [rule, ...others], rule);

describe('a missing check', () => {
  it('goes on the one edge behind which the ways have met', () => {
    const graph = graphOf(
      [node('start', 'start'), node('a', 'llm'), node('b', 'llm'), node('meet', 'llm'), tool('pay')],
      ['start>a', 'start>b', 'a>meet', 'b>meet', 'meet>pay'],
    );
    expect(fixOf(graph, P1)).toEqual({
      fix: {
        kind: 'check',
        name: 'check',
        cleans: [],
        insert_on: ['meet>pay'],
        insert_before: [],
        cut_size: 1,
        smallest: true,
        refusal: 'fail',
        before_tool: ['pay'],
        also: [],
        proof: 're-verified',
      },
    });
  });

  it('goes on the way past the check, and not on the one through it', () => {
    const graph = graphOf(
      [node('start', 'start'), tool('check'), tool('pay')],
      ['start>check', 'start>pay', 'check>pay'],
    );
    expect(fixOf(graph, P1)).toMatchObject({ fix: { insert_on: ['start>pay'], cut_size: 1 } });
  });

  it('goes behind what ends it', () => {
    const effects = withTools(
      { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success', args: { id: 'id' } }] },
      { name: 'pay', classes: ['write'] },
    );
    const call = (name: string) => ({ name, arguments: [{ name: 'id', variable: 'order' }] });
    const graph = graphOf(
      [
        node('start', 'tool', { tools: [call('check')] }),
        node('write', 'llm', { writes: ['order'] }),
        node('pay', 'tool', { tools: [call('pay')] }),
      ],
      ['start>write', 'write>pay'],
    );
    expect(fixOf(graph, P1, effects)).toMatchObject({ fix: { insert_on: ['write>pay'] } });
  });

  it('goes in front of the start where a run begins at the tool', () => {
    const graph = graphOf([tool('pay'), node('end', 'end')], ['pay>end']);
    expect(fixOf(graph, P1)).toMatchObject({ fix: { insert_on: [], insert_before: ['pay'], cut_size: 1 } });
  });

  it('goes once into a body that two nodes run', () => {
    const graph = graphOf(
      [
        node('start', 'start'),
        node('one', 'subgraph', { subgraph: 'body' }),
        node('two', 'subgraph', { subgraph: 'body' }),
      ],
      ['start>one', 'one>two'],
      {
        subgraphs: [
          { name: 'body', ...graphOf([node('go', 'llm'), tool('pay'), node('mail', 'llm')], ['go>pay', 'pay>mail']) },
        ],
      },
    );
    expect(fixOf(graph, P1)).toMatchObject({ fix: { insert_on: ['one/go>pay'], cut_size: 1 } });
  });

  it('of which nobody says how it passes is not inserted', () => {
    const effects = withTools(
      { name: 'check', classes: ['read'], checks: [{ tools: ['pay'] }] },
      { name: 'pay', classes: ['write'] },
    );
    expect(fixOf(graphOf([node('start', 'start'), tool('pay')], ['start>pay']), P1, effects)).toEqual({
      none: 'pass_unknown',
    });
  });

  it('of what a model writes is not inserted', () => {
    const effects = withTools(
      { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success', args: { id: 'id' } }] },
      { name: 'pay', classes: ['write'] },
    );
    const pay = node('pay', 'tool', { tools: [{ name: 'pay', arguments: [{ name: 'id', model: true }] }] });
    expect(fixOf(graphOf([node('start', 'start'), pay], ['start>pay']), P1, effects)).toEqual({
      none: 'arguments_unknown',
    });
  });

  it('is smaller where guards say that a way is none', () => {
    const graph = graphOf(
      [node('start', 'router'), node('a', 'router'), node('b', 'router'), tool('pay'), node('end', 'end')],
      [
        edge('start>a', { guard: { expr: { op: '<', variable: 'x', value: 5 } } }),
        edge('start>b', { guard: { expr: { op: '>=', variable: 'x', value: 5 } } }),
        edge('a>pay', { guard: { expr: { op: '<', variable: 'x', value: 5 } } }),
        edge('a>end', { otherwise: true }),
        edge('b>pay', { guard: { expr: { op: '<', variable: 'x', value: 5 } } }),
        edge('b>end', { otherwise: true }),
      ],
      { variables: [{ name: 'x', type: 'int' }] },
    );
    expect(fixOf(graph, P1)).toMatchObject({ fix: { cut_size: 1, smallest: true } });
  });

  it('that would break another rule is told as doing so', () => {
    const once: Rule = { id: 'once', kind: 'order', pattern: 'absence', first: 'check' };
    expect(fixOf(graphOf([node('start', 'start'), tool('pay')], ['start>pay']), P1, PAY, [once])).toEqual({
      none: 'harms',
    });
  });

  it('mends another rule as well', () => {
    const first: Rule = { id: 'first', kind: 'order', pattern: 'precedence', first: 'check', second: 'pay' };
    expect(fixOf(graphOf([node('start', 'start'), tool('pay')], ['start>pay']), P1, PAY, [first])).toMatchObject({
      fix: { also: ['first'] },
    });
  });
});

describe('a missing confirmation', () => {
  it('goes into the loop that uses it up, and right before each call', () => {
    const graph = graphOf(
      [node('ask', 'human', { confirms: ['pay'] }), tool('pay'), node('more', 'llm'), node('end', 'end')],
      [
        edge('ask>pay', { outcome: 'approve' }),
        edge('ask>end', { outcome: 'reject' }),
        'pay>more',
        'more>pay',
        'more>end',
      ],
    );
    expect(fixOf(graph, P2)).toMatchObject({
      fix: { kind: 'confirmation', name: null, insert_on: ['more>pay'], refusal: 'end', before_tool: ['pay'] },
    });
  });

  it('of an agent that calls as often as it likes goes before each call only', () => {
    const graph = graphOf(
      [node('start', 'start'), node('agent', 'agent', { tools: [{ name: 'pay' }] })],
      ['start>agent'],
    );
    expect(fixOf(graph, P2)).toMatchObject({
      fix: { insert_on: [], insert_before: [], cut_size: 0, smallest: false, before_tool: ['agent'] },
    });
  });

  it('is not asked for again where a person has said no', () => {
    const graph = graphOf(
      [node('ask', 'human', { confirms: ['pay'] }), tool('pay'), node('end', 'end')],
      [edge('ask>end', { outcome: 'approve' }), edge('ask>pay', { outcome: 'reject' })],
    );
    const told = fixOf(graph, P2);
    expect(told).toMatchObject({ fix: { insert_on: [], insert_before: [] } });
  });

  it('ends in failure where to end in peace would break another rule', () => {
    const graph = graphOf([node('start', 'start'), tool('pay'), tool('mail')], ['start>pay', 'pay>mail']);
    const effects = withTools({ name: 'pay', classes: ['write'] }, { name: 'mail', classes: ['read', 'infallible'] });
    const must: Rule = { id: 'must', kind: 'order', pattern: 'existence', first: 'mail' };
    expect(fixOf(graph, P2, effects, [must])).toMatchObject({ fix: { refusal: 'fail' } });
  });

  it('that only a node of the graph may give is none that can be inserted', () => {
    const rule: Rule = { ...P2, by: ['desk'] };
    expect(fixOf(graphOf([node('start', 'start'), tool('pay')], ['start>pay']), rule)).toEqual({ none: 'no_source' });
  });
});
