import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { checkGraph } from './check.js';

/** Diamonds one after another: each checks where its variable is large, and pays where it is larger still. */
function diamonds(count: number, wrong = -1) {
  const nodes = Array.from({ length: count }, (_, i) => [
    node(`s${i}`, 'router'),
    { ...tool(`c${i}`), tools: [{ name: 'check' }] },
    node(`m${i}`, 'router'),
    { ...tool(`p${i}`), tools: [{ name: 'pay' }] },
    { ...tool(`u${i}`), tools: [{ name: 'update' }] },
  ]).flat();
  const above = (i: number, value: number) => ({ guard: { expr: { op: '>', variable: `x${i}`, value } } }) as const;
  const edges = Array.from({ length: count }, (_, i) => [
    edge(`s${i}>c${i}`, above(i, i === wrong ? 100 : 50)),
    edge(`s${i}>m${i}`, { otherwise: true }),
    edge(`c${i}>m${i}`),
    edge(`m${i}>p${i}`, above(i, 50)),
    edge(`m${i}>u${i}`, { otherwise: true }),
    edge(`p${i}>u${i}`),
    ...(i + 1 < count ? [edge(`u${i}>s${i + 1}`)] : []),
  ]).flat();
  return graphOf(nodes, edges, {
    variables: Array.from({ length: count }, (_, i) => ({ name: `x${i}`, type: 'int' as const })),
  });
}

const effects = new Map([
  ...PAY,
  ['update', { name: 'update', classes: ['write'], resource: { name: 'order' } }],
  ['check', { ...PAY.get('check'), name: 'check', classes: ['read'], resource: { name: 'order' } }],
]);

describe('correlated guards', () => {
  it('a hundred of them are decided: what is read no more is forgotten', () => {
    const [verdict] = checkGraph(diamonds(100), effects).verdicts;
    expect(verdict).toMatchObject({ verdict: 'proved' });
    expect(verdict?.guards_used?.length).toBeGreaterThan(0);
  });

  it('the one that does not fit is found, with a value', () => {
    const [verdict] = checkGraph(diamonds(100, 73), effects).verdicts;
    expect(verdict?.verdict).toBe('broken');
    const value = verdict?.model?.find(({ variable }) => variable === 'x73')?.value as number;
    expect(value > 50 && value <= 100).toBe(true);
  });
});

describe('many lanes', () => {
  it('20,000 of them end: what no lane can spoil is proved, else it is possible within the budget', () => {
    const count = 20_000;
    const lanes = (check: boolean) =>
      graphOf(
        [
          node('s', 'start'),
          ...(check ? [tool('check')] : []),
          node('f', 'fork'),
          ...Array.from({ length: count }, (_, i) => ({ ...tool(`p${i}`), tools: [{ name: 'pay' }] })),
        ],
        [...(check ? ['s>check', 'check>f'] : ['s>f']), ...Array.from({ length: count }, (_, i) => edge(`f>p${i}`))],
      );
    expect(checkGraph(lanes(true), PAY).verdicts).toMatchObject([{ verdict: 'proved' }]);
    expect(checkGraph(lanes(false), PAY).verdicts).toMatchObject([
      { verdict: 'possible', deciders: [{ code: 'budget' }] },
    ]);
  });
});
