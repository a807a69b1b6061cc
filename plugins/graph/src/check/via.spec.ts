import { expect, it } from 'vitest';
import type { State, Step } from './state.js';
import { Via } from './via.js';

it('the step of a way is told as it was taken, of many ways as of a few', () => {
  const step = (cost: number): Step => ({ next: null, moves: [], actor: 0, origins: [], cost });
  const state = (global: number): State => ({ tokens: [], global, values: 0, phase: 0, ground: 0 });
  // A state has two options, with two steps each.
  const stepAt = ({ global }: State, at: number): Step => step(4 * global + at);
  const asked: State[] = [];
  const via = new Via({
    options: (from) => {
      asked.push(from);
      return [
        { adversary: false, steps: [stepAt(from, 0), stepAt(from, 1)] },
        { adversary: true, steps: [stepAt(from, 2), stepAt(from, 3)] },
      ];
    },
  });
  const ways = 5_000;
  for (let way = 0; way < ways; way += 1) via.push(stepAt(state(way), way % 4), way % 4);
  for (let way = 0; way < ways; way += 1)
    expect(via.taken(way, state(way))).toEqual({ state: state(way), step: step(4 * way + (way % 4)) });
  // Of the first ones nobody is asked.
  expect(asked[0]?.global).toBe(4_096);
});
