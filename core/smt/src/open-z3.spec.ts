import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SmtAnswer, SmtModel, SmtStep } from '@ostiary/policy/symbolic';
import { type OpenedZ3, openZ3, SmtScriptError } from './index.js';

const LIMIT = { rlimit: 5_000_000 };

/** n + 1 pigeons in n holes: unsatisfiable, and hard for resolution. */
function pigeons(n: number): SmtStep {
  const holes = Array.from({ length: n }, (_, hole) => hole);
  const birds = [...holes, n];
  const at = (bird: number, hole: number): string => `p${String(bird)}_${String(hole)}`;
  const lines = birds.flatMap((bird) => [
    ...holes.map((hole) => `(declare-const ${at(bird, hole)} Bool)`),
    `(assert (or ${holes.map((hole) => at(bird, hole)).join(' ')}))`,
  ]);
  for (const hole of holes) {
    for (const bird of birds)
      for (const other of birds.slice(bird + 1))
        lines.push(`(assert (not (and ${at(bird, hole)} ${at(other, hole)})))`);
  }
  return { text: lines.join('\n'), variables: [], assumptions: [] };
}

const modelOf = (answer: SmtAnswer): SmtModel => (answer.status === 'sat' ? answer.model : {});

describe('openZ3', () => {
  let solver: OpenedZ3;
  /** One question in a context of its own. */
  const ask = async (step: Partial<SmtStep>, options = LIMIT): Promise<SmtAnswer> => {
    const context = solver.open();
    try {
      return await context.check({ text: '', variables: [], assumptions: [], ...step }, options);
    } finally {
      context.close();
    }
  };
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it('gives a value for every variable asked for, negative ones too', async () => {
    const step: Partial<SmtStep> = {
      text: '(declare-const x Int)(declare-const p Bool)(declare-const free Bool)(assert (or p (> x 5)))(assert (< x (- 9007199254740991)))',
      variables: [
        { name: 'x', sort: 'Int' },
        { name: 'p', sort: 'Bool' },
        { name: 'free', sort: 'Bool' },
      ],
    };
    const answer = await ask(step);
    expect(answer).toMatchObject({ status: 'sat', model: { p: true } });
    const model = modelOf(answer);
    expect(BigInt(String(model['x'])) < -9007199254740991n).toBe(true);
    expect(typeof model['free']).toBe('boolean');
  });

  it('names assumptions that are enough for unsat', async () => {
    const text =
      '(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const x Int)' +
      '(assert (=> a (> x 5)))(assert (=> b (< x 9)))(assert (=> c (< x 2)))';
    const answer = await ask({ text, variables: [], assumptions: ['a', 'b', 'c'] });
    expect(answer).toEqual({ status: 'unsat', core: ['a', 'c'] });
  });

  it('stops at its resource limit, every time alike', async () => {
    for (const rlimit of [1_000, 100_000]) {
      const answers = [await ask(pigeons(9), { rlimit }), await ask(pigeons(9), { rlimit })];
      expect(answers).toEqual([
        { status: 'unknown', reason: 'resource_limit' },
        { status: 'unknown', reason: 'resource_limit' },
      ]);
    }
    expect(await ask(pigeons(5))).toEqual({ status: 'unsat', core: [] });
  });

  it.each(['(declare-const x Int', '(assert (= y 1))', '(assert (+ 1 true))', 'no lisp'])(
    'refuses the script %s and lives on',
    async (text) => {
      await expect(ask({ text })).rejects.toThrow(SmtScriptError);
      expect(await ask({ text: '(assert true)' })).toEqual({ status: 'sat', model: {} });
    },
  );

  it('leaves nothing of a query for the next one', async () => {
    await ask({ text: '(declare-const x Int)(assert (= x 1))' });
    const answer = await ask({
      text: '(declare-const x Bool)(assert (not x))',
      variables: [{ name: 'x', sort: 'Bool' }],
    });
    expect(answer).toEqual({ status: 'sat', model: { x: false } });
  });

  it('keeps what a context was told, and assumes for one check only', async () => {
    const context = solver.open();
    const none = { text: '', variables: [], assumptions: [] };
    const told = '(declare-const x Int)(declare-const a Bool)(define-fun d () Bool (> x 3))(assert (=> a d))';
    expect(await context.check({ ...none, text: told, assumptions: ['a'] }, LIMIT)).toMatchObject({ status: 'sat' });
    // A later step speaks of what an earlier one declared and defined.
    const more = '(declare-const b Bool)(assert (=> b (not d)))';
    const both = await context.check({ ...none, text: more, assumptions: ['a', 'b'] }, LIMIT);
    expect(both).toEqual({ status: 'unsat', core: ['a', 'b'] });
    expect(await context.check({ ...none, assumptions: ['b'] }, LIMIT)).toMatchObject({ status: 'sat' });
    await expect(solver.open().check({ ...none, text: more }, LIMIT)).rejects.toThrow(SmtScriptError);
    context.close();
    await expect(context.check(none, LIMIT)).rejects.toThrow('closed');
  });

  it('counts the steps of each check afresh', async () => {
    const context = solver.open();
    const step = pigeons(5);
    const statuses = [];
    for (let at = 0; at < 20; at++)
      statuses.push((await context.check({ ...step, text: at === 0 ? step.text : '' }, { rlimit: 100_000 })).status);
    expect(new Set(statuses)).toEqual(new Set(['unsat']));
    context.close();
  });

  it('reads a script larger than the stack of the module', async () => {
    const text = Array.from(
      { length: 3_000 },
      (_, index) =>
        `(declare-const x${String(index)} Int)(assert (! (> x${String(index)} ${String(index)}) :named ${'n'.repeat(200)}${String(index)}))`,
    ).join('\n');
    const answer = await ask({ text, variables: [{ name: 'x2999', sort: 'Int' }] }, { rlimit: 100_000_000 });
    expect(Number(modelOf(answer)['x2999'])).toBeGreaterThan(2_999);
  });

  it('keeps apart scripts that are asked at once: the string trap of the asynchronous call', async () => {
    const asked = Array.from({ length: 60 }, async (_, index) => {
      // Different lengths and constants: a text overwritten by its neighbour would not parse, or answer with another constant.
      const padding = '; '.padEnd(20 + index * 37, 'x');
      const text = `${padding}\n(declare-const v${String(index)} Int)\n(assert (= v${String(index)} ${String(index * 1_000)}))`;
      const answer = await ask({ text, variables: [{ name: `v${String(index)}`, sort: 'Int' }] });
      return modelOf(answer)[`v${String(index)}`];
    });
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 60 }, (_, index) => String(index * 1_000)));
  });

  it('does not grow over 1,000 queries', async () => {
    const askTimes = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const text = `(declare-const x Int)(assert (> (* 2 x) ${String(index)}))`;
        expect((await ask({ text, variables: [{ name: 'x', sort: 'Int' }] })).status).toBe('sat');
      }
    };
    await askTimes(100);
    const before = process.memoryUsage().rss;
    await askTimes(1_000);
    // Contexts that are not let go of add gigabytes; what waits to be collected adds some tens of megabytes at times.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(128);
  });

  it('refuses queries once closed', async () => {
    const other = await openZ3();
    const context = other.open();
    await other.close();
    expect(() => other.open()).toThrow('closed');
    await expect(context.check({ text: '(assert true)', variables: [], assumptions: [] }, LIMIT)).rejects.toThrow(
      'closed',
    );
  });
});
