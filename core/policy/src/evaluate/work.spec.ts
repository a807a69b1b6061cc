import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import type { Context } from './types.js';
import { workOf } from './work.js';

function work(text: string, args: Readonly<Record<string, unknown>>, context: Context = {}, tool = 'x'): number {
  const loaded = loadPolicy(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ code }) => code).join());
  return workOf(loaded.core)({ tool, args }, context);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What a change of the call or the policy adds to the work. */
const added = (...[more, less]: readonly [number, number]): number => more - less;

describe('the work of a decision', () => {
  it('grows with what is read and what is carried, not with the square of it', () => {
    const policy = 'dialect 1; allow x when a <= 5 and s in ["k", "l"];';
    const of = (length: number): number => work(policy, { a: 1, s: 'k'.repeat(length) });
    expect(added(of(2_000_000), of(1_000_000))).toBe(added(of(3_000_000), of(2_000_000)));
    expect(of(10)).toBeLessThan(2_000);
  });

  it('is a pass over the text for each glob, and one for each step of a regular expression up to the length it judges', () => {
    const glob = 'dialect 1; allow x when s like "*a*";';
    const globs = `${glob} refuse x when s like "*b*";`;
    const text = { s: 'k'.repeat(1_000) };
    expect(added(work(globs, text), work(globs, { s: '' }))).toBeGreaterThan(
      added(work(glob, text), work(glob, { s: '' })) + 1_000,
    );
    const regex = (length: number): number =>
      work('dialect 1; allow x when s matches "a*";', { s: 'k'.repeat(length) });
    const read = (length: number): number => work('dialect 1; allow x when s like "a";', { s: 'k'.repeat(length) });
    expect(regex(1_000) - read(1_000)).toBeGreaterThan(10_000);
    expect(regex(1_000_000) - regex(100_000)).toBeLessThan(read(1_000_000) - read(100_000));
  });

  it('counts only the rules about the tool', () => {
    const policy = 'dialect 1; allow x when s like "*a*"; allow y when s like "*b*"; allow y when s like "*c*";';
    const args = { s: 'k'.repeat(98) };
    const [x, y, nobody] = [work(policy, args), work(policy, args, {}, 'y'), work(policy, args, {}, 'nobody')];
    expect(y - nobody).toBe(2 * (x - nobody));
  });

  it('multiplies lists under quantifiers of quantifiers', () => {
    const nested = 'dialect 2; allow (tool == "x") when { args.l.any(a, args.l.any(b, a + b == 1)) };';
    expect(work(nested, { l: numbers(10) })).toBeGreaterThan(10 * 10 * 100);
    expect(work(nested, { l: numbers(100_000) })).toBeGreaterThan(1e12);
    expect(work(nested, { l: [] })).toBeLessThan(2_000);
  });

  it('takes for a list in a list the longest there is, and for its texts the longest in it', () => {
    const lines = 'dialect 2; allow (tool == "x") when { args.lines.any(line, line.tags.any(tag, tag like "*a*")) };';
    const line = { tags: ['k'.repeat(50), 'k'] };
    const args = { lines: Array.from({ length: 10 }, () => line) };
    const body = { body: 'k'.repeat(1_000_000) };
    const carried = work('dialect 1; allow x;', body) - work('dialect 1; allow x;', {});
    expect(work(lines, args)).toBeGreaterThan(10 * 2 * 150);
    const longest = { lines: [{ tags: Array.from({ length: 1_000 }, () => 'k') }, ...args.lines.slice(1)] };
    const sized = 'dialect 2; allow (tool == "x") when { args.lines.any(line, line.tags.size() > 5) };';
    expect(added(work(lines, longest), work(sized, longest))).toBeGreaterThan(10 * 1_000 * 50);
    expect(work(lines, { ...args, ...body }) - work(lines, args)).toBeLessThan(carried + 1_000);
  });

  it('passes over the history for each rule that looks into it, and again at each moment for what a `since` holds', () => {
    const rule = (condition: string): string => `refuse (tool == "x") when history { ${condition} };`;
    const event = { tool: 'x', state: 'ok', at: 0, args: {} } as const;
    const of = (policy: string, count: number): number =>
      work(`dialect 2; ${policy}`, {}, { history: Array.from({ length: count }, () => event) });
    const once = rule('formerly within 1h x.ok');
    expect(of(once, 500) - of(once, 0)).toBeGreaterThan(500 * 100);
    expect(of(once + once, 500) - of(once + once, 0)).toBe(2 * (of(once, 500) - of(once, 0)));
    const always = rule('(formerly within 1h x.ok) since within 1h x.ok');
    expect(of(always, 500)).toBeGreaterThan(100 * of(once, 500));
  });

  it('reads the arguments of all events for each field that a condition compares or sums, and for none else', () => {
    const of = (condition: string, length: number): number =>
      work(
        `dialect 2; refuse (tool == "x") when history { ${condition} };`,
        { s: 'a', n: 1 },
        {
          history: Array.from({ length: 10 }, () => ({
            tool: 'x',
            state: 'ok',
            at: 0,
            args: { s: 'k'.repeat(length) },
          })),
        },
      );
    const grown = (condition: string): number => added(of(condition, 100_000), of(condition, 0));
    const all = 10 * 100_000;
    expect(grown('formerly within 1h x.ok')).toBeLessThan(all);
    expect(grown('formerly within 1h x.ok{ s: args.s }')).toBeGreaterThanOrEqual(all);
    expect(grown('formerly within 1h x.ok{ s: args.s, n: args.n }')).toBe(
      2 * grown('formerly within 1h x.ok{ s: args.s }'),
    );
    expect(grown('sum(x.ok.n) within 1h by principal > 5')).toBeGreaterThanOrEqual(all);
    expect(grown('count(x.ok) within 1h by args.s > 5')).toBeGreaterThanOrEqual(all);
  });

  it('counts what the checker leaves out and the interpreter looks at', () => {
    const asked = work('dialect 2; allow (tool == "x") when { args.l.any(a, a == 1) };', { l: numbers(100) });
    const unasked = work('dialect 2; allow (tool == "x") when { args.l.any(a, a == 1) && tool == "y" };', {
      l: numbers(100),
    });
    expect(unasked).toBeGreaterThanOrEqual(asked);
  });
});
