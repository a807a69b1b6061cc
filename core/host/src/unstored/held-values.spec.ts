import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldValues, valuesIn } from './held-values.js';

const values = new Map([['/generation/key', 'sk-canary']]);

describe('values that are held', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are given for their own account, and overwritten when they are forgotten', () => {
    const held = new HeldValues();
    expect(held.hold('slv_1', 'acc_1', values, 1_000)).toBe(true);
    expect(held.bytesOf('slv_1', 'acc_2')).toBeUndefined();
    const bytes = held.bytesOf('slv_1', 'acc_1') ?? Buffer.alloc(0);
    expect(valuesIn(bytes)).toEqual(values);
    held.forget('slv_1');
    expect(held.bytesOf('slv_1', 'acc_1')).toBeUndefined();
    expect(bytes.length > 0 && bytes.every((byte) => byte === 0)).toBe(true);
  });

  it('are overwritten at the end of their time, when they are replaced, and all together', () => {
    const held = new HeldValues();
    held.hold('slv_1', 'acc_1', values, 1_000);
    const first = held.bytesOf('slv_1', 'acc_1');
    held.hold('slv_1', 'acc_1', values, 1_000);
    expect(first?.every((byte) => byte === 0)).toBe(true);
    const second = held.bytesOf('slv_1', 'acc_1');
    vi.advanceTimersByTime(999);
    expect(held.bytesOf('slv_1', 'acc_1')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect([held.bytesOf('slv_1', 'acc_1'), second?.every((byte) => byte === 0)]).toEqual([undefined, true]);
    held.hold('slv_2', 'acc_1', values, 10 ** 12);
    const third = held.bytesOf('slv_2', 'acc_1');
    vi.advanceTimersByTime(1_000);
    expect(held.bytesOf('slv_2', 'acc_1')).toBeDefined();
    held.forgetAll();
    expect(third?.every((byte) => byte === 0)).toBe(true);
  });

  it('are looked after once their job is stored', () => {
    const held = new HeldValues();
    held.hold('slv_1', 'acc_1', values, 1_000);
    expect(held.jobs).toEqual([]);
    held.stored('slv_1');
    held.stored('slv_2');
    expect(held.jobs).toEqual(['slv_1']);
  });

  it('have 64 MiB, and room again when some are forgotten', () => {
    const held = new HeldValues();
    const large = new Map([['/prompt', 'x'.repeat(16 * 1024 * 1024 - 100)]]);
    for (const id of ['a', 'b', 'c', 'd']) expect(held.hold(id, 'acc', large, 1_000)).toBe(true);
    expect(held.hold('e', 'acc', large, 1_000)).toBe(false);
    expect(held.bytesOf('e', 'acc')).toBeUndefined();
    held.forget('a');
    expect(held.hold('e', 'acc', large, 1_000)).toBe(true);
  });
});
