import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, Rule } from '../model/index.js';
import { graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const TOOLS = withTools(
  { name: 'book', classes: ['write'] },
  { name: 'cancel', classes: ['write'], compensates: 'book' },
);

/** A node whose body makes one call, and what is behind it. */
const retried = (call: string, retry: GraphNode['retry'], ...behind: readonly GraphNode[]): AgentGraph =>
  graphOf(
    [node('n', 'subgraph', { subgraph: 'body', ...(retry && { retry }) }), ...behind],
    behind.map(({ id }) => `n>${id}`),
    { subgraphs: [{ name: 'body', ...graphOf([tool(call)], []) }] },
  );

function said(graph: AgentGraph, rule: Rule, part?: string): unknown {
  const verdicts = checkGraph(graph, TOOLS, [rule]).verdicts.filter(({ kind }) => part === undefined || kind === part);
  return verdicts.map(({ verdict, deciders = [] }) => [verdict, ...deciders.map(({ code }) => code)]);
}

describe('a body that is run again after a failure', () => {
  const atMost = (count: number): Rule => ({ id: 'most', kind: 'order', pattern: 'at_most', first: 'book', count });

  it.each([1, 3, 7])('is counted: with `max` %i its call is tried once more than that', (max) => {
    const graph = retried('book', { max });
    expect(said(graph, atMost(max + 1))).toEqual([['proved']]);
    expect(said(graph, atMost(max))).toEqual([['broken']]);
  });

  it('is run once with a `max` of 0', () => {
    expect(said(retried('book', { max: 0 }), atMost(1))).toEqual([['proved']]);
  });

  it('is not counted beyond, and that is said', () => {
    expect(said(retried('book', { max: 8 }), atMost(1))).toEqual([['possible', 'unbounded_retry']]);
  });
});

describe('a compensation that fails in a body (SG7)', () => {
  const saga: Rule = { id: 'saga', kind: 'saga', steps: [{ tool: 'book' }] };

  it.each([
    ['without a retry', undefined, [['broken']]],
    ['with a retry that is used up', { max: 1 }, [['broken']]],
    ['with one of no more executions', { max: 0 }, [['broken']]],
    ['with more than are counted', { max: 8 }, [['possible', 'unbounded_retry']]],
    ['with one without a bound', {}, [['proved']]],
  ])('%s', (_, retry, expected) => {
    expect(said(retried('cancel', retry), saga, 'SG7')).toEqual(expected);
  });

  it.each([
    ['more than are counted', { max: 8 }, [['possible', 'unbounded_retry']]],
    ['no bound', {}, [['proved']]],
  ])('of which a later execution succeeds is not what a `fail` behind it ends the run by: %s', (_, retry, expected) => {
    expect(said(retried('cancel', retry, node('stop', 'fail')), saga, 'SG7')).toEqual(expected);
  });
});
