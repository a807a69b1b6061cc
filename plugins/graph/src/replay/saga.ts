import {
  type ArgumentBinding,
  compensationsOf,
  isWrite,
  pivotsOf,
  type SagaPart,
  type SagaRule,
  type ToolEffects,
  type ToolUse,
} from '../model/index.js';

import { writesOver } from './execution.js';

/** What happened in a run that matters to a saga, in its order. */
export type Entry =
  | {
      readonly kind: 'attempt';
      readonly tool: string;
      /** The node, and which of its calls it is. */
      readonly use: string;
      readonly call: ToolUse;
      /** `keyed`: a retry with an idempotency key. */
      readonly retry: 'no' | 'yes' | 'keyed';
    }
  | { readonly kind: 'success'; readonly tool: string }
  /** `last`: the node failed with it; `goesOn`: and goes on all the same. */
  | {
      readonly kind: 'failure';
      readonly tool: string;
      readonly last: boolean;
      readonly goesOn: boolean;
      readonly step: number;
    }
  | { readonly kind: 'wrote'; readonly names: readonly string[] };

/** How the run ends where its path stops; null: it does not. `by`: the step whose failure ended it, nothing having handled that. */
export interface End {
  readonly how: 'normal' | 'failed' | null;
  readonly by: (step: number) => boolean;
}

/**
 * Whether a history does surely what one rule of a saga forbids about one step (S14), said of the whole history. It counts commits as a list that is written and struck
 * out; what is not known is taken for what helps.
 */
export function breaksSaga(
  rule: SagaRule,
  { code, step }: SagaPart,
  effects: ToolEffects,
  history: readonly Entry[],
  end: End,
): boolean {
  const undo = new Set(compensationsOf(rule, effects, step));
  const pivots = new Set(pivotsOf(rule, effects));
  const steps = rule.steps.map(({ tool }) => tool);
  const everyUndo = new Set(steps.flatMap((tool) => compensationsOf(rule, effects, tool)));
  const has = (name: string, ...classes: string[]): boolean =>
    classes.some((each) => effects.get(name)?.classes.includes(each) === true);
  const indices = (kind: Entry['kind'], tools: ReadonlySet<string>): number[] =>
    history.flatMap((entry, at) => (entry.kind === kind && 'tool' in entry && tools.has(entry.tool) ? [at] : []));
  const own = new Set([step]);
  const undone = indices('attempt', undo);
  const firstPivot = indices('success', pivots)[0] ?? Infinity;
  const stands = (tool: string, to: number): Standing =>
    standingAt(
      history.slice(0, to),
      tool,
      new Set(compensationsOf(rule, effects, tool)),
      has(tool, 'may_have_happened'),
    );
  switch (code) {
    case 'SG1': {
      const failed =
        end.how === 'failed' ||
        indices('attempt', everyUndo).length > 0 ||
        history.some((entry) => entry.kind === 'failure' && entry.last && !entry.goesOn && steps.includes(entry.tool));
      return end.how !== null && failed && firstPivot === Infinity && stands(step, history.length).count > 0;
    }
    case 'SG2':
      return undone.some((at) => {
        const { count, latest } = stands(step, at);
        return (
          count > 0 &&
          steps.some((other) => {
            if (other === step || compensationsOf(rule, effects, other).length === 0) return false;
            const its = stands(other, at);
            return its.count > 0 && its.latest > latest;
          })
        );
      });
    case 'SG3':
      return undone.some((at) => {
        const { count, latest } = stands(step, at);
        return firstPivot < at && count > 0 && latest <= firstPivot;
      });
    case 'SG4':
      return (
        end.how !== null &&
        indices('failure', own).some((at) => {
          const entry = history[at];
          const later = indices('success', own).some((success) => success > at);
          return entry?.kind === 'failure' && entry.last && firstPivot < at && !later;
        })
      );
    case 'SG5':
      return undone.some((at) => {
        const entry = history[at];
        if (entry?.kind !== 'attempt' || has(entry.tool, 'idempotent')) return false;
        const { count, unknown, latest } = stands(step, at);
        if (count === 0) return !unknown;
        return count === 1 && undone.some((before) => before > latest && before < at);
      });
    case 'SG6': {
      const commit = history.findIndex((_, at) => stands(step, at + 1).count > 0);
      return history.some(
        (entry, at) =>
          commit >= 0 &&
          at > commit &&
          entry.kind === 'attempt' &&
          isFallible(entry.tool) &&
          !has(entry.tool, 'retriable', 'idempotent', 'infallible', 'compensation'),
      );
    }
    case 'SG7':
      return (
        end.how === 'failed' &&
        indices('failure', undo).some((at) => {
          const entry = history[at];
          return entry?.kind === 'failure' && entry.last && end.by(entry.step);
        })
      );
    case 'SG8':
      return indices('attempt', own).some((at) => indices('attempt', everyUndo).some((before) => before < at));
    case 'SG9':
      return indices('attempt', own).some((at) => isAgain(history, at, effects));
  }

  function isFallible(tool: string): boolean {
    const effect = effects.get(tool);
    return effect !== undefined && isWrite(effect) && effect.compensates === undefined;
  }
}

interface Standing {
  /** Commits that are not undone; 0 where that is not known. */
  readonly count: number;
  readonly unknown: boolean;
  readonly latest: number;
}

function standingAt(
  history: readonly Entry[],
  step: string,
  undo: ReadonlySet<string>,
  mayHaveHappened: boolean,
): Standing {
  let count = 0;
  let unknown = false;
  let latest = -1;
  // Committed by calls alone that failed: the success that follows is the first.
  let half = false;
  history.forEach((entry, at) => {
    if (entry.kind === 'success' && undo.has(entry.tool)) {
      unknown ||= count > 1;
      count = 0;
      half = false;
    }
    const happened = entry.kind === 'failure' && mayHaveHappened && count === 0;
    if ((entry.kind !== 'success' && !happened) || !('tool' in entry) || entry.tool !== step) return;
    // Where it may be committed already it is committed twice.
    count = half ? 1 : count + (unknown ? 2 : 1);
    half = happened && count === 1;
    unknown = false;
    latest = at;
  });
  return { count, unknown, latest };
}

/** Whether the attempt at a place of the history was made before, by the same use of the same node. */
function isAgain(history: readonly Entry[], at: number, effects: ToolEffects): boolean {
  const again = history[at];
  if (again?.kind !== 'attempt' || again.retry === 'keyed') return false;
  const earlier = history.flatMap((entry, before) =>
    before < at && entry.kind === 'attempt' && entry.use === again.use && entry.retry !== 'keyed' ? [before] : [],
  );
  if (again.retry === 'yes') return earlier.length > 0;
  const given: readonly ArgumentBinding[] = again.call.arguments ?? [];
  const fields = Object.keys(effects.get(again.tool)?.args?.fields ?? {});
  if (given.some((each) => 'model' in each) || fields.some((name) => !given.some((each) => each.name === name)))
    return false;
  const variables = given.flatMap((each) => ('variable' in each ? [each.variable] : []));
  const written = (entry: Entry): boolean =>
    entry.kind === 'wrote' && variables.some((variable) => writesOver(entry.names, variable));
  return earlier.some((before) => !history.slice(before, at).some(written));
}
