import { describe, expect, it } from 'vitest';
import { onceUp } from './once-up.js';

const starting = () =>
  new Error('the driver', { cause: Object.assign(new Error('the database system is starting up'), { code: '57P03' }) });

function logged() {
  const lines: string[] = [];
  const take = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, log: { info: take('info'), warn: take('warn'), error: take('error') } };
}

describe('a PostgreSQL that is starting up', () => {
  it('is waited for, and told once, as nothing that is wrong', async () => {
    const { lines, log } = logged();
    let asked = 0;
    const open = () => ((asked += 1) < 4 ? Promise.reject(starting()) : Promise.resolve('open'));
    expect(await onceUp(open, log, { tries: 10, everyMs: 1 })).toBe('open');
    expect(asked).toBe(4);
    expect(lines).toEqual(['info PostgreSQL is starting up; waiting for it']);
  });

  it('is not waited for without end, and any other fault not at all', async () => {
    const { log } = logged();
    let asked = 0;
    const open = (fault: Error) => () => ((asked += 1), Promise.reject(fault));
    await expect(onceUp(open(starting()), log, { tries: 3, everyMs: 1 })).rejects.toThrow('the driver');
    expect(asked).toBe(4);
    await expect(onceUp(open(new Error('no such role')), log, { tries: 3, everyMs: 1 })).rejects.toThrow(
      'no such role',
    );
    expect(asked).toBe(5);
  });
});
