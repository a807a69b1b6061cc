import { contextInputOf, contextOf } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import { ContextField } from '@ostiary/guard/request';
import type { Context } from '@ostiary/policy';

describe('contextInputOf', () => {
  it.each<[Context]>([
    [{}],
    [{ principal: { id: 'u' }, now: 1_700_000_000_123 }],
    [
      {
        session: { id: 's', plan: 'gold' },
        history: [{ tool: 't', state: 'ok' as const, at: 5, args: { n: 1 }, call_id: 'c' }],
        labels: { session: ['x'], args: { body: ['y'] } },
      },
    ],
    [{ history: [] }],
    [{ labels: { session: [] } }],
    [{ rates: { v3: { USD: { EUR: '0.92' } } } }],
  ])('is a request that is read as %j again', (context) => {
    const input = ContextField.parse(JSON.parse(JSON.stringify(contextInputOf(context))));
    expect(contextOf(input)).toEqual({
      ...((context.history ?? context.labels?.session) && { session: {} }),
      ...context,
    });
  });
});
