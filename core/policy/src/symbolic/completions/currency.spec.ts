import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import { openZ3 } from '@ostiary/smt';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { placesRead } from '../../evaluate/places-read.js';
import type { Context } from '../../evaluate/types.js';
import { analyseCompletions } from './analyse.js';
import type { SmtSolver } from '../solver.js';

const field = (type: Type): Field => ({ type, required: false });
const principal = (names: readonly string[] | null): Catalogue['principal'] => ({
  kind: 'record',
  fields: {
    spent: field({ kind: 'money', currencyFrom: 'currency' }),
    currency: field({ kind: 'string', format: 'text', ...(names && { enum: names }) }),
  },
});

async function analyse(
  test: string,
  spoken: object,
  names: readonly string[] | null = ['EUR', 'USD'],
  solver: SmtSolver | null = null,
): Promise<unknown> {
  const catalogue: Catalogue = {
    name: 'c',
    tools: [{ name: 't', classes: [], args: { kind: 'record', fields: {} } }],
    principal: principal(names),
  };
  const loaded = loadPolicy(`dialect 2; allow (tool == "t") when { ${test} };`, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call = { tool: 't', args: {} };
  const decider = compilePolicy(loaded.core);
  const replay = (one: typeof call, context: Context): ReturnType<typeof decider.decide>['answer'] =>
    decider.decide(one, context).answer;
  const places = placesRead(
    loaded.core,
    loaded.core.rules.map(({ variants }) => variants[0]?.guard).filter((guard) => guard !== undefined),
  );
  expect(places.map(({ path }) => path.join('.'))).toEqual(['spent', 'currency']);
  return analyseCompletions(loaded.core, { call, context: { principal: spoken } as Context }, solver, replay);
}

describe('an amount whose currency stands beside it', () => {
  it('hangs on that currency when it is a bare number', async () => {
    expect(await analyse('principal.spent <= 50.00 EUR', { spent: 20 })).toMatchObject({
      kind: 'depends',
      answer: 'refuse',
    });
    expect(await analyse('principal.spent <= 50.00 EUR', { spent: 60 })).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
    });
  });

  it('is undefined beside another currency than its own', async () => {
    expect(await analyse('principal.spent <= 50.00 EUR', { spent: '20.00 EUR' })).toMatchObject({
      kind: 'depends',
      answer: 'allow',
    });
    expect(await analyse('principal.spent <= 50.00 EUR', { currency: 'USD' })).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
    });
    expect(await analyse('principal.spent <= 50.00 EUR', { currency: 'EUR' })).toMatchObject({ kind: 'depends' });
  });

  it('is never said to be decided where the currency may be any text', async () => {
    const found = (await analyse('principal.spent <= 50.00 EUR', { spent: 20 }, null)) as {
      readonly kind: string;
    };
    expect(found.kind).not.toBe('holds');
  });

  it.each([
    ['a known amount beside any text', 'principal.spent <= 50.00 EUR', { spent: '20.00 EUR' }],
    ['an open amount beside any text', '!(has principal.spent) || principal.spent == principal.spent', {}],
  ])('is not said to hold of %s, which may name another currency', async (_, test, spoken) => {
    const solver = await openZ3();
    const found = await analyse(test, spoken, null, solver);
    await solver.close();
    expect(found).toMatchObject({ answer: 'allow' });
    expect(found).not.toMatchObject({ kind: 'holds' });
  });

  it('hangs on the currency where every one would do, and what names none would not', async () => {
    const solver = await openZ3();
    const test = 'principal.spent == principal.spent || !(has principal.currency)';
    expect(await analyse(test, { spent: 20 }, null, solver)).toMatchObject({
      kind: 'depends',
      answer: 'allow',
      dependsOn: ['principal.currency'],
    });
    await solver.close();
  });
});
