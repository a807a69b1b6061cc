import type { CorePolicy } from '../../core/ir.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import { ownMember } from '../../values/read.js';
import { isAdmitted } from '../admitted.js';
import { AUTOMATA_LIMITS, type AutomataLimits } from '../automata/dfa.js';
import { applicableRules, encodeAnswer } from '../encode/answer.js';
import { FINDER_LIMITS, type FinderLimits, makeFinder } from '../find/finder.js';
import type { SmtSolver } from '../solver.js';
import { dependsOn } from './depends-on.js';
import { type Draft, type Setting, settingsOf, withValue } from './draft.js';
import { minimalWitness, type Replay } from './minimal.js';
import { closedPart, type OpenPaths, opennessOf } from './openness.js';
import { reach, type UndecidedReason } from './reach.js';

export interface CompletionRequest {
  readonly call: Call;
  readonly context: Context;
  readonly open?: OpenPaths;
}

export interface CompletionWitness {
  readonly answer: Effect;
  readonly call: Call;
  readonly context: Context;
}

export type CompletionResult =
  /** Every completion has the answer given now. `exact` false: the encoding allowed for more than there is, which does no harm here. */
  | {
      readonly kind: 'holds';
      readonly answer: Effect;
      readonly method: 'constant' | 'cells' | 'z3';
      readonly exact: boolean;
    }
  | {
      readonly kind: 'depends';
      readonly answer: Effect;
      /** Open attributes whose value can change the answer, each tested by replay, sorted. */
      readonly dependsOn: readonly string[];
      /** Those that could neither be shown to change it nor be ruled out: nothing outside both lists can. */
      readonly mayDependOn: readonly string[];
      /** One for each other answer that is reached, locally minimal, replayed. */
      readonly witnesses: readonly CompletionWitness[];
      /** Answers that could neither be reached nor ruled out. */
      readonly unsettled: readonly Effect[];
    }
  | {
      readonly kind: 'undecided';
      readonly answer: Effect;
      readonly reason: UndecidedReason;
      readonly unsettled: readonly Effect[];
    };

export interface CompletionLimits {
  readonly automata: AutomataLimits;
  readonly finder: FinderLimits;
  /** Models tried per answer while the encoding is not exact. */
  readonly attempts: number;
}

export const COMPLETION_LIMITS: CompletionLimits = { automata: AUTOMATA_LIMITS, finder: FINDER_LIMITS, attempts: 8 };

/** An exact encoding and an evaluator disagree: a fault of this program, never of a policy. */
export class EncodingDisagreement extends Error {
  constructor(
    readonly expected: Effect,
    readonly replayed: Effect,
    readonly call: Call,
    readonly context: Context,
  ) {
    super(`the encoding says ${expected}, the evaluators say ${replayed}`);
    this.name = 'EncodingDisagreement';
  }
}

/**
 * Whether the answer to a call holds for every completion of a partial context: every open attribute absent (unless a
 * well-formed call must carry it) or with any well-formed value. Nothing is reported that was not replayed.
 *
 * @param solver null: what cells cannot decide stays undecided.
 * @param replay both evaluators' answer to a complete call.
 * @throws EncodingDisagreement when an exact encoding and `replay` contradict each other.
 */
export async function analyseCompletions(
  core: CorePolicy,
  request: CompletionRequest,
  solver: SmtSolver | null,
  replay: Replay,
  limits: CompletionLimits = COMPLETION_LIMITS,
): Promise<CompletionResult> {
  const { call, open: paths = {} } = request;
  const answer = replay(call, request.context);
  const open = opennessOf(
    request.context,
    paths,
    applicableRules(core, call.tool).map(({ guard }) => guard),
  );
  const settled = {
    ...call,
    args: Object.fromEntries(Object.entries(call.args).filter(([name]) => !open.args.has(name))),
  };
  if (!isAdmitted(core, settled)) return { kind: 'holds', answer, method: 'constant', exact: true };

  const encoded = encodeAnswer(core, call, closedPart(request.context, open), open, limits.automata);
  const { factory } = encoded.state;
  if (encoded.answers[answer] === factory.true)
    return { kind: 'holds', answer, method: 'constant', exact: encoded.exact };
  const finder = makeFinder(
    [...Object.values(encoded.answers), ...encoded.plain],
    encoded.constraints,
    solver,
    limits.finder,
  );
  try {
    const settings = (draft: Draft): ReturnType<typeof settingsOf> =>
      settingsOf(draft, encoded.inputs.openAttributes(), open, request.context.rates);

    const witnesses: CompletionWitness[] = [];
    const unsettled: Effect[] = [];
    let reason: UndecidedReason = 'not_replayed';
    for (const other of (['allow', 'confirm', 'refuse'] as const).filter((effect) => effect !== answer)) {
      const found = await reach(core, encoded, finder, encoded.answers[other], limits.attempts, (draft) => {
        const replayed = replay(draft.call, draft.context);
        if (replayed !== other && encoded.exact)
          throw new EncodingDisagreement(other, replayed, draft.call, draft.context);
        return replayed === other;
      });
      if (found.kind === 'reached') {
        const least = minimalWitness(
          found.draft,
          settings,
          open.history,
          ({ call: made, context }) => replay(made, context) === other,
        );
        witnesses.push({ answer: other, ...least });
      } else if (found.kind === 'unsettled') {
        unsettled.push(other);
        reason = found.reason;
      }
    }
    if (witnesses.length > 0) {
      const needed = witnesses.flatMap((witness) => [
        ...neededSettings(witness, settings(witness), call, replay),
        ...replacedArguments(call, witness, open.args, replay),
      ]);
      const found = await dependsOn(core, encoded, finder, needed, limits.attempts, replay);
      return {
        kind: 'depends',
        answer,
        ...found,
        // No completion differs from another one, but all from the call as it is: it lacks what each of them must carry.
        dependsOn:
          found.dependsOn.length > 0 || found.mayDependOn.length > 0
            ? found.dependsOn
            : witnesses.flatMap((witness) => leastChanges(witness, settings(witness), call, replay)),
        witnesses,
        unsettled,
      };
    }
    if (unsettled.length > 0) return { kind: 'undecided', answer, reason, unsettled };
    return { kind: 'holds', answer, method: finder.method, exact: encoded.exact };
  } finally {
    finder.close();
  }
}

/** What the witness sets, was not given, and cannot be taken back without losing the answer. */
function neededSettings(
  witness: CompletionWitness,
  settings: readonly Setting[],
  call: Call,
  replay: Replay,
): string[] {
  return settings
    .filter((setting) => {
      if (setting.isGiven(call)) return false;
      const without = setting.remove(witness);
      return replay(without.call, without.context) !== witness.answer;
    })
    .map((setting) => setting.path);
}

/** What of a witness cannot be as in the call in question, while all that can be is: required arguments are put back last. */
function leastChanges(
  witness: CompletionWitness,
  settings: readonly Setting[],
  call: Call,
  replay: Replay,
): readonly string[] {
  let least: Draft = witness;
  const keeps = (next: Draft): boolean => replay(next.call, next.context) === witness.answer;
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
function replacedArguments(
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
