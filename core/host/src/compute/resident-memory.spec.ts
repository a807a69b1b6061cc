import { describe, expect, it } from 'vitest';
import { parseTasklist, residentBytes } from './resident-memory.js';

describe('residentBytes', () => {
  it('measures a living process near what it says of itself', async () => {
    const own = process.memoryUsage.rss();
    const seen = await residentBytes(process.pid);
    // The collector may run between the two; another unit, or one page for another, would be further off.
    expect(Math.abs(seen - own)).toBeLessThan(own * 0.5);
  });

  it('answers 0 for a process that is gone', async () => {
    expect(await residentBytes(2 ** 22 + 1)).toBe(0);
  });

  it('reads the memory column of tasklist with any thousands separator', () => {
    expect(parseTasklist('"node.exe","4711","Console","1","123,456 K"\r\n')).toBe(123_456 * 1024);
    expect(parseTasklist('"node.exe","4711","Console","1","123.456 K"\r\n')).toBe(123_456 * 1024);
    expect(parseTasklist('INFO: No tasks are running which match the specified criteria.\r\n')).toBe(0);
  });
});
