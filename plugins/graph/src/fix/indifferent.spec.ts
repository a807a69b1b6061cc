import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, OrderPattern, Rule } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { stillProved } from './indifferent.js';
import { withInserted } from './insert.js';
import type { InsertionPlace } from './places.js';

const order = (pattern: OrderPattern): Rule => ({ id: 'order', kind: 'order', pattern, first: 'check', second: 'pay' });
/** A call that fails ends the run, which is told beside what a rule comes to. */
const TOOLS = withTools(
  { name: 'check', classes: ['read', 'infallible'] },
  { name: 'pay', classes: ['write', 'infallible'] },
);
const inserted = [{ kind: 'person', tool: 'other' }] as const;

const apart = graphOf([node('s', 'fork'), tool('check'), tool('pay')], ['s>check', 's>pay']);
const met = graphOf(
  [node('s', 'fork'), tool('check'), node('met', 'join', { join: 'active' }), tool('pay')],
  ['s>check', 's>met', 'check>met', 'met>pay'],
);
const within = graphOf([node('s', 'subgraph', { subgraph: 'body' }), tool('pay')], ['s>pay'], {
  subgraphs: [{ name: 'body', start: 'b', nodes: [node('b', 'llm'), tool('check')], edges: [edge('b>check')] }],
});
const before = graphOf([node('s', 'start'), tool('check'), tool('pay')], ['s>check', 'check>pay']);

describe('a rule that is proved', () => {
  const asked = (graph: AgentGraph, rule: Rule, place: InsertionPlace) => {
    const told = (given: AgentGraph) => checkGraph(given, TOOLS, [rule]).verdicts;
    return {
      was: told(graph)[0]?.verdict,
      is: told(withInserted(graph, [{ place, what: inserted }], 'end'))[0]?.verdict,
      still: [...stillProved(graph, TOOLS, [rule], told(graph), { inserted, atTop: place.body === '' })],
    };
  };

  it('is so still where somebody is asked about something else', () => {
    expect(asked(before, order('precedence'), { body: '', edge: 's>check' })).toEqual({
      was: 'proved',
      is: 'proved',
      still: ['order'],
    });
  });

  it.each<[string, AgentGraph, OrderPattern, InsertionPlace]>([
    [
      'the next lane has its turn when one is over',
      { ...apart, execution: 'sequential' },
      'precedence',
      { body: '', edge: 's>check' },
    ],
    ['who waits for a lane goes on without it', met, 'precedence', { body: '', edge: 's>check' }],
    ['a body is over without its call', within, 'precedence', { body: 'body', edge: 'b>check' }],
    ['a run ends before its call', before, 'existence', { body: '', edge: 's>check' }],
  ])('may be broken where %s', (_, graph, pattern, place) => {
    expect(asked(graph, order(pattern), place)).toEqual({ was: 'proved', is: 'broken', still: [] });
  });
});
