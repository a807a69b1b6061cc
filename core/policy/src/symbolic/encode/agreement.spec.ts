import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Effect } from '../../syntax/ast.js';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../../testing/index.js';
import { isAdmitted } from '../admitted.js';
import { World } from '../world/world.js';
import type { Openness } from './inputs.js';

const CLOSED: Openness = {
  args: new Set(),
  principal: false,
  session: false,
  labels: { session: false, args: false },
  rates: false,
  now: false,
  confirmed: false,
  history: false,
};
const EFFECTS: readonly Effect[] = ['allow', 'confirm', 'refuse'];

describe('a world with nothing open', () => {
  it.each([1, 2] as const)('folds to the answer of the evaluator, dialect %i', (dialect) => {
    const rng = seededRandom(100 + dialect);
    let admitted = 0;
    const wrong: string[] = [];
    for (let round = 0; round < 400; round++) {
      const catalogue = catalogues[round % catalogues.length] ?? zoo;
      const text = randomPolicy(rng, catalogue, dialect);
      const { core } = loadPolicy(text, { catalogue });
      if (!core) continue;
      const decider = compilePolicy(core);
      for (let each = 0; each < 8; each++) {
        const call = randomCall(rng, catalogue);
        const context = randomContext(rng, catalogue);
        const { answer } = decider.decide(call, context);
        if (!isAdmitted(core, call)) {
          if (answer !== 'refuse') wrong.push(`admitted: ${text}\n${JSON.stringify({ call, context })}`);
          continue;
        }
        admitted++;
        const world = new World([core]);
        const asked = world.answer(core, world.call(call, context, CLOSED));
        const closed = world.close();
        const answers = closed.answers(asked.answers);
        const said = EFFECTS.filter((effect) => answers[effect] === closed.factory.true);
        if (said.join() !== answer)
          wrong.push(`${said.join()} for ${answer}: ${text}\n${JSON.stringify({ call, context })}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(admitted).toBeGreaterThan(2_000);
  });
});
