import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { ABSENT, ILL_TYPED } from '../values/outcome.js';
import { compilePolicy } from './compile.js';
import { Frame } from './frame.js';
import { slotReader } from './compile/slots.js';
import { interpretPolicy } from './interpret.js';
import type { AnswerSlug, Call, Context } from './types.js';

const MAX = Number.MAX_SAFE_INTEGER;
const field = (type: Type): Field => ({ type, required: true });
const catalogue: Catalogue = {
  name: 'sums',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          a: field({ kind: 'int' }),
          b: field({ kind: 'int' }),
          m: field({ kind: 'money' }),
          n: field({ kind: 'money' }),
        },
      },
    },
  ],
};
const args = { a: 1, b: 1, m: '1.00 EUR', n: '1.00 EUR' };

/** Why the call is answered as it is when this guard refuses: by both evaluators, which must agree. */
function refusedBy(guard: string, over: Call['args']): AnswerSlug {
  const loaded = loadPolicy(`dialect 2; allow (tool == "t"); refuse (tool == "t") when { ${guard} };`, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call = { tool: 't', args: { ...args, ...over } };
  const decision = compilePolicy(loaded.core).decide(call, {});
  expect(interpretPolicy(loaded.tree, loaded.environment, call, {})).toEqual(decision);
  return decision.slug;
}

describe('arithmetic is exact, or there is no value', () => {
  it.each<[string, string, Call['args'], AnswerSlug]>([
    ['a sum beyond 2^53', 'args.a + args.b == 9007199254740991 + 2', { a: MAX, b: 2 }, 'refused'],
    ['which is told from its neighbours', 'args.a + args.b == 9007199254740991 + 1', { a: MAX, b: 2 }, 'allowed'],
    ['a difference beyond it', 'args.a - args.b < -9007199254740991', { a: -MAX, b: 1 }, 'refused'],
    ['a product beyond it', 'args.a * 1048576 > 9007199254740991 * 1000', { a: 2 ** 52 }, 'refused'],
    ['two constants of different digits', '0.5 > 0.25', {}, 'refused'],
    ['the other way round', '0.25 >= 0.5', {}, 'allowed'],
    ['a whole number beside one that is not', '1 < 1.5', {}, 'refused'],
    ['a sum of such constants', '0.5 + 0.25 == 0.75', {}, 'refused'],
    ['beside another', '0.5 + 0.5 > 0.25 + 0.125', {}, 'refused'],
    ['multiplied', '(0.5 + 0.25) * args.a == 0.75', { a: 1 }, 'refused'],
    ['a product of two attributes', 'args.a * args.b == 12', { a: 3, b: 4 }, 'refused'],
    [
      'money beyond it',
      'args.m + args.n > 90071992547409.91 EUR',
      { m: '90071992547409.91 EUR', n: '0.01 EUR' },
      'refused',
    ],
    ['money times a number beyond it', 'args.m * 3 > 90071992547409.91 EUR', { m: '90071992547409.91 EUR' }, 'refused'],
    ['half a cent is less than one', 'args.m * 0.5 < 0.01 EUR', { m: '0.01 EUR' }, 'refused'],
    ['and more than nothing', 'args.m * 0.5 > 0.00 EUR', { m: '0.01 EUR' }, 'refused'],
    ['half of it twice is all of it', 'args.m * 0.5 + args.m * 0.5 == args.m', { m: '0.01 EUR' }, 'refused'],
    ['money times an attribute', 'args.m * args.a == 6.00 EUR', { m: '2.00 EUR', a: 3 }, 'refused'],
    ['tenths are tenths', 'args.a * 0.1 + args.b * 0.2 == 0.3', { a: 1, b: 1 }, 'refused'],
    [
      'no end of digits',
      `${Array.from({ length: 70 }, () => 'args.a').join(' * ')} > 0`,
      { a: MAX },
      'guard_undefined',
    ],
    [
      'no end of places',
      `${Array.from({ length: 70 }, () => 'args.a * 0.000000000000001').join(' * ')} > 0`,
      { a: 1 },
      'guard_undefined',
    ],
    ['a number times money', '3 * args.m == 6.00 EUR', { m: '2.00 EUR' }, 'refused'],
    ['two currencies', 'args.m + args.n > 0.00 EUR', { m: '1.00 EUR', n: '1.00 USD' }, 'guard_undefined'],
    [
      'two currencies in a difference',
      'args.m - args.n > 0.00 USD',
      { m: '1.00 USD', n: '1.00 EUR' },
      'guard_undefined',
    ],
    ['one currency in a difference', 'args.m - args.n == 0.50 USD', { m: '1.00 USD', n: '0.50 USD' }, 'refused'],
  ])('%s', (_, guard, over, slug) => {
    expect(refusedBy(guard, over)).toBe(slug);
  });
});

describe('a context that is no object', () => {
  const role = slotReader({
    root: 'principal',
    path: ['role'],
    type: { kind: 'string', format: 'text' },
    required: true,
  });

  it.each<[string, unknown, symbol | string]>([
    ['is not taken for one that says nothing', 'lead', ILL_TYPED],
    ['nor is a list', ['lead'], ILL_TYPED],
    ['while one that is left out says nothing', undefined, ABSENT],
    ['nor does an empty one', {}, ABSENT],
    ['and one that says something is read', { role: 'lead' }, 'lead'],
  ])('%s', (_, principal, expected) => {
    const frame = new Frame([role], (context) => context);
    frame.begin({ tool: 't', args: {} }, { principal } as Context);
    expect(frame.read(0)).toBe(expected);
  });
});
