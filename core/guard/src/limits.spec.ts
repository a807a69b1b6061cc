import { ABSENT, type Call, type Context } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import { decide } from './decide/decide.js';
import { reasonOf } from './decide/detail.js';
import { unreadable } from './decide/readable.js';
import { candidates } from './explain/candidates.js';
import { ContextField } from './request/context.js';
import { readJsonCell } from './request/json-cell.js';
import { prepared } from './testing/index.js';
import { traceCall } from './trace/trace.js';
import { liftedDefaults } from './warnings/lifted-default.js';
import { liftWarnings } from './warnings/lift-warnings.js';
import { changesOf } from './warnings/situations.js';

/*
 * What is tried and shown is bounded by counts. Each case here goes past its bound, so that a bound that is not kept, or a thousand
 * times as large, gives another result.
 */

const letters = (count: number): string => 'x'.repeat(count);
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('what is shown', () => {
  it('is no more than five hundred characters of a test', () => {
    const shown = (length: number): string | undefined => {
      const policy = prepared(`dialect 1; allow t when s == "${letters(length)}";`);
      const [call, context]: [Call, Context] = [{ tool: 't', args: { s: 'x' } }, {}];
      return traceCall(policy, call, context, decide(policy, call, context)).rules[0]?.tests[0]?.text;
    };
    expect(shown(400)).toBe(`s == "${letters(400)}"`);
    expect(shown(600)).toBe(`s == "${letters(493)}…`);
  });

  it('is no more than three reasons for which a rule said nothing', () => {
    const said = (...names: string[]): string => {
      const policy = prepared(`dialect 1; @id("a") allow t when ${names.map((name) => `${name} == 1`).join(' and ')};`);
      const call = { tool: 't', args: {} };
      return reasonOf(policy, call, {}, decide(policy, call, {}), null).detail.en;
    };
    expect(said('w', 'x', 'y')).toContain('`args.w` is absent and `args.x` is absent and `args.y` is absent.');
    expect(said('w', 'x', 'y', 'z')).toContain('`args.w` is absent and `args.x` is absent and `args.y` is absent.');
  });

  it('is no more than three hundred characters of a call', () => {
    const shown = (length: number): string | undefined => {
      const fields = { s: { type: { kind: 'string', format: 'text' }, required: true, examples: [letters(length)] } };
      const catalogue = { name: 'c', tools: [{ name: 't', classes: [], args: { kind: 'record', fields } }] };
      const text = 'dialect 2; default refuse; confirm (tool == "t") when { session.label("l") };';
      return liftWarnings(prepared(text, catalogue))[0]?.detail.en.split('`')[3];
    };
    expect(shown(200)).toBe(`t {"s":"${letters(200)}"}`);
    expect(shown(400)).toBe(`t {"s":"${letters(292)}...`);
  });
});

describe('what is read', () => {
  it('is no deeper than sixty-four levels', () => {
    expect(unreadable(nested(64))).toBeNull();
    expect(unreadable(nested(65))).toBe('/0'.repeat(64));
  });

  it('is no deeper than thirty-two levels in a cell', () => {
    expect(readJsonCell(JSON.stringify(nested(32)))).toEqual({ value: nested(32) });
    expect(readJsonCell(JSON.stringify(nested(33)))).toHaveProperty('fault');
  });

  it('is no more than five hundred currencies', () => {
    const rates = (count: number): object => ({
      v: { USD: Object.fromEntries(Array.from({ length: count }, (_, i) => [`X${String(i)}`, '1'])) },
    });
    expect(ContextField.safeParse({ rates: rates(500) }).success).toBe(true);
    expect(ContextField.safeParse({ rates: rates(501) }).success).toBe(false);
  });
});

describe('what is tried', () => {
  it('is no list of more than a hundred items', () => {
    const sizes = (size: number): number => {
      const constants = { values: ['a'], globs: [], regexes: [], parts: [], factors: [], sizes: [size] };
      const tried = candidates({ kind: 'list', of: { kind: 'string', format: 'text' } }, constants, ABSENT, []);
      return Math.max(...tried.map((value) => (Array.isArray(value) ? value.length : 0)));
    };
    expect(sizes(90)).toBe(91);
    expect(sizes(5_000)).toBe(1);
  });

  /** So many rules that a long search climbs towards and never reaches, then one that a short search finds. */
  function foundBehind(hopeless: number): readonly string[] {
    const number = (i: number): string =>
      Array.from({ length: 16 }, (_, j) => `args.n${String(i)} == ${String(j * 9)}`).join(' || ');
    const tests = Array.from({ length: 30 }, (_, i) => `(${number(i)})`).join(' && ');
    const rules = Array.from(
      { length: hopeless },
      (_, i) =>
        `confirm (tool == "t") when { session.label("l${String(i)}") && ${tests} && args.m == 1 && args.m == 2 };`,
    );
    const simple = '@id("found") confirm (tool == "u") when { session.label("z") };';
    const policy = prepared(`dialect 2; default refuse; ${rules.join(' ')} ${simple}`);
    return liftedDefaults(policy).map(({ rule }) => rule.id);
  }

  it('for one confirm rule that may lift the default leaves something for the others', () => {
    expect(foundBehind(1)).toEqual(['found']);
  });

  it('for all of them is a fixed number of decisions', () => {
    expect(foundBehind(12)).toEqual([]);
  });

  it('are sixteen values of one place', () => {
    const count = (constants: number): number => {
      const tests = Array.from({ length: constants }, (_, i) => `args.s == "v${String(i)}"`).join(' || ');
      const policy = prepared(`dialect 2; allow (tool == "t") when { ${tests} };`);
      const guards = policy.core.rules.flatMap(({ variants }) => variants.map(({ guard }) => guard));
      return changesOf(policy, 't', guards).length;
    };
    expect(count(4)).toBeLessThan(count(20));
    expect(count(100)).toBe(count(20));
  });
});
