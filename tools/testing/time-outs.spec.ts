import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { expect, it } from 'vitest';
import config from '../../vitest.config.js';
import { specsOf } from '../lib/specs.mjs';

const { testTimeout = 0, expect: { poll: { timeout: pollTimeout = 0 } = {} } = {} } = config.test ?? {};

/** Time-outs of tests and hooks, as options and as a last argument of ten seconds or more, in milliseconds; not those of `expect.poll`. */
function timesOf(text: string): number[] {
  const lines = text.split('\n').filter((line) => !line.includes('expect.poll('));
  return lines.flatMap((line) => {
    const [, option, last] = /\{ timeout: (?:runs\()?(\d[\d_]*)\)? \}|^\s*\}, (\d{2,}_000)\);/.exec(line) ?? [];
    const time = option ?? last;
    return time === undefined ? [] : [Number(time.replaceAll('_', ''))];
  });
}

it('finds the forms in which a time-out is written', () => {
  const text = `
it('one', { timeout: 60_000 }, () => {
  await expect.poll(look, { timeout: 5 }).toBe(1);
}, 30_000);
it('two', { timeout: runs(70_000) }, () => {});`;
  expect(timesOf(text)).toEqual([60_000, 30_000, 70_000]);
});

it('no test gives up sooner than vitest.config.ts has it: on a busy machine it would fail for nothing', () => {
  expect(testTimeout).toBeGreaterThan(pollTimeout);
  const sooner = specsOf(root, (file) => timesOf(readFileSync(file, 'utf8')).some((time) => time < testTimeout));
  expect(sooner.filter((file) => file !== join('tools', 'testing', 'time-outs.spec.ts'))).toEqual([]);
});
