import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { analyseCompletions } from './analyse.js';

const rates = { v3: { USD: { EUR: '2' } } };

describe('an amount beyond the safe integers, in another currency or its own', () => {
  it.each([
    ['its own', '90071992547409.91 EUR', { allow: true }],
    ['another', '90071992547409.91 USD', { allow: false }],
  ] as const)('is converted in the encoding as by the evaluators: %s', async (_, amount, { allow }) => {
    const loaded = loadPolicy(
      'dialect 2; allow (tool == "t") when { (args.amount * 3) in EUR using rates@v3 > 1.00 EUR && principal.ok };',
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    const call = { tool: 't', args: { amount } };
    const answer = (ok: boolean): string => decider.decide(call, { rates, principal: { ok } }).answer;
    expect([answer(false), answer(true)]).toEqual(['refuse', allow ? 'allow' : 'refuse']);
    const result = await analyseCompletions(
      loaded.core,
      { call, context: { rates } },
      null,
      (at, around) => decider.decide(at, around).answer,
    );
    expect(result).toMatchObject(
      allow ? { kind: 'depends', dependsOn: ['principal.ok'] } : { kind: 'holds', answer: 'refuse' },
    );
  });
});
