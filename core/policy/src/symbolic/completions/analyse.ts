import type { CorePolicy } from '../../core/ir.js';
import type { Effect } from '../../syntax/ast.js';
import { isAdmitted } from '../admitted.js';
import { haveAdmittedCurrency, openCurrencies } from './open-currencies.js';
import { type Draft, type Setting, settingsOf } from '../evidence/draft.js';
import { minimalWitness, type Replay } from '../evidence/minimal.js';
import { reach, type Search } from '../world/reach.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import { type Answers, EFFECTS } from '../world/answer.js';
import { closedPart, opennessOf } from '../world/openness.js';
import { World } from '../world/world.js';
import { dependsOn } from './depends-on.js';
import type { CompletionRequest, CompletionResult, CompletionWitness, UnsettledAnswer } from './result.js';
import { leastChanges, replacedArguments } from './needed.js';
import { shownByReplay } from './shown.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/**
 * Whether the answer to a call holds for every completion of a partial context: every open attribute absent (unless a
 * well-formed call must carry it) or with any well-formed value. Nothing is reported that was not replayed.
 *
 * @param solver null: what cells cannot decide stays undecided.
 * @param replay both evaluators' answer to a complete call.
 */
export async function analyseCompletions(
  core: CorePolicy,
  request: CompletionRequest,
  solver: SmtSolver | null,
  replay: Replay,
  limits: AnalysisLimits = ANALYSIS_LIMITS,
): Promise<CompletionResult> {
  const { context, open: paths = {} } = request;
  const guards = applicableRules(core, request.call.tool).map(({ guard }) => guard);
  const open = opennessOf(context, paths, guards);
  // What is open is not missing.
  const call = { ...request.call, unknown: [...open.args] };
  const answer = replay(call, context);
  const settled = Object.fromEntries(Object.entries(call.args).filter(([name]) => !open.args.has(name)));
  const certain = { ...call, args: settled };
  const currencies = openCurrencies(core, call, open.args);
  if (!isAdmitted(core, certain) || !haveAdmittedCurrency(core, certain, currencies))
    return { kind: 'holds', answer, method: 'constant', exact: true };

  const world = new World([core]);
  const x = world.call(call, closedPart(context, open), open);
  const asked = world.answer(core, x);
  const closed = world.close(limits.automata);
  const answers = closed.answers(asked.answers);
  const roots = EFFECTS.map((effect) => answers[effect]);
  const exact = closed.isExact(roots);
  if (answers[answer] === closed.factory.true) return { kind: 'holds', answer, method: 'constant', exact };
  const finder = closed.finder(roots, solver, limits.finder);
  const search: Search = {
    closed,
    finder,
    attempts: limits.attempts,
    realise: (assignment) => {
      const draft = closed.realise(core, x, assignment);
      // What no rule reads is not in the model: a currency beside an amount may be missing, or be one it cannot have.
      return draft && (currencies.length === 0 || isAdmitted(core, draft.call)) ? draft : null;
    },
  };
  const settings = (draft: Draft): Setting[] => settingsOf(draft, x.inputs.openAttributes(), open, context.rates);
  try {
    const { witnesses, unsettled } = await otherAnswers(search, answers, answer, settings, open.history, replay);
    if (unsettled.some(({ reason }) => reason === 'engines_disagree')) return { kind: 'undecided', answer, unsettled };
    if (witnesses.length > 0) {
      const replaced = witnesses.flatMap((witness) => replacedArguments(call, witness, open.args, replay));
      const needed = [...shownByReplay(witnesses, settings, call, replay), ...replaced];
      const found = await dependsOn(search, roots, needed, replay);
      // No completion differs from another one, but all from the call as it is: it lacks what each of them must carry.
      const lacks = found.dependsOn.length === 0 && found.mayDependOn.length === 0;
      const changes = lacks ? witnesses.flatMap((each) => leastChanges(each, settings(each), call, replay)) : [];
      return { kind: 'depends', answer, ...found, ...(lacks && { dependsOn: changes }), witnesses, unsettled };
    }
    if (unsettled.length > 0) return { kind: 'undecided', answer, unsettled };
    return { kind: 'holds', answer, method: finder.method, exact };
  } finally {
    finder.close();
  }
}

/** A minimal witness for each answer but the present one. */
async function otherAnswers(
  search: Search,
  answers: Answers,
  present: Effect,
  settings: (draft: Draft) => Setting[],
  openHistory: boolean,
  replay: Replay,
): Promise<{ readonly witnesses: CompletionWitness[]; readonly unsettled: UnsettledAnswer[] }> {
  const witnesses: CompletionWitness[] = [];
  const unsettled: UnsettledAnswer[] = [];
  for (const answer of EFFECTS) {
    if (answer === present) continue;
    const isReal = ({ call, context }: Draft): boolean => replay(call, context) === answer;
    const found = await reach(search, answers[answer], isReal);
    if (found.kind === 'reached')
      witnesses.push({ answer, ...minimalWitness(found.draft, settings, openHistory, isReal) });
    else if (found.kind === 'unsettled') unsettled.push({ answer, reason: found.reason });
  }
  return { witnesses, unsettled };
}
