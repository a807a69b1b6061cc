import { describe, expect, it, vi } from 'vitest';
import { withProgress } from './progress.mjs';

describe('the progress of a slow step', () => {
  it('is a plain line every so often, until the step ends', async () => {
    vi.useFakeTimers();
    try {
      const lines: string[] = [];
      let done = 0;
      const step = withProgress(
        'Installing',
        () => new Promise<string>((resolve) => setTimeout(resolve, 25_000, 'in place')),
        {
          say: (line) => lines.push(line),
          state: () => `${(done += 100)} of 300 packages`,
        },
      );
      await vi.advanceTimersByTimeAsync(60_000);
      await expect(step).resolves.toBe('in place');
      expect(lines).toEqual(['Installing: 10 s, 100 of 300 packages', 'Installing: 20 s, 200 of 300 packages']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with a step that fails', async () => {
    const lines: string[] = [];
    const fails = () => new Promise<never>((_, reject) => setTimeout(reject, 30, new Error('no room')));
    await expect(withProgress('Building', fails, { say: (line) => lines.push(line), everyMs: 5 })).rejects.toThrow(
      'no room',
    );
    const told = lines.length;
    expect(lines[0]).toBe('Building: 0 s');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(lines).toHaveLength(told);
  });
});
