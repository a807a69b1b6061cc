import { inspect } from 'node:util';
import { type Logger, ProblemError } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { Redactor } from './redact.js';

const KEY = 'sk-"canary"\n77';
const redactor = new Redactor();
redactor.watch(
  new Map([
    ['/key', KEY],
    ['/short', 'abc'],
  ]),
);

describe('what an attempt says', () => {
  it('is free of the values, plain or as JSON, in texts, errors and their causes, and problems', () => {
    expect(redactor.text(`a ${KEY} b ${JSON.stringify({ KEY })}`)).toBe('a [unstored] b {"KEY":"[unstored]"}');
    const error = redactor.error(new Error(`no such key: ${KEY}`, { cause: new TypeError(`or ${KEY}`) }));
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
    expect(inspect(error)).toContain('redact.spec');
    const problem = redactor.error(
      new ProblemError('told', { params: { told: `key ${KEY}` }, extensions: { key: KEY } }),
    );
    expect(problem).toMatchObject({ slug: 'told', options: { params: { told: 'key [unstored]' } } });
    expect(JSON.stringify(problem)).not.toContain('canary');
    expect(redactor.error(KEY)).toBe('[unstored]');
  });

  it('passes as it is where there is nothing to leave out', () => {
    const error = new RangeError('abc');
    expect(redactor.error(error)).toBe(error);
    expect(new Redactor().error(error)).toBe(error);
  });

  it('reaches the log without them', () => {
    const lines: unknown[] = [];
    const note = (...line: unknown[]): void => void lines.push(line);
    const log: Logger = redactor.log({ info: note, warn: note, error: note });
    log.info({ a: { deep: [KEY] }, n: 1, none: undefined }, `message ${KEY}`);
    log.warn({ err: new Error(KEY) }, 'b');
    log.error({ kept: 'x' }, 'c');
    expect(inspect(lines, { depth: 9 })).not.toContain('canary');
    expect(lines[0]).toEqual([{ a: '[unstored]', n: 1, none: undefined }, 'message [unstored]']);
    expect(lines[2]).toEqual([{ kept: 'x' }, 'c']);
  });
});
