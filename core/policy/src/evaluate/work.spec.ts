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

describe('the work of a decision', () => {
  it('is nothing where nothing grows with the data', () => {
    expect(work('dialect 1; allow x when a <= 5 and s in ["k", "l"];', { a: 1, s: 'k'.repeat(1_000_000) })).toBe(0);
  });

  it('is a pass over the text for each glob, ten for each regular expression up to the length it judges', () => {
    const globs = 'dialect 1; allow x when s like "*a*"; refuse x when s like "*b*";';
    expect(work(globs, { s: 'k'.repeat(1_000), other: 'k'.repeat(1_000_000) })).toBe(2 * 1_002);
    expect(work(globs, {})).toBe(4);
    const regex = 'dialect 1; allow x when s matches "a*";';
    expect(work(regex, { s: 'k'.repeat(1_000) })).toBe(10_002);
    expect(work(regex, { s: 'k'.repeat(1_000_000) })).toBe(655_362);
  });

  it('counts only the rules about the tool', () => {
    const policy = 'dialect 1; allow x when s like "*a*"; allow y when s like "*b*"; allow y when s like "*c*";';
    const args = { s: 'k'.repeat(98) };
    expect([work(policy, args), work(policy, args, {}, 'y'), work(policy, args, {}, 'nobody')]).toEqual([100, 200, 0]);
  });

  it('multiplies lists under quantifiers of quantifiers', () => {
    const nested = 'dialect 2; allow (tool == "x") when { args.l.any(a, args.l.any(b, a + b == 1)) };';
    expect(work(nested, { l: numbers(10) })).toBeGreaterThan(10 * 10 * 100);
    expect(work(nested, { l: numbers(100_000) })).toBeGreaterThan(1e12);
    expect(work(nested, { l: [] })).toBeLessThan(10);
  });

  it('takes for a list in a list the longest there is, and for its texts the longest in it', () => {
    const lines = 'dialect 2; allow (tool == "x") when { args.lines.any(line, line.tags.any(tag, tag like "*a*")) };';
    const line = { tags: ['k'.repeat(50), 'k'] };
    const small = work(lines, { lines: Array.from({ length: 10 }, () => line), body: 'k'.repeat(1_000_000) });
    expect(small).toBeGreaterThan(10 * 2 * 150);
    expect(small).toBeLessThan(10 * 2 * 250);
  });

  it('passes over the history for each rule that looks into it', () => {
    const policy =
      'dialect 2; refuse (tool == "x") when history { count(x.open) within 1h by principal >= 2 }; refuse (tool == "x") when history { formerly within 1h x.ok };';
    const event = { tool: 'x', state: 'ok', at: 0, args: {} } as const;
    const history = Array.from({ length: 500 }, () => event);
    const [passes, open] = [500 * (20 + 100) * 2, 500 * 3_000];
    expect(work(policy, {}, { history })).toBe(2 + passes + open);
    const known = history.map((each, i) => ({ ...each, call_id: `c${String(i)}`, principal: 'p', session: 's' }));
    expect(work(policy, {}, { history: known })).toBe(2 + passes + 500 * 300);
  });

  it('reads the texts of the past for each field that is compared', () => {
    const rule = (fields: string): string =>
      `dialect 2; refuse (tool == "x") when history { formerly within 1h by anyone x.ok${fields} };`;
    const history = [{ tool: 'x', state: 'ok', at: 0, args: { a: 'k'.repeat(600), b: ['k'.repeat(400)] } } as const];
    expect(work(rule(''), {}, { history })).toBe(1 + 20);
    expect(work(rule('{ a: "k" }'), {}, { history })).toBe(2 + 20 + 100 + 1_000);
  });

  it('judges what a `since` holds at every moment, and only once however deep it stands', () => {
    const history = Array.from({ length: 100 }, () => ({ tool: 'x', state: 'ok', at: 0, args: {} }) as const);
    const within = (condition: string): number =>
      work(`dialect 2; refuse (tool == "x") when history { ${condition} };`, {}, { history });
    const pass = 100 * (20 + 100);
    const one = within('(formerly within 1h x.ok) since within 1h x.ok');
    expect(one).toBe(pass + 101 * (1 + pass));
    const three = within(
      '(((formerly within 1h x.ok) since within 1h x.ok) since within 1h x.ok) since within 1h x.ok',
    );
    expect(three).toBe(pass + 2 * 101 * pass + 101 * (1 + pass));
  });
});
