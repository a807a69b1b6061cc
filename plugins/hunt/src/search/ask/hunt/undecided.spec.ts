import type { CoreRule } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import { undecidedBug } from './undecided.js';

const titled = (ids: string, tool?: string): string =>
  undecidedBug('G06', {
    kind: 'undecided',
    reason: 'resource_limit',
    rules: Array.from(ids).map((id) => ({ id }) as CoreRule),
    ...(tool !== undefined && { tool }),
  }).title.en;

describe('a question that was not decided', () => {
  it('names the place it is about, and a few rules', () => {
    expect(titled('')).toBe('Not decided: G06');
    expect(titled('ab', 'pay')).toBe('Not decided: G06 (`a`, `b`, `pay`)');
    expect(titled('abcd', 'pay')).toBe('Not decided: G06 (`pay`)');
  });
});
