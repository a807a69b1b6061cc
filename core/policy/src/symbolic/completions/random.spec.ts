import type { Catalogue } from '@ostiary/catalogue';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import type { CorePolicy } from '../../core/ir.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Call, Context } from '../../evaluate/types.js';
import {
  catalogues,
  chance,
  randomCall,
  randomContext,
  randomPolicy,
  type Rng,
  seededRandom,
  zoo,
} from '../../testing/index.js';
import { isRecord, ownMember, readerOf } from '../../values/read.js';
import { readPath } from '../../evaluate/paths.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import { runs } from '../../../../../tools/testing/runs.js';
import { analyseCompletions } from './analyse.js';
import type { Replay } from '../evidence/minimal.js';
import type { OpenPaths } from '../world/openness.js';

/** Leaves out whole parts, and single attributes of the others. */
function thinned(rng: Rng, context: Context): Context {
  const kept = Object.entries(context).filter(([name]) => name === 'rates' || chance(rng, 0.55));
  const thinner = (value: unknown): unknown =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(() => chance(rng, 0.5))) : value;
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'principal' || name === 'session' ? thinner(value) : value]),
  );
}

/** What `partial` says, and what `other` adds to it. */
function completed(partial: Context, other: Context): Context {
  return {
    ...other,
    ...partial,
    ...(partial.principal || other.principal ? { principal: { ...other.principal, ...partial.principal } } : {}),
    ...(partial.session || other.session ? { session: { ...other.session, ...partial.session } } : {}),
    ...('confirmed' in partial ? {} : { confirmed: false }),
  };
}

/** Attributes that were filled in are well formed; those that were given may be anything. */
function isWellFormed(core: CorePolicy, call: Call, partial: Context, context: Context): boolean {
  return (
    core.slots.every(({ root, path, type, required }) => {
      if (root === 'now' || root === 'args') return true;
      if (readPath(partial[root], path.slice(0, 1), () => true) === true) return true;
      const outcome = readPath(context[root], path, readerOf(type));
      return typeof outcome !== 'symbol' || (outcome.description === 'absent' && !required);
    }) && isRecord(call.args)
  );
}

/** Open arguments left as they are, left out where they may be, or taken from another call. */
function withOpenArguments(rng: Rng, catalogue: Catalogue, call: Call, open: OpenPaths): Record<string, unknown> {
  const args = { ...call.args };
  const other = randomCall(rng, catalogue);
  for (const name of open.args ?? []) {
    const value = other.tool === call.tool ? ownMember(other.args, name) : undefined;
    const field = catalogue.tools.find((tool) => tool.name === call.tool)?.args.fields[name];
    if (field && typeof readerOf(field.type)(value, other.args) !== 'symbol') args[name] = value;
    else if (field && !field.required) delete args[name];
  }
  return args;
}

describe('analyseCompletions on random policies', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it.each([1, 2] as const)('never says what replay denies, dialect %i', async (dialect) => {
    const rng = seededRandom(900 + dialect);
    const kinds = { holds: 0, depends: 0, undecided: 0 };
    const wrong: string[] = [];
    let compared = 0;
    for (let round = 0; round < runs(100); round++) {
      const catalogue = catalogues[round % catalogues.length] ?? zoo;
      const text = randomPolicy(rng, catalogue, dialect);
      const loaded = loadPolicy(text, { catalogue });
      if (!loaded.ok) continue;
      const { core } = loaded;
      const decider = compilePolicy(core);
      const replay: Replay = (at, around) => {
        const { answer } = decider.decide(at, around);
        const plain = interpretPolicy(loaded.tree, loaded.environment, at, around).answer;
        if (answer !== plain) throw new Error(`compiled ${answer}, interpreted ${plain}`);
        return answer;
      };
      const call = randomCall(rng, catalogue);
      const context = thinned(rng, randomContext(rng, catalogue));
      const open: OpenPaths = chance(rng, 0.3) ? { args: Object.keys(call.args).slice(0, 1) } : {};
      const note = (what: string): number => wrong.push(`${what}: ${text}\n${JSON.stringify({ call, context, open })}`);
      const result = await analyseCompletions(core, { call, context, open }, solver, replay);
      kinds[result.kind]++;
      if (result.kind !== 'holds' && result.unsettled.some(({ reason }) => reason === 'engines_disagree'))
        note('disagreement');
      if (result.answer !== replay(call, context)) note('answer');
      if (result.kind === 'depends') {
        if (result.dependsOn.length === 0) note('depends on nothing');
        if (result.witnesses.some((witness) => replay(witness.call, witness.context) !== witness.answer))
          note('witness');
      }
      for (let sample = 0; result.kind === 'holds' && sample < 40; sample++) {
        const full = completed(context, randomContext(rng, catalogue));
        if (!isWellFormed(core, call, context, full)) continue;
        compared++;
        const other = { ...call, args: withOpenArguments(rng, catalogue, call, open) };
        if (replay(other, full) !== result.answer)
          note(`${JSON.stringify({ other, full })} against ${JSON.stringify(result)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(runs(2_000));
    expect(kinds.depends).toBeGreaterThan(10);
    expect(kinds.undecided).toBeLessThan(runs(5));
  });
});
