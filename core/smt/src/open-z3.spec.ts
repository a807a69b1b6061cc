import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedZ3, openZ3, type SmtScript, SmtScriptError } from './index.js';

const LIMIT = { rlimit: 5_000_000 };

/** n + 1 pigeons in n holes: unsatisfiable, and hard for resolution. */
function pigeons(n: number): SmtScript {
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
  return { text: lines.join('\n'), variables: [] };
}

describe('openZ3', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it('gives a value for every variable asked for, negative ones too', async () => {
    const script: SmtScript = {
      text: '(declare-const x Int)(declare-const p Bool)(declare-const free Bool)(assert (or p (> x 5)))(assert (< x (- 9007199254740991)))',
      variables: [
        { name: 'x', sort: 'Int' },
        { name: 'p', sort: 'Bool' },
        { name: 'free', sort: 'Bool' },
      ],
    };
    const answer = await solver.check(script, LIMIT);
    expect(answer).toMatchObject({ status: 'sat', model: { p: true } });
    expect(BigInt(String(answer.model?.['x'])) < -9007199254740991n).toBe(true);
    expect(typeof answer.model?.['free']).toBe('boolean');
  });

  it('names assumptions that are enough for unsat', async () => {
    const text =
      '(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const x Int)' +
      '(assert (=> a (> x 5)))(assert (=> b (< x 9)))(assert (=> c (< x 2)))';
    const answer = await solver.check({ text, variables: [], assumptions: ['a', 'b', 'c'] }, LIMIT);
    expect(answer).toEqual({ status: 'unsat', core: ['a', 'c'] });
  });

  it('stops at its resource limit, every time alike', async () => {
    for (const rlimit of [1_000, 100_000]) {
      const answers = [await solver.check(pigeons(9), { rlimit }), await solver.check(pigeons(9), { rlimit })];
      expect(answers).toEqual([
        { status: 'unknown', reason: 'resource_limit' },
        { status: 'unknown', reason: 'resource_limit' },
      ]);
    }
    expect(await solver.check(pigeons(5), LIMIT)).toEqual({ status: 'unsat' });
  });

  it.each(['(declare-const x Int', '(assert (= y 1))', '(assert (+ 1 true))', 'no lisp'])(
    'refuses the script %s and lives on',
    async (text) => {
      await expect(solver.check({ text, variables: [] }, LIMIT)).rejects.toThrow(SmtScriptError);
      expect(await solver.check({ text: '(assert true)', variables: [] }, LIMIT)).toEqual({ status: 'sat', model: {} });
    },
  );

  it('leaves nothing of a query for the next one', async () => {
    await solver.check({ text: '(declare-const x Int)(assert (= x 1))', variables: [] }, LIMIT);
    const answer = await solver.check(
      { text: '(declare-const x Bool)(assert (not x))', variables: [{ name: 'x', sort: 'Bool' }] },
      LIMIT,
    );
    expect(answer).toEqual({ status: 'sat', model: { x: false } });
  });

  it('reads a script larger than the stack of the module', async () => {
    const text = Array.from(
      { length: 3_000 },
      (_, index) =>
        `(declare-const x${String(index)} Int)(assert (! (> x${String(index)} ${String(index)}) :named ${'n'.repeat(200)}${String(index)}))`,
    ).join('\n');
    const answer = await solver.check({ text, variables: [{ name: 'x2999', sort: 'Int' }] }, { rlimit: 100_000_000 });
    expect(Number(answer.model?.['x2999'])).toBeGreaterThan(2_999);
  });

  it('keeps apart scripts that are asked at once: the string trap of the asynchronous call', async () => {
    const asked = Array.from({ length: 60 }, async (_, index) => {
      // Different lengths and constants: a text overwritten by its neighbour would not parse, or answer with another constant.
      const padding = '; '.padEnd(20 + index * 37, 'x');
      const text = `${padding}\n(declare-const v${String(index)} Int)\n(assert (= v${String(index)} ${String(index * 1_000)}))`;
      const answer = await solver.check({ text, variables: [{ name: `v${String(index)}`, sort: 'Int' }] }, LIMIT);
      return answer.model?.[`v${String(index)}`];
    });
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 60 }, (_, index) => String(index * 1_000)));
  });

  it('does not grow over 1,000 queries', async () => {
    const ask = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const answer = await solver.check(
          {
            text: `(declare-const x Int)(assert (> (* 2 x) ${String(index)}))`,
            variables: [{ name: 'x', sort: 'Int' }],
          },
          LIMIT,
        );
        expect(answer.status).toBe('sat');
      }
    };
    await ask(100);
    const before = process.memoryUsage().rss;
    await ask(1_000);
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(40);
  });

  it('refuses queries once closed', async () => {
    const other = await openZ3();
    await other.close();
    await expect(other.check({ text: '(assert true)', variables: [] }, LIMIT)).rejects.toThrow('closed');
  });
});
