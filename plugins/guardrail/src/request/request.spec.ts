import { contextOf } from '@ostiary/guard';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GuardrailRequest } from '../modes/guardrail/request.js';
import { openObject } from '@ostiary/guard/request';

const good = { policy: 'dialect 1; allow t;', action: { tool: 't', arguments: {} } };

function faults(request: unknown): string[] {
  const result = GuardrailRequest.safeParse(request);
  return result.success ? [] : result.error.issues.map(({ path }) => `/${path.join('/')}`);
}

describe('the request of mode guardrail', () => {
  it('takes the least there is, and everything', () => {
    expect(faults(good)).toEqual([]);
    expect(
      faults({
        policy: { dialect: 2, text: 'x' },
        catalogue: { anything: [1] },
        action: { tool: 't', arguments: { a: { b: [null, 1.5, 'x'] } }, unknown: ['c'] },
        context: {
          principal: { id: 'u', role: 'lead', groups: ['a'] },
          session: {
            id: 's',
            customer: 'c',
            plan: 'gold',
            labels: ['untrusted'],
            history: [
              {
                tool: 't',
                state: 'ok',
                at: '2026-11-21T10:00:00+01:00',
                arguments: {},
                call_id: '1',
                principal: 'u',
                session: 's',
                customer: 'c',
              },
            ],
          },
          labels: { body: ['untrusted'] },
          now: '2026-11-21T10:00:00.123Z',
          rates: { v3: { USD: { EUR: '0.92' } } },
          confirmation: {
            digest: `sha256:${'0'.repeat(64)}`,
            expires_at: '2026-11-21T10:00:00Z',
            policy_version: `sha256:${'0'.repeat(64)}`,
          },
        },
      }),
    ).toEqual([]);
  });

  it.each([
    [null, ['/']],
    [{}, ['/policy', '/action']],
    [{ ...good, polic: 1 }, ['/']],
    [{ ...good, policy: 5 }, ['/policy']],
    [{ ...good, policy: '' }, ['/policy']],
    [{ ...good, policy: { dialect: 3, text: 'x' } }, ['/policy']],
    [{ ...good, action: { tool: '', arguments: {} } }, ['/action/tool']],
    [{ ...good, action: { tool: 't' } }, ['/action/arguments']],
    [{ ...good, action: { tool: 't', arguments: [] } }, ['/action/arguments']],
    [{ ...good, action: { tool: 't', arguments: 'x' } }, ['/action/arguments']],
    [{ ...good, context: { principle: {} } }, ['/context']],
    [{ ...good, context: { principal: { groups: 'x' } } }, ['/context/principal/groups']],
    [{ ...good, context: { now: 'yesterday' } }, ['/context/now']],
    [{ ...good, context: { now: '2026-02-30T00:00:00Z' } }, ['/context/now']],
    [
      {
        ...good,
        context: { session: { history: [{ tool: 't', state: 'open', at: '2026-11-21T10:00:00Z', arguments: {} }] } },
      },
      ['/context/session/history/0/state'],
    ],
    [
      { ...good, context: { session: { history: [{ tool: 't', state: 'ok', at: 5, arguments: {} }] } } },
      ['/context/session/history/0/at'],
    ],
    [{ ...good, context: { rates: { v3: { USD: { EUR: 0.92 } } } } }, ['/context/rates/v3/USD/EUR']],
    [
      { ...good, context: { confirmation: { digest: 'x' } } },
      ['/context/confirmation/digest', '/context/confirmation/expires_at', '/context/confirmation/policy_version'],
    ],
  ])('%j', (request, expected) => {
    expect(faults(request)).toEqual(expected);
  });

  it("refuses `__proto__` wherever names are the caller's, and takes `constructor` as a name", () => {
    const poisoned = (part: string): unknown =>
      JSON.parse(
        `{"policy":"x","action":{"tool":"t","arguments":{}},"context":{}}`.replace(
          part,
          part.replace('{}', '{"a":{"__proto__":{"admin":true}}}'),
        ),
      );
    expect(faults(poisoned('"arguments":{}'))).toEqual(['/action/arguments/a/__proto__']);
    const principal: unknown = JSON.parse(
      '{"policy":"x","action":{"tool":"t","arguments":{}},"context":{"principal":{"__proto__":{"role":"dba"}}}}',
    );
    expect(faults(principal)).toEqual(['/context/principal/__proto__']);
    expect(faults({ ...good, action: { tool: 't', arguments: { constructor: 1, toString: 2 } } })).toEqual([]);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('openObject', () => {
  const schema = openObject({ id: z.string().optional().describe('An id.') }, { description: 'Anything.' });
  const named = fc.string().filter((key) => key !== 'id');
  const poisoned = (value: unknown): boolean => JSON.stringify(value).includes('"__proto__":');

  it('passes on exactly what came, or refuses what names `__proto__` at any depth', () => {
    fc.assert(
      fc.property(fc.dictionary(named, fc.jsonValue()), (value) => {
        const read = schema.safeParse(value);
        expect(read.success ? JSON.stringify(read.data) : 'refused').toBe(
          poisoned(value) ? 'refused' : JSON.stringify(value),
        );
      }),
      { examples: [[{ '': { ['__proto__']: 0 } }], [{ ['__proto__']: [] }]] },
    );
  });

  it('is written into the contract with its known members', () => {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      type: 'object',
      description: 'Anything.',
      properties: { id: { type: 'string', description: 'An id.' } },
    });
  });
});

describe('contextOf', () => {
  it('sorts history by time, keeps ties in order, and keeps what is absent absent', () => {
    const event = (tool: string, at: string): object => ({ tool, state: 'ok', at, arguments: { n: 1 } });
    const context = contextOf(
      GuardrailRequest.parse({
        ...good,
        context: {
          session: {
            id: 's',
            labels: ['x'],
            history: [
              event('b', '2026-01-01T00:00:01Z'),
              event('a', '2026-01-01T01:00:00+01:00'),
              event('c', '2026-01-01T00:00:01.000Z'),
            ],
          },
        },
      }).context,
    );
    expect(context.history?.map(({ tool }) => tool)).toEqual(['a', 'b', 'c']);
    expect(context).toMatchObject({
      session: { id: 's' },
      labels: { session: ['x'] },
      history: [{ at: Date.UTC(2026, 0, 1), args: { n: 1 } }, {}, {}],
    });
    expect(Object.keys(context).toSorted()).toEqual(['history', 'labels', 'session']);
    expect(contextOf(undefined)).toEqual({});
  });
});
