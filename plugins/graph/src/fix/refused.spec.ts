import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import type { FactRuleAsked } from './remedy.js';
import { isHopelessIn } from './testing/hopeless.js';
import { tried } from './testing/tried.js';

const CONFIRMED: FactRuleAsked = { id: 'confirmed', kind: 'confirm_before', tool: 'pay' };
const pay = (id: string) => tool(id, { tools: [{ name: 'pay' }] });

/** The cut, and the graph in which each call is approved. */
const NO_SETS = 2;

describe('lanes of which one may refuse what the other is about to do', () => {
  it.each([
    ['to calls of their own', graphOf([node('s', 'fork'), pay('one'), pay('other')], ['s>one', 's>other'])],
    [
      'to one call that both make',
      graphOf([node('s', 'fork'), tool('other'), tool('pay')], ['s>pay', 's>other', 'other>pay']),
    ],
    [
      'as items of a map',
      graphOf([node('each', 'map', { subgraph: 'item', parallel: true })], [], {
        subgraphs: [{ name: 'item', start: 'b', nodes: [tool('other', { id: 'b' }), pay('c')], edges: [edge('b>c')] }],
      }),
    ],
  ])('have no set of places that mends, and none is tried: %s', (_, graph) => {
    const { told, graphs } = tried(graph, PAY, CONFIRMED);
    expect(told).toEqual({ none: 'no_place' });
    expect(graphs).toHaveLength(NO_SETS);
  });

  const guard = (op: '<' | '>') => ({ guard: { expr: { op, variable: 'x', value: 5 } } });
  it.each([
    [
      'what one of them has is no answer of a person',
      graphOf([node('s', 'fork'), tool('ask'), pay('one'), pay('other')], ['s>ask', 's>other', 'ask>one']),
    ],
    [
      'one of them is approved already',
      graphOf(
        [node('s', 'fork'), node('person', 'human'), pay('one'), pay('other')],
        ['s>other', 's>person', edge('person>one', { outcome: 'approve' })],
      ),
    ],
    [
      'guards let one of them come to its call alone',
      graphOf([node('s', 'fork'), pay('one'), pay('other')], [edge('s>one', guard('<')), edge('s>other', guard('>'))], {
        variables: [{ name: 'x', type: 'int' }],
      }),
    ],
    [
      'one comes to its call after what the other has written',
      graphOf(
        [node('s', 'fork'), node('write', 'llm', { writes: ['x'] }), node('wait', 'wait'), pay('one'), pay('other')],
        [edge('s>write', guard('>')), 's>wait', 'write>one', edge('wait>other', guard('<'))],
        { variables: [{ name: 'x', type: 'int' }] },
      ),
    ],
    [
      'they have met before the call',
      graphOf(
        [node('s', 'fork'), tool('other'), node('llm', 'llm'), node('met', 'join', { join: 'all' }), tool('pay')],
        ['s>other', 's>llm', 'other>met', 'llm>met', 'met>pay'],
      ),
    ],
    [
      'each waits for the others of its step',
      graphOf([node('s', 'fork'), pay('one'), pay('other')], ['s>one', 's>other'], { execution: 'supersteps' }),
    ],
    [
      'their order is fixed',
      graphOf([node('s', 'fork'), pay('one'), pay('other')], ['s>one', 's>other'], { execution: 'sequential' }),
    ],
  ])('are none where %s', (_, graph) => {
    const effects = withTools(
      { name: 'pay', classes: ['write'] },
      { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: 'success' }] },
    );
    expect(isHopelessIn(graph, effects, CONFIRMED)).toBe(false);
  });
});
