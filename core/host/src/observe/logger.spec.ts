import { describe, expect, it } from 'vitest';
import { mintKey } from '../keys/key-format.js';
import { createLogger } from './logger.js';
import { nestLogger } from './nest-logger.js';

function capture(): { readonly log: ReturnType<typeof createLogger>; readonly text: () => string } {
  const lines: string[] = [];
  return { log: createLogger('debug', { write: (line) => lines.push(line) }), text: () => lines.join('') };
}

describe('the log', () => {
  it('gives no secret away, wherever a careless record has it', () => {
    const { log, text } = capture();
    const key = mintKey().key.reveal();
    log.info(
      {
        authorization: `Bearer ${key}`,
        headers: { cookie: 'canary' },
        request: { body: 'canary', key: 'canary' },
        a: { b: { token: 'canary' } },
      },
      'one',
    );
    log.warn({ err: new Error(`cannot use ${key}`) }, 'two');
    log.error({}, `three ${key}`);
    log.error({ err: Object.assign(new Error('no such column'), { params: ['canary'] }) }, 'four');
    expect(text().trim().split('\n')).toHaveLength(4);
    expect(text()).not.toContain('canary');
    expect(text()).not.toContain(key.slice(4, 30));
    expect(text()).toContain('cannot use ost_[secret]');
  });

  it('is one JSON object a line with level and time', () => {
    const { log, text } = capture();
    log.info({ answer: 42 }, 'line\nbreak');
    const record = JSON.parse(text()) as Record<string, unknown>;
    expect(record).toMatchObject({ level: 'info', answer: 42, msg: 'line\nbreak' });
    expect(new Date(String(record['time'])).getTime()).toBeGreaterThan(0);
  });

  it('takes the warnings of the framework and leaves its chatter out', () => {
    const { log, text } = capture();
    const nest = nestLogger(log);
    nest.log('mapped a route', 'Router');
    nest.warn('careful', 'Router');
    nest.error(new Error('broken'), 'Injector');
    expect(text().match(/"msg":"[^"]*"/g)).toEqual(['"msg":"careful"', '"msg":"broken"']);
  });
});
