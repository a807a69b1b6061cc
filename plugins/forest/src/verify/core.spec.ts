import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Core } from './core.js';
import type { Forest, Statement } from './normal-form.js';
import { Refused, type Step } from './steps.js';

/** Trees over one column of three positions: what each adds up to a position (0 unless it is said), and what behind it. */
function forestOf(
  trees: readonly (readonly [low: number, high: number, rank?: number])[],
  arithmetic: 'float32' | 'float64' = 'float32',
): Forest {
  const nodes = trees.flatMap(([, , rank = 0], tree) => [
    { column: -1, leaf: 2 * tree, rank, left: -1, right: -1 },
    { column: -1, leaf: 2 * tree + 1, rank, left: -1, right: -1 },
    { column: 0, leaf: -1, rank, left: 3 * tree, right: 3 * tree + 1 },
  ]);
  const ints = (of: (node: (typeof nodes)[number]) => number): Int32Array => Int32Array.from(nodes, of);
  return {
    roots: Int32Array.from(trees, (_, tree) => 3 * tree + 2),
    column: ints(({ column }) => column),
    rank: ints(({ rank }) => rank),
    left: ints(({ left }) => left),
    right: ints(({ right }) => right),
    leaf: ints(({ leaf }) => leaf),
    values: Float64Array.from(trees.flatMap(([low, high]) => [low, high])),
    axis: [0],
    last: [[0, 1, 2]],
    targets: 1,
    summation: { arithmetic, scores: 'float32', base: Float64Array.of(0), baseAt: 'start', aggregate: 'sum' },
  };
}

/** That the sum is never above a number. */
const statement = (forest: Forest, threshold: number, more: Partial<Statement> = {}): Statement => ({
  axes: [{ low: [0, 1, 2], high: [0, 1, 2] }],
  orders: [],
  bounds: [],
  followings: [],
  forests: [forest],
  ways: [[{ terms: [{ copy: 0, target: 0, weight: 1 }], relation: '>', threshold }]],
  ...more,
});

const CLOSED: Step = { kind: 'closed', claims: [0] };
const EMPTY: Step = { kind: 'empty' };
const split = (last: number): Step => ({ kind: 'split', axis: 0, last, upperFirst: false });

/** Boxes that were closed, or why the steps prove nothing. */
function said(asked: Statement, steps: readonly Step[]): number | string {
  try {
    return new Core(asked).check(steps);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

it('closes a box where what the trees add at most stays below, and no other', () => {
  const two = forestOf([
    [1, 0],
    [0, 1],
  ]);
  // Together they add 1 everywhere; what each adds at most is 2 until the axis is split between them.
  expect(said(statement(two, 1), [CLOSED])).toBe('a box that is said to be closed is open');
  expect(said(statement(two, 1), [split(0), CLOSED, CLOSED])).toBe(2);
  expect(said(statement(two, 1), [split(1), CLOSED, CLOSED])).toBe('a box that is said to be closed is open');
  expect(said(statement(two, 0.5), [split(0), CLOSED, CLOSED])).toBe('a box that is said to be closed is open');
});

it('loses nothing of a box that it splits', () => {
  const middle = forestOf([
    [0, 1, 0],
    [0, -1, 1],
  ]);
  for (const cuts of [[0], [1], [0, 1]])
    for (const closed of [2, 3])
      expect(said(statement(middle, 0), [...cuts.map(split), ...Array.from({ length: closed }, () => CLOSED)])).toEqual(
        expect.any(String),
      );
  expect(said(statement(middle, 1), [split(0), CLOSED, CLOSED])).toBe(2);
});

it('wants each half, and nothing behind the last', () => {
  const one = forestOf([[0, 1]]);
  expect(said(statement(one, 1), [])).toBe('the certificate ends too soon');
  expect(said(statement(one, 1), [split(0), CLOSED])).toBe('the certificate ends too soon');
  expect(said(statement(one, 1), [CLOSED, CLOSED])).toBe('the certificate goes on after its end');
  expect(said(statement(one, 1), [EMPTY])).toBe('a box that is said to be empty is not');
});

it('takes away what bounds exclude', () => {
  const one = forestOf([[0, 1]]);
  const least = (first: number): number => first;
  const bounds = [{ parts: [{ axis: 0, least }], most: 0 }];
  expect(said(statement(one, 0), [CLOSED])).toBe('a box that is said to be closed is open');
  expect(said(statement(one, 0, { bounds }), [CLOSED])).toBe(1);
  expect(said(statement(one, 0, { bounds }), [split(0), CLOSED, EMPTY])).toBe(2);
});

it('adds as the runtime adds', () => {
  const sizes = [
    [2 ** 24, 2 ** 24],
    [1, 1],
    [1, 1],
  ] as const;
  expect(said(statement(forestOf(sizes, 'float32'), 2 ** 24), [CLOSED])).toBe(1);
  expect(said(statement(forestOf(sizes, 'float64'), 2 ** 24), [CLOSED])).toBe(
    'a box that is said to be closed is open',
  );
});

it('is small, and stands by itself', () => {
  const text = readFileSync(new URL('core.ts', import.meta.url), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  const sources = (file: string): string[] =>
    [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/^import (?!type)[^;]* from '([^']+)'/gm)].map(
      ([, from]) => from ?? '',
    );
  expect(sources('core.ts')).toEqual(['./rounding.js', './steps.js']);
  expect(['rounding.ts', 'steps.ts', 'normal-form.ts'].flatMap(sources)).toEqual([]);
});
