import { describe, expect, it } from 'vitest';
import { readN8n } from '../index.js';
import { edgesOf, ok } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const asks = (field: string, id: string, rightValue = 'x'): Json => ({
  conditions: {
    combinator: 'and',
    conditions: [{ id, leftValue: `={{ ${field} }}`, rightValue, operator: { type: 'string', operation: 'equals' } }],
  },
});
const node = (name: string, type: string, parameters: Json = {}): Json => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 2,
  position: [0, 0],
  parameters,
});
const workflow = (nodes: readonly Json[], wires: readonly (readonly [string, number, string])[]): Json => ({
  nodes: [node('t', 'manualTrigger'), node('made', 'slack'), ...nodes],
  connections: Object.fromEntries(
    [...Map.groupBy([['t', 0, 'made'] as const, ...wires], ([source]) => source)].map(([source, own]) => [
      source,
      {
        main: [0, 1].map((output) =>
          own.filter(([, at]) => at === output).map(([, , target]) => ({ node: target, type: 'main', index: 0 })),
        ),
      },
    ]),
  ),
});
const edges = (tree: Json): readonly string[] => edgesOf(ok(readN8n(tree)).graph);
const is = (output: number, value: boolean): string =>
  JSON.stringify({ op: '=', variable: `made.#a.${output}`, value });

describe('choices of n8n that hang together', () => {
  const two = [node('a', 'if', asks('$json.x', '1')), node('b', 'if', asks('$json.x', '2'))];

  it('leaves one way of the second where it is behind a way of the first', () => {
    const tree = workflow(
      [...two, node('n', 'noOp'), node('pay', 'stripe')],
      [
        ['made', 0, 'a'],
        ['a', 0, 'n'],
        ['n', 0, 'b'],
        ['b', 1, 'pay'],
      ],
    );
    expect(edges(tree).filter((edge) => /^[ab] ->/.test(edge))).toEqual([
      `a -> n [true] ${is(0, true)}`,
      `a -> end [false] ${is(1, true)}`,
      'a -> end [none] otherwise',
      `b -> end [true] ${is(0, true)}`,
      // No item that left the first by `true` goes here.
      `b -> pay [false] ${is(0, false)}`,
      'b -> end [none] otherwise',
    ]);
    expect(ok(readN8n(tree)).graph.variables).toEqual([
      { name: 'made.#a.0', type: 'bool' },
      { name: 'made.#a.1', type: 'bool' },
    ]);
  });

  it('chooses alike beside each other, and each way for itself, as there may be several items', () => {
    const tree = workflow(two, [
      ['made', 0, 'a'],
      ['made', 0, 'b'],
    ]);
    expect(edges(tree).filter((edge) => edge.startsWith('b ->'))).toEqual([
      `b -> end [true] ${is(0, true)}`,
      `b -> end [false] ${is(1, true)}`,
      'b -> end [none] otherwise',
    ]);
  });

  const opaque = (nodes: readonly Json[], wires: readonly (readonly [string, number, string])[]): boolean =>
    edges(workflow(nodes, wires)).some((edge) => edge.startsWith('b ->') && edge.includes('opaque'));

  it('stays opaque where something between may change the items, or the question is another', () => {
    const behind = (type: string): readonly (readonly [string, number, string])[] => [
      ['made', 0, 'a'],
      ['a', 0, type],
      [type, 0, 'b'],
    ];
    expect(opaque([...two, node('noOp', 'noOp')], behind('noOp'))).toBe(false);
    expect(opaque([...two, node('set', 'set')], behind('set'))).toBe(true);
    expect(
      opaque([...two, node('other', 'slack')], [...behind('other').slice(0, 2), ['a', 0, 'b'], ['other', 0, 'b']]),
    ).toBe(true);
    const differs = (second: Json): boolean =>
      opaque(
        [...two.slice(0, 1), node('b', 'if', second)],
        [
          ['made', 0, 'a'],
          ['a', 0, 'b'],
        ],
      );
    expect(differs(asks('$json.x', '2', 'y'))).toBe(true);
    const third = node('c', 'filter', asks('$json.x', '3', 'z'));
    expect(
      opaque(
        [...two, third],
        [
          ['made', 0, 'a'],
          ['a', 0, 'b'],
          ['b', 0, 'c'],
        ],
      ),
    ).toBe(true);
  });

  it('asks what is not of the item as something opaque', () => {
    const now = [node('a', 'if', asks('$now.x', '1')), node('b', 'if', asks('$now.x', '2'))];
    expect(
      opaque(now, [
        ['made', 0, 'a'],
        ['a', 0, 'b'],
      ]),
    ).toBe(true);
  });
});
