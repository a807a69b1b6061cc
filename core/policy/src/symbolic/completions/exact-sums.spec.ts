import { exactNumber } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Call, Context } from '../../evaluate/types.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionRequest, CompletionResult } from './result.js';

const NOW = 1_772_478_000_000;

async function analyse(
  rest: string,
  grade: string | null,
  history: readonly string[] | null,
  open: CompletionRequest['open'] = {},
): Promise<CompletionResult> {
  const condition = `sum(t.ok.grade) within 24h by anyone ${rest}`;
  const loaded = loadPolicy(
    `dialect 2; tool t (grade?: decimal 0..1000); allow (tool == "t") when history { ${condition} };`,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call: Call = { tool: 't', args: grade === null ? {} : { grade: exactNumber(grade) } };
  const events = history?.map((text, i) => ({
    tool: 't',
    state: 'ok' as const,
    at: NOW - 1_000 + i,
    args: { grade: exactNumber(text) },
    call_id: `c${String(i)}`,
  }));
  const context: Context = { now: NOW, ...(events && { history: events }) };
  const decider = compilePolicy(loaded.core);
  return analyseCompletions(
    loaded.core,
    { call, context, open },
    null,
    (one, around) => decider.decide(one, around).answer,
  );
}

describe('a sum of decimals of any scale', () => {
  it('is settled by a history that is given, to the last digit', async () => {
    const long = ['0.25', '0.000000000000000000001'];
    expect(await analyse('> 0.25', null, long)).toMatchObject({ kind: 'holds', answer: 'allow', exact: true });
    expect(await analyse('<= 0.25', null, long)).toMatchObject({ kind: 'holds', answer: 'refuse', exact: true });
    expect(await analyse('including this == 0.3', '0.1', ['0.2'])).toMatchObject({ kind: 'holds', answer: 'allow' });
  });

  it('hangs on the present amount where that is open', async () => {
    const open = { args: ['grade'] };
    expect(await analyse('including this <= 1', null, ['0.999999999'], open)).toMatchObject({ kind: 'depends' });
    expect(await analyse('including this <= 1', null, ['1.000000000000000000001'], open)).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
    });
  });

  it('hangs on a history that is open, and one that shows it is made', async () => {
    const found = await analyse('>= 0.123456789', null, null);
    expect(found).toMatchObject({ kind: 'depends', answer: 'refuse', witnesses: [{ answer: 'allow' }] });
    expect(await analyse('including this < 2.5', '0.5', null)).toMatchObject({ kind: 'depends', answer: 'refuse' });
  });
});

describe('a sum over events of which some may be of others', () => {
  /** Whether the answer depends on an attribute that decides only where the sum is known to reach the bound. */
  async function kindOf(rest: string, certain: readonly number[], perhaps: readonly number[]): Promise<string> {
    const loaded = loadPolicy(
      `dialect 2; tool t (n?: int); principal (vip: bool);
       allow (tool == "t") when { principal.vip } when history { sum(t.ok.n) within 24h by principal ${rest} };`,
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const history = [...certain, ...perhaps].map((n, i) => ({
      tool: 't',
      state: 'ok' as const,
      at: NOW - 1_000 + i,
      args: { n },
      ...(i < certain.length && { principal: 'p' }),
    }));
    const context: Context = { now: NOW, history, principal: { id: 'p' } };
    const decider = compilePolicy(loaded.core);
    const found = await analyseCompletions(
      loaded.core,
      { call: { tool: 't', args: {} }, context },
      null,
      (one, around) => decider.decide(one, around).answer,
    );
    return found.kind === 'depends' ? found.dependsOn.join() : found.kind;
  }

  it.each<[string, number[], number[], string]>([
    ['>= 10', [10], [-1], 'holds'],
    ['>= 9', [10], [-1], 'principal.vip'],
    ['> 9', [10], [-1], 'holds'],
    ['<= 10', [10], [1], 'holds'],
    ['<= 11', [10], [1], 'principal.vip'],
    ['<= 10', [10], [-1], 'principal.vip'],
    ['>= 10', [10], [1], 'principal.vip'],
    ['!= 12', [10], [1, -1], 'principal.vip'],
    ['!= 10', [10], [1, -1], 'holds'],
  ])('lies between two ends: %s of %j and perhaps %j', async (rest, certain, perhaps, kind) => {
    expect(await kindOf(rest, certain, perhaps)).toBe(kind);
  });
});
