import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionResult } from './result.js';

/** Each may or may not occur, so that there are a thousand million cells. */
const INFIXES = Array.from({ length: 30 }, (_, index) => `principal.team like "*x${String(index)}y*"`);

describe('analyseCompletions with more patterns than cells can tell apart', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  const analyse = (guard: string): Promise<CompletionResult> => {
    const loaded = loadPolicy(`dialect 2; default refuse; allow (tool == "refund") when { ${guard} };`);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    const call = { tool: 'refund', args: {} };
    return analyseCompletions(
      loaded.core,
      { call, context: {} },
      solver,
      (at, context) => decider.decide(at, context).answer,
    );
  };

  it('reaches what it can', async () => {
    expect(await analyse(INFIXES.join(' || '))).toMatchObject({
      kind: 'depends',
      dependsOn: ['principal.team'],
      witnesses: [{ answer: 'allow' }],
    });
  });

  it('leaves undecided what it cannot', async () => {
    expect(await analyse(INFIXES.join(' && '))).toEqual({
      kind: 'undecided',
      answer: 'refuse',
      unsettled: [{ answer: 'allow', reason: 'not_replayed' }],
    });
  });

  it('still knows what no string can change', async () => {
    expect(await analyse(`${INFIXES.join(' && ')} && !(${INFIXES.join(' && ')})`)).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
      exact: false,
    });
  });

  it('finds as many strings of one pattern as must differ', async () => {
    const names = ['first', 'second', 'third'].map((name) => `principal.${name}`);
    const alike = names.map((name) => `${name} matches "x+"`);
    const differ = names.flatMap((name, index) => names.slice(0, index).map((other) => `${name} != ${other}`));
    expect(await analyse([...alike, ...differ].join(' && '))).toMatchObject({
      kind: 'depends',
      dependsOn: names,
      witnesses: [{ answer: 'allow' }],
    });
  });
});
