import * as fc from 'fast-check';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import type { Call, Context } from '../../evaluate/types.js';
import { printPolicy } from '../../syntax/print/printer.js';
import {
  catalogues,
  chance,
  pick,
  randomCall,
  randomContext,
  randomPolicy,
  type Rng,
  seededRandom,
  zoo,
} from '../../testing/index.js';
import { LAWS } from '../../testing/laws.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionResult } from './result.js';
import type { OpenPaths } from '../world/openness.js';

const laws = LAWS.filter(({ name }) => name !== 'dialect 2 for dialect 1');

/** The context without some of its members, and the principal and session without some of theirs. */
function partial(rng: Rng, context: Context): Context {
  const some = (object: object): object => Object.fromEntries(Object.entries(object).filter(() => chance(rng, 0.5)));
  const { principal, session, ...rest } = context;
  return {
    ...some(rest),
    ...(context.history && { history: context.history }),
    principal: some(principal ?? {}) as Record<string, unknown>,
    session: some(session ?? {}) as Record<string, unknown>,
  };
}

/** What must not change; null where something was left undecided. */
function told(result: CompletionResult): unknown {
  switch (result.kind) {
    case 'holds':
      return { holds: result.answer };
    case 'depends':
      return result.unsettled.length > 0
        ? null
        : { from: result.answer, on: result.dependsOn, to: result.witnesses.map(({ answer }) => answer) };
    case 'undecided':
      return null;
  }
}

describe('analyseCompletions', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  async function analyse(
    text: string,
    catalogue: typeof zoo,
    call: Call,
    context: Context,
    open: OpenPaths,
  ): Promise<unknown> {
    const loaded = loadPolicy(text, { catalogue });
    if (!loaded.ok) return undefined;
    const decider = compilePolicy(loaded.core);
    const result = await analyseCompletions(loaded.core, { call, context, open }, solver, (asked, around) => {
      const { answer } = decider.decide(asked, around);
      expect(interpretPolicy(loaded.tree, loaded.environment, asked, around).answer).toBe(answer);
      return answer;
    });
    return told(result);
  }

  it('says the same of a policy said in another way', async () => {
    let compared = 0;
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const rng = seededRandom(seed);
      const catalogue = catalogues[seed % catalogues.length] ?? zoo;
      const { tree } = loadPolicy(randomPolicy(rng, catalogue, 2), { catalogue });
      if (!tree) throw new Error('a random policy loads');
      const law = pick(rng, laws);
      const [text, other] = [printPolicy(tree), printPolicy(law.apply(tree, rng, catalogue))];
      for (let i = 0; i < 3; i++) {
        const call = randomCall(rng, catalogue);
        const context = partial(rng, randomContext(rng, catalogue));
        const open: OpenPaths = { args: Object.keys(call.args).filter(() => chance(rng, 0.2)), history: false };
        const [one, two] = [
          await analyse(text, catalogue, call, context, open),
          await analyse(other, catalogue, call, context, open),
        ];
        if (one === null || two === null || two === undefined) continue;
        compared++;
        expect({ law: law.name, text, other, call, context, open, told: two }).toEqual({
          law: law.name,
          text,
          other,
          call,
          context,
          open,
          told: one,
        });
      }
    });
    await fc.assert(property, { numRuns: 40 });
    expect(compared).toBeGreaterThan(60);
  });
});
