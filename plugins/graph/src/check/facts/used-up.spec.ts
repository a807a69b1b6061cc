import { describe, expect, it } from 'vitest';
import type { ToolUse } from '../../model/index.js';
import { graphOf, node, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';

const confirms = [{ tools: ['pay'], passes: 'success' }] as const;
const ASK = { name: 'ask', classes: ['read'], confirms } as const;
const PAY = { name: 'pay', classes: ['write'], args: { fields: { x: {} } } } as const;
const to = (value: string): Partial<ToolUse> => ({ arguments: [{ name: 'x', value }] });

/** A person approves, lanes part, one of them is confirmed by `ask` too, and each of them pays. */
const graph = (other: Partial<ToolUse> = {}) =>
  graphOf(
    [
      node('boss', 'human', { confirms: ['pay'] }),
      node('both', 'fork'),
      tool('ask'),
      tool('pay', { tools: [{ name: 'pay', ...to('a') }] }),
      tool('again', { tools: [{ name: 'pay', ...to('a'), ...other }] }),
    ],
    ['boss>both', 'both>ask', 'ask>pay', 'both>again'],
  );
const said = (given: ReturnType<typeof graph>, ...tools: Parameters<typeof withTools>) =>
  checkGraph(given, withTools(...tools, PAY), [{ id: 'r', kind: 'confirm_before', tool: 'pay' }]).verdicts.map(
    ({ verdict }) => verdict,
  );

describe('what lanes were approved in common', () => {
  it('is left to the others by a lane that a tool has confirmed, whatever is called', () => {
    expect(said(graph(), ASK)).toEqual(['proved']);
    expect(said(graph(to('b')), ASK)).toEqual(['proved']);
  });

  it('is used up by a lane that not all have confirmed which are asked for', () => {
    expect(said(graph(), ASK, { ...ASK, name: 'audit' })).toEqual(['broken']);
  });

  it('is used up by a lane that was confirmed with other arguments', () => {
    const keyed = { ...ASK, args: { fields: { x: {} } }, confirms: [{ ...confirms[0], args: { x: 'x' } }] } as const;
    // One lane is confirmed for the call of the other, and makes its own first.
    const asked = graph();
    const calls = [
      tool('ask', { tools: [{ name: 'ask', ...to('a') }] }),
      tool('pay', { tools: [{ name: 'pay', ...to('b') }] }),
    ];
    const nodes = asked.nodes.map((each) => calls.find(({ id }) => id === each.id) ?? each);
    expect(said({ ...asked, nodes, execution: 'sequential' }, keyed)).toEqual(['broken']);
  });
});
