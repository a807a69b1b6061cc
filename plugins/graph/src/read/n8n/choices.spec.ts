import { describe, expect, it } from 'vitest';
import { readN8n } from '../index.js';
import { guardText } from '../../model/index.js';
import { edgesOf, ok } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const asks = (field: string, id: string, rightValue = 'x'): Json => ({
  conditions: {
    options: { caseSensitive: true },
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
/** The outputs of a node that go on or not, by the classes of items for which they are taken. */
const ways = (tree: Json, name: string): readonly string[] =>
  ok(readN8n(tree))
    .graph.edges.filter(({ source }) => source === name)
    .map(({ branch = '', guard, target }) => {
      const told =
        guard && 'expr' in guard ? guardText(guard.expr).replaceAll(/\w+\.#(\w+)\.(\d+) = true/g, '$1$2') : '';
      return `${branch} ${target}: ${guard && 'opaque' in guard ? 'opaque' : told}`;
    });

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
    expect(ways(tree, 'a')).toEqual(['true n: a1', 'false end: a0 or not (a1)']);
    // No item that left the first by `true` goes on.
    expect(ways(tree, 'b')).toEqual(['false pay: a0 and not (a0)', 'true end: a1']);
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
    expect(ways(tree, 'b')).toEqual(['true end: a1', 'false end: a0 or not (a1)']);
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
    expect(differs(asks('$json.x', '2', 'y'))).toBe(false);
    // The same field, looked at in another way: how these hang together is not known.
    expect(differs(asks('$json.x.trim()', '2'))).toBe(true);
    expect(differs(asks('$json["x"].trim()', '2'))).toBe(true);
    expect(differs(asks('JSON.stringify($json)', '2'))).toBe(true);
    expect(differs(asks('$json.x.y', '2'))).toBe(true);
    expect(differs(asks('$("made").item.json.x', '2'))).toBe(false);
    expect(differs(asks('$("t").item.json.x', '2'))).toBe(false);
    expect(differs(asks('$json.y.trim()', '2'))).toBe(false);
    expect(differs(asks('$json["x"]', '2', '={{ $json.y }}'))).toBe(true);
  });

  it('reads of a text whether its case counts only where the file says it', () => {
    const vague = (options: Json): Json => {
      const asked = asks('$json.x', '2', 'y') as { conditions: Json };
      return { conditions: { ...asked.conditions, options: {} }, options };
    };
    const behind = (second: Json): boolean =>
      opaque(
        [...two.slice(0, 1), node('b', 'if', second)],
        [
          ['made', 0, 'a'],
          ['a', 0, 'b'],
        ],
      );
    expect(behind(vague({}))).toBe(true);
    expect(behind({ ...asks('$json.x', '2', 'y'), options: { ignoreCase: true } })).toBe(true);
    expect(behind({ ...asks('$json.x', '2', 'y'), options: { ignoreCase: false } })).toBe(false);
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
