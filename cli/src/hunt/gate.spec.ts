import { describe, expect, it } from 'vitest';
import type { Standing, Told } from '../show/hunt/told.js';
import { codeOf, gated, gateOf } from './gate.js';

const found = (severity: Told['severity'], standing?: Standing, id: Told['class'] = 'S01'): Told => ({
  class: id,
  severity,
  rules: [],
  tool: null,
  title: '',
  detail: '',
  fingerprint: '',
  repair: null,
  ...(standing && { standing }),
});

describe('the gate of a hunt', () => {
  it.each([
    ['medium', [found('medium')], 0, 'failed', 1],
    ['medium', [found('low'), found('info')], 0, 'passed', 0],
    ['high', [found('medium')], 0, 'passed', 0],
    ['high', [found('critical')], 3, 'failed', 1],
    ['info', [found('info')], 0, 'failed', 1],
    ['high', [found('high', 'known')], 0, 'passed', 0],
    ['high', [found('high', 'accepted_risk'), found('high', 'false_positive')], 0, 'passed', 0],
    ['high', [found('high', 'reopened')], 0, 'failed', 1],
    ['high', [], 1, 'incomplete', 4],
    ['info', [found('info', 'new', 'X01')], 1, 'incomplete', 4],
    ['none', [found('critical')], 1, 'passed', 0],
  ] as const)('%s with %j and %i undecided is %s', (gate, findings, undecided, status, code) => {
    const outcome = gated(findings, undecided, gate);
    expect([outcome.status, codeOf(outcome)]).toEqual([status, code]);
  });

  it('is medium unless something else is said', () => {
    expect([gateOf(undefined), gateOf('HIGH'), gateOf('none')]).toEqual(['medium', 'high', 'none']);
    expect(() => gateOf('grave')).toThrow('there are critical, high, medium, low, info, none');
  });
});
