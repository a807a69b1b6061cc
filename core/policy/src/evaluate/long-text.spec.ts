import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { analyseCompletions } from '../symbolic/completions/analyse.js';
import { MAX_MATCHED_LENGTH } from '../text/regex.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';

const loaded = loadPolicy('dialect 1; default allow; refuse send when body matches "[a-z]*";');

function answers(body: string) {
  if (!loaded.ok) throw new Error('the policy does not load');
  const call = { tool: 'send', args: { body } };
  const compiled = compilePolicy(loaded.core).decide(call, {});
  expect(interpretPolicy(loaded.tree, loaded.environment, call, {})).toEqual(compiled);
  return { core: loaded.core, call, compiled };
}

describe('a text under `matches`', () => {
  it('is judged up to the limit and undefined beyond it', () => {
    expect(answers(`${'a'.repeat(MAX_MATCHED_LENGTH - 1)}!`).compiled.slug).toBe('no_rule');
    expect(answers('a'.repeat(MAX_MATCHED_LENGTH)).compiled.slug).toBe('refused');
    expect(answers(`${'a'.repeat(MAX_MATCHED_LENGTH)}!`).compiled.slug).toBe('guard_undefined');
  });

  it('is undefined beyond it to the symbolic engine too', async () => {
    const { core, call } = answers(`${'a'.repeat(MAX_MATCHED_LENGTH)}!`);
    const result = await analyseCompletions(core, { call, context: {} }, null, () => 'refuse');
    expect(result).toMatchObject({ kind: 'holds', answer: 'refuse', exact: true });
  });
});

describe('a list of many values', () => {
  it('is checked in time linear in its length', () => {
    const values = Array.from({ length: 40_000 }, (_, i) => `${i}.00 EUR`);
    const large = loadPolicy(`dialect 1; allow pay when amount in [${values.join()}, ${values.join()}];`);
    if (!large.ok) throw new Error('the policy does not load');
    expect(large.core.rules[0]?.variants[0]?.guard).toMatchObject({ op: 'member', values: { length: 40_000 } });
  });
});
