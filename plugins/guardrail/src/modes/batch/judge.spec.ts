import { prepared } from '@ostiary/guard/testing';
import type { PreparedPolicy } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import { candidateOf } from './json-rows.js';
import { Judge } from './judge.js';

const policy = prepared('dialect 2; @id("late") allow (tool == "t") when { now.time > "2026-01-01T00:00:00Z" };');
const CLOCK = Date.parse('2025-06-01T00:00:00Z');
const row = (number: number, context?: object) =>
  candidateOf({ action: { tool: 't', arguments: {} }, ...(context && { context }) }, number, undefined);

/** The text of one policy with the compiled form of another: the two evaluators disagree about every call. */
const forged: PreparedPolicy = { ...policy, decider: prepared('dialect 2; allow (tool == "t");').decider };

describe('Judge', () => {
  it('decides a row at its own time, and at that of the clock only when it has none', () => {
    const judge = new Judge(policy, CLOCK, 'en');
    expect(judge.judge(row(1)).outcome.answer).toBe('refuse');
    expect(judge.judge(row(2, { now: '2026-06-01T00:00:00Z' })).outcome.answer).toBe('allow');
    expect(judge.judge(row(3, { now: '2025-06-01T00:00:00Z' })).outcome.answer).toBe('refuse');
  });

  it.each([1, 1_000, 1_008, 16_000])(
    'row %i is decided by both evaluators: a disagreement gives no answer',
    (number) => {
      expect(() => new Judge(forged, CLOCK, 'en').judge(row(number))).toThrow('compiled: allow');
    },
  );

  it.each([1_001, 1_015])('row %i is decided once, and not counted as cross-checked', (number) => {
    const judged = new Judge(forged, CLOCK, 'en').judge(row(number));
    expect([judged.outcome.answer, judged.twice]).toEqual(['allow', false]);
  });
});
