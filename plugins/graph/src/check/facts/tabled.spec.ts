import { describe, expect, it } from 'vitest';
import { BAD, type Monitor } from '../monitor.js';
import { tabled } from './tabled.js';

/** A lane knows a number below `locals`; symbol 1 adds one, and is forbidden at the last; symbol 2 lets others forget. */
function counting(locals: number, globals = 1): { monitor: Monitor; asked: () => number } {
  let asked = 0;
  const told = <T>(value: T): T => {
    asked += 1;
    return value;
  };
  const monitor: Monitor = {
    locals,
    globals,
    startLocal: 0,
    startGlobal: 0,
    symbolOf: new Map([
      [10, 1],
      [20, 2],
    ]),
    act: (symbol, local, global) =>
      told(symbol === 1 && local === locals - 1 ? BAD : local + (symbol === 1 ? 1 : 0) + locals * global),
    others: (symbol, local, actor) => told(symbol === 2 && actor > 0 ? 0 : local),
    together: (left, right) => told(Math.max(left, right)),
    alone: (left, right) => told(Math.min(left, right)),
    endsBadly: () => false,
    judgesEnds: false,
    facts: () => [],
    doubtOf: () => undefined,
  };
  return { monitor, asked: () => asked };
}

const answersOf = ({ locals, act, others, together, alone }: Monitor): number[] =>
  [1, 2].flatMap((symbol) =>
    Array.from({ length: locals }, (_, local) =>
      [act(symbol, local, 0)].concat(
        Array.from({ length: locals }, (__, other) => [
          others(symbol, local, other),
          together(local, other),
          alone(local, other),
        ]).flat(),
      ),
    ).flat(),
  );

describe('a monitor whose answers are looked up', () => {
  it('answers as the monitor does, what is forbidden and 0 among it, and asks it once', () => {
    const { monitor, asked } = counting(4);
    const expected = answersOf(monitor);
    expect(expected).toContain(BAD);
    const before = asked();
    const once = tabled(monitor);
    expect(answersOf(once)).toEqual(expected);
    const first = asked() - before;
    expect(answersOf(once)).toEqual(expected);
    expect(asked() - before).toBe(first);
  });

  it('is the monitor itself where there are too many states, or answers hang on the run', () => {
    for (const { monitor } of [counting(33), counting(2, 2)]) expect(tabled(monitor)).toBe(monitor);
  });
});
