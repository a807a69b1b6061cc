import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/**
 * Processor seconds of each spec, where `TEST_COST` names a file: a line of JSON each, `own` of the test's process and `children` of the
 * processes that it and its children waited for. Linux only. Unlike the time that passes, they tell the same on a busy machine.
 */
const report = process.env['TEST_COST'];

/** Ticks of the kernel's clock a second, as `getconf CLK_TCK` says on every platform of ours. */
const TICKS = 100;

function secondsUsed(): { readonly own: number; readonly children: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field is the command in parentheses and may hold blanks; utime, stime, cutime and cstime are the fields from 14.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = ticks;
  return { own: (user + system) / TICKS, children: (childrenUser + childrenSystem) / TICKS };
}

if (report !== undefined) {
  const before = secondsUsed();
  // Registered first, so it runs after those of the spec.
  afterAll(() => {
    const after = secondsUsed();
    const spent = (of: 'own' | 'children'): number => Number((after[of] - before[of]).toFixed(2));
    const file = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(report, `${JSON.stringify({ file, own: spent('own'), children: spent('children') })}\n`);
  });
}
