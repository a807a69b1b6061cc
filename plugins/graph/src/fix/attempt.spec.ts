import { describe, expect, it } from 'vitest';
import type { AgentGraph, Rule, ToolEffects } from '../model/index.js';
import { graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import { tried } from './testing/tried.js';

const CHECKED: Rule = { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' };
const CONFIRMED: Rule = { id: 'confirmed', kind: 'confirm_before', tool: 'pay' };
const CHECK_OF_ID: ToolEffects = withTools(
  { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success', args: { id: 'id' } }] },
  { name: 'pay', classes: ['write'] },
);

const call = (name: string, variable: string) => ({ name, arguments: [{ name: 'id', variable }] });
const callsOf = ({ nodes }: AgentGraph, name: string) =>
  nodes.flatMap(({ tools = [] }) => tools.filter((each) => each.name === name));

/** How many graphs are tried: the cut, and the one in which it stands right before the tool. */
const CUT_FIRST = 2;

describe('places that are tried', () => {
  it.each<[string, AgentGraph, ToolEffects, Rule]>([
    [
      'a way past a check',
      graphOf([node('s', 'start'), tool('check'), tool('pay')], ['s>check', 's>pay', 'check>pay']),
      PAY,
      CHECKED,
    ],
    [
      'what ends a check',
      graphOf(
        [
          node('check', 'tool', { tools: [call('check', 'order')] }),
          node('write', 'llm', { writes: ['order'] }),
          node('pay', 'tool', { tools: [call('pay', 'order')] }),
        ],
        ['check>write', 'write>pay'],
      ),
      CHECK_OF_ID,
      CHECKED,
    ],
    [
      'a call that uses a confirmation up',
      graphOf(
        [node('s', 'start'), tool('pay'), node('again', 'llm'), node('two', 'tool', { tools: [{ name: 'pay' }] })],
        ['s>pay', 'pay>again', 'again>two'],
      ),
      PAY,
      CONFIRMED,
    ],
  ])('are the cut at first, and nothing else where it mends: %s', (_, graph, effects, rule) => {
    const { told, graphs } = tried(graph, effects, rule);
    expect(told).toMatchObject({ fix: { smallest: true } });
    expect(graphs).toHaveLength(CUT_FIRST);
  });
});

describe('a rule that needs several insertions', () => {
  const graph = graphOf(
    [
      node('s', 'start'),
      node('a', 'tool', { tools: [call('pay', 'one')] }),
      node('b', 'tool', { tools: [call('pay', 'two')] }),
    ],
    ['s>a', 'a>b'],
  );

  it('has each where it serves, and is not said to be smallest', () => {
    const { told, graphs } = tried(graph, CHECK_OF_ID, CHECKED);
    expect(told).toMatchObject({ fix: { insert_on: ['s>a', 'a>b'], cut_size: 2, smallest: false } });
    const checked = graphs.map((each) => callsOf(each, 'check').map(({ arguments: given }) => given?.[0]));
    expect(checked).toContainEqual([
      { name: 'id', variable: 'one' },
      { name: 'id', variable: 'two' },
    ]);
  });
});

it('a cleaner is called with the variable that it cleans', () => {
  const x = { fields: { x: {} } };
  const effects = withTools(
    { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
    { name: 'pay', classes: ['write', 'privileged'], args: x },
    { name: 'wash', classes: ['read', 'cleaner'], labels: ['untrusted'], args: x },
  );
  const pay = tool('pay', { tools: [{ name: 'pay', arguments: [{ name: 'x', variable: 'a' }] }] });
  const graph = graphOf([tool('fetch', { writes: ['a'] }), pay], ['fetch>pay']);
  const { told, graphs } = tried(graph, effects, { id: 'r', kind: 'taint', form: 'privileged' });
  expect(told).toMatchObject({ fix: { name: 'wash', cleans: ['a'] } });
  expect(graphs.flatMap((each) => callsOf(each, 'wash'))).toContainEqual({
    name: 'wash',
    arguments: [{ name: 'x', variable: 'a' }],
  });
});
