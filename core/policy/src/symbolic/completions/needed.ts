import type { Call } from '../../evaluate/types.js';
import { ownMember } from '../../values/read.js';
import { type Draft, type Setting, withValue } from '../evidence/draft.js';
import type { Replay } from '../evidence/minimal.js';
import type { CompletionWitness } from './result.js';

/** What of a witness cannot be as in the call in question, while all that can be is: required arguments are put back last. */
export function leastChanges(
  witness: CompletionWitness,
  settings: readonly Setting[],
  call: Call,
  replay: Replay,
): readonly string[] {
  let least: Draft = witness;
  // An argument that is left out on trial is one whose value is not known yet.
  const keeps = ({ call: next, context }: Draft): boolean =>
    replay({ ...next, ...(call.unknown && { unknown: call.unknown }) }, context) === witness.answer;
  for (const name of Object.keys(call.args)) {
    const restored = withValue(least, { root: 'args', path: [name] }, ownMember(call.args, name));
    if (keeps(restored)) least = restored;
  }
  const added = settings.filter((setting) => !setting.isGiven(call));
  return added
    .toSorted((a, b) => Number(b.removable) - Number(a.removable))
    .flatMap((setting) => {
      const without = setting.remove(least);
      if (!keeps(without)) return [setting.path];
      least = without;
      return [];
    });
}

/** Open arguments whose given value, put back, changes the witness's answer: one that no well-formed call carries, say. */
export function replacedArguments(
  call: Call,
  witness: CompletionWitness,
  open: ReadonlySet<string>,
  replay: Replay,
): string[] {
  return [...open]
    .filter((name) => {
      const given = ownMember(call.args, name);
      if (given === undefined || given === ownMember(witness.call.args, name)) return false;
      const restored = withValue(witness, { root: 'args', path: [name] }, given);
      return replay(restored.call, restored.context) !== witness.answer;
    })
    .map((name) => `args.${name}`);
}
