import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import type { Context } from '@ostiary/policy';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { prepared } from '../testing/index.js';
import { completenessOf } from './completeness.js';
import { SolverLost } from '../solver-lost.js';

const lost: SmtSolver = {
  open: () => ({
    check: () => Promise.reject(new SolverLost('solver_memory', null)),
    close: () => undefined,
  }),
};

const field = (type: Type, required = false): Field => ({ type, required });
const fields = {
  amount: field({ kind: 'money', currencyFrom: 'currency' }),
  currency: field({ kind: 'string', format: 'text', enum: ['EUR', 'USD'] }),
};
const catalogue: Catalogue = {
  name: 'c',
  tools: [{ name: 'pay', classes: ['write'], args: { kind: 'record', fields } }],
  principal: { kind: 'record', fields: { ...fields } },
};

async function complete(
  test: string,
  args: Record<string, unknown>,
  unknown: readonly string[],
  context: Context = {},
): Promise<unknown> {
  const policy = prepared(`dialect 2; allow (tool == "pay") when { ${test} };`, catalogue);
  const call = { tool: 'pay', args, unknown };
  const decision = decide(policy, call, context);
  const found = await completenessOf({ policy, call, context, decision, unknown }, lost);
  return [decision.answer, found.complete, found.missing, found.holds_for_all, found.depends_on];
}

describe('an amount whose currency is not there', () => {
  const small = 'args.amount <= 100.00 EUR';
  const spent = 'principal.amount <= 100.00 EUR';

  it('lacks the attribute that names it, and hangs on that', async () => {
    expect(await complete(small, { amount: 50 }, ['currency'])).toEqual([
      'refuse',
      false,
      ['args.currency'],
      false,
      ['args.currency'],
    ]);
    expect(await complete(spent, {}, [], { principal: { amount: 50 } })).toEqual([
      'refuse',
      false,
      ['principal.currency'],
      false,
      ['principal.currency'],
    ]);
  });

  it('does not hang on it where the amount is too large in any currency', async () => {
    expect(await complete(small, { amount: 150 }, ['currency'])).toEqual([
      'refuse',
      false,
      ['args.currency'],
      true,
      [],
    ]);
    expect(await complete(spent, {}, [], { principal: { amount: 150 } })).toEqual([
      'refuse',
      false,
      ['principal.currency'],
      true,
      [],
    ]);
  });

  it('is refused whatever it is named, where no currency has such an amount and no rule reads it', async () => {
    const nobodyAsks = 'principal.currency == "EUR"';
    expect(await complete(nobodyAsks, { amount: 'much' }, ['currency'])).toEqual([
      'refuse',
      false,
      ['principal.currency'],
      true,
      [],
    ]);
    expect(await complete(nobodyAsks, { amount: 50.001 }, ['currency'])).toEqual([
      'refuse',
      false,
      ['principal.currency'],
      true,
      [],
    ]);
  });

  it('lacks nothing where it is named', async () => {
    expect(await complete(small, { amount: 50, currency: 'EUR' }, [])).toEqual(['allow', true, [], true, []]);
  });
});
