import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Call } from '../../evaluate/types.js';
import { analyseCompletions } from './analyse.js';

const DECLARED =
  'dialect 2; tool order (lines?: [{ price: money EUR 0.00..1000.00, count: int 1..99 }], total?: money EUR, few?: [int 0..9]);';

describe('completions of a sum over a list', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(() => solver.close());

  async function analysed(rules: string, args: Call['args'], open: readonly string[]) {
    const loaded = loadPolicy(DECLARED + rules);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    const call = { tool: 'order', args };
    return analyseCompletions(
      loaded.core,
      { call, context: {}, open: { args: [...open] } },
      solver,
      (at, around) => decider.decide(at, around).answer,
    );
  }
  const goods = 'args.lines.sum(i, i.price * i.count)';

  it('find the total of lines that are known', async () => {
    const lines = [
      { price: 2.5, count: 4 },
      { price: 1, count: 1 },
    ];
    const result = await analysed(`refuse (tool) when { ${goods} != args.total }; allow (tool);`, { lines }, ['total']);
    expect(result).toMatchObject({
      kind: 'depends',
      dependsOn: ['args.total'],
      witnesses: [{ answer: 'allow', call: { args: { total: 11 } } }],
    });
  });

  it('find lines that make the total', async () => {
    const rules = `refuse (tool) when { ${goods} != args.total }; allow (tool);`;
    const result = await analysed(rules, { total: 5 }, ['lines']);
    const [witness] = result.kind === 'depends' ? result.witnesses : [];
    const lines = witness?.call.args['lines'] as { readonly price: number; readonly count: number }[];
    expect(witness?.answer).toBe('allow');
    expect(lines.reduce((sum, { price, count }) => sum + Math.round(100 * price) * count, 0)).toBe(500);
  });

  it('find no lines that are worth less than nothing', async () => {
    const result = await analysed(
      `confirm (tool) when { (${goods} or else 0.00 EUR) < 0.00 EUR }; allow (tool);`,
      { total: 5 },
      ['lines'],
    );
    expect(result).toMatchObject({ kind: 'holds', answer: 'allow' });
  });

  it('know that two thresholds over one sum exclude each other', async () => {
    const rules = `allow (tool) when { ${goods} <= 500.00 EUR }; confirm (tool) when { ${goods} > 500.00 EUR }; refuse (tool) when { !(has args.lines) };`;
    const result = await analysed(rules, { total: 5 }, ['lines']);
    expect(result.kind === 'depends' && result.witnesses.map(({ answer }) => answer)).toEqual(['allow', 'confirm']);
    expect(result).toMatchObject({ unsettled: [], dependsOn: ['args.lines'] });
  });

  it('are minimal', async () => {
    const result = await analysed(
      'refuse (tool) when { has args.few && args.few.sum(x, x) > 20 }; allow (tool);',
      { few: [] },
      ['few'],
    );
    expect(result).toMatchObject({ kind: 'depends', dependsOn: ['args.few'] });
    const items = result.kind === 'depends' ? (result.witnesses[0]?.call.args['few'] as number[]) : [];
    const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);
    expect(sum(items)).toBeGreaterThan(20);
    items.forEach((_, at) => expect(sum(items.toSpliced(at, 1))).toBeLessThanOrEqual(20));
  });
});
