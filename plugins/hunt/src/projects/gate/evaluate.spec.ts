import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateGate, type Measured } from './evaluate.js';
import type { GateCondition } from './model.js';

const NONE = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
const measured = (more: Partial<Measured> = {}): Measured => ({
  overall: NONE,
  fresh: NONE,
  unknownChecks: 0,
  coverageDecided: 1,
  acceptedExpired: 0,
  ...more,
});
const condition = (
  metric: GateCondition['metric'],
  op: 'gt' | 'lt',
  threshold: number,
  scope: 'new' | 'overall' = 'overall',
): GateCondition => ({ metric, op, threshold, scope });

function ask(conditions: readonly GateCondition[], what: Partial<Measured>, onUnknown: 'fail' | 'warn' = 'warn') {
  const { status, conditions: results } = evaluateGate({ revision: 3, conditions, onUnknown }, measured(what));
  return [status, ...results.map((result) => `${result.actual} ${result.status}`)];
}

describe('a gate', () => {
  it('passes when no condition fails, and says what it saw', () => {
    expect(ask([], {})).toEqual(['passed']);
    expect(ask([condition('findings_high', 'gt', 1)], { overall: { ...NONE, high: 1 } })).toEqual([
      'passed',
      '1 passed',
    ]);
  });

  it('fails past the threshold, not at it', () => {
    expect(ask([condition('findings_high', 'gt', 1)], { overall: { ...NONE, high: 2 } })).toEqual([
      'failed',
      '2 failed',
    ]);
    expect(ask([condition('coverage_decided', 'lt', 0.9)], { coverageDecided: 0.9 })).toEqual(['passed', '0.9 passed']);
    expect(ask([condition('coverage_decided', 'lt', 0.9)], { coverageDecided: 0.89 })).toEqual([
      'failed',
      '0.89 failed',
    ]);
  });

  it.each([
    ['findings_critical', 1],
    ['findings_high', 2],
    ['findings_medium', 3],
    ['findings_low', 4],
    ['findings_total', 15],
    ['unknown_checks', 0],
    ['coverage_decided', 0.5],
    ['accepted_expired', 7],
  ] as const)('%s is %d of what there is', (metric, actual) => {
    const overall = { critical: 1, high: 2, medium: 3, low: 4, info: 5 };
    expect(ask([condition(metric, 'gt', 100)], { overall, coverageDecided: 0.5, acceptedExpired: 7 })).toEqual([
      'passed',
      `${actual} passed`,
    ]);
  });

  it('counts the new ones alone where it is asked to', () => {
    const what = { overall: { ...NONE, high: 5 }, fresh: { ...NONE, high: 1 } };
    expect(ask([condition('findings_high', 'gt', 1, 'new')], what)).toEqual(['passed', '1 passed']);
    expect(ask([condition('findings_high', 'gt', 1, 'overall')], what)).toEqual(['failed', '5 failed']);
  });

  it('never passes what is undecided', () => {
    const counted = [condition('findings_high', 'gt', 0), condition('unknown_checks', 'gt', 5)];
    expect(ask(counted, { unknownChecks: 2 })).toEqual(['incomplete', '0 unknown', '2 passed']);
    expect(ask(counted, { unknownChecks: 2 }, 'fail')).toEqual(['failed', '0 unknown', '2 passed']);
    expect(ask([], { unknownChecks: 1 })).toEqual(['incomplete']);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('gt', 'lt'), fc.nat(3))),
        fc.integer({ min: 1 }),
        (some, unknownChecks) => {
          const conditions = some.map(([op, threshold]) => condition('findings_low', op, threshold));
          expect(ask(conditions, { unknownChecks })[0]).not.toBe('passed');
        },
      ),
    );
    expect(ask(counted, { unknownChecks: 2, overall: { ...NONE, high: 1 } })).toEqual([
      'failed',
      '1 failed',
      '2 passed',
    ]);
  });
});
