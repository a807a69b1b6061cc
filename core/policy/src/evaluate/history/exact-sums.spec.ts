import { exactNumber } from '@ostiary/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../compile.js';
import { interpretPolicy } from '../interpret.js';
import type { HistoryEvent } from '../types.js';
import { openHistory } from './store.js';

const NOW = 1_772_478_000_000;

/** Why a call of `t` is answered as it is when `condition` refuses it: by events, by monitors and by the interpreter, which must agree. */
function slugOf(
  condition: string,
  amounts: readonly string[],
  own: string | null,
  perhaps: readonly string[] = [],
): string {
  const loaded = loadPolicy(
    `dialect 2; default allow; tool t (grade?: decimal); refuse (tool == "t") when history { ${condition} };`,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const event = (text: string, i: number, principal: string | undefined): HistoryEvent => ({
    tool: 't',
    state: 'ok',
    at: NOW - 1_000 + i,
    args: { grade: exactNumber(text) },
    call_id: `c${String(i)}`,
    ...(principal !== undefined && { principal }),
  });
  const history = [
    ...amounts.map((text, i) => event(text, i, 'p')),
    ...perhaps.map((text, i) => event(text, amounts.length + i, undefined)),
  ];
  const call = { tool: 't', args: own === null ? {} : { grade: exactNumber(own) } };
  const context = { principal: { id: 'p' }, now: NOW, history };
  const decider = compilePolicy(loaded.core);
  const decision = decider.decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(decision);
  const monitor = openHistory(loaded.core);
  for (const each of history) monitor.append(each);
  expect(decider.decideWith(monitor, call, context)).toEqual(decision);
  return decision.slug;
}

const sum = (rest: string): string => `sum(t.ok.grade) within 24h by principal ${rest}`;

describe('a sum over events is exact', () => {
  it.each<[string, string, string[], string | null, string]>([
    ['more digits than a double has', '> 0.25', ['0.250000000000000000001'], null, 'refused'],
    ['which cancel out', '== 0', ['0.250000000000000000001', '-0.250000000000000000001'], null, 'refused'],
    ['the last of them decides', '== 1', ['0.99999999999999999999', '0.00000000000000000001'], null, 'refused'],
    ['a call of its own', 'including this > 100', [], '100.00000000000000001', 'refused'],
    ['which is not more', 'including this > 100', [], '100', 'no_rule'],
    ['one beside another', 'including this == 0.30', ['0.1'], '0.2', 'refused'],
    ['beyond 2^53', '> 9007199254740991', ['9007199254740991', '0.5'], null, 'refused'],
    ['a number of many places before the point', 'including this < 1', [], '1e+30', 'no_rule'],
    ['places beyond a thousand', '> 0', ['9e999', '1e999'], null, 'guard_undefined'],
    ['a call without it', 'including this >= 0', [], null, 'guard_undefined'],
  ])('%s', (_, rest, amounts, own, expected) => expect(slugOf(sum(rest), amounts, own)).toBe(expected));

  it('lies between two ends while it is not known whose some events are', () => {
    expect(slugOf(sum('< 1.1'), ['1'], null, ['0.1'])).toBe('guard_undefined');
    expect(slugOf(sum('<= 1.1'), ['1'], null, ['0.1'])).toBe('refused');
    expect(slugOf(sum('== 0.95'), ['1'], null, ['-0.01', '0.1'])).toBe('no_rule');
    // One that is perhaps taken off lowers the lower end, one that is perhaps put on raises the upper one.
    expect(slugOf(sum('>= 1'), ['1'], null, ['-0.1'])).toBe('guard_undefined');
    expect(slugOf(sum('> 1'), ['1'], null, ['-0.1'])).toBe('no_rule');
    expect(slugOf(sum('>= 0.9'), ['1'], null, ['-0.1'])).toBe('refused');
  });

  it('does not hang on the order, or on how its amounts are split, however long they are', () => {
    const amount = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 6 }), fc.integer({ min: -1_000, max: 1_000 }), (parts, bound) => {
        const exact = parts.reduce((all, [units, scale]) => all + units * 10n ** BigInt(40 - scale), 0n);
        const texts = parts.map(([units, scale]) => `${String(units)}e-${String(scale)}`);
        const limit = BigInt(bound) * 10n ** 40n;
        expect(slugOf(sum(`>= ${String(bound)}`), texts, null)).toBe(exact >= limit ? 'refused' : 'no_rule');
        const rest = (to: bigint): string => `${String(to - exact)}e-40`;
        expect(slugOf(sum(`including this == ${String(bound)}`), texts.toReversed(), rest(limit))).toBe('refused');
        expect(slugOf(sum(`including this == ${String(bound)}`), texts, rest(limit + 1n))).toBe('no_rule');
      }),
      { numRuns: 40 },
    );
  });
});
