import type { AgentGraph, PathStep, Rule, ToolEffects, ToolUse } from '../model/index.js';
import { callsIn } from './execution.js';
import { Refused } from './lane.js';
import { locate } from './locate.js';
import { type Given, Replay, type Replayed, type ReplayOptions } from './replay.js';

/**
 * Walks a path on the graph itself, as docs/graph/semantics.md tells it, and says whether it is a run that does what the rule forbids. It knows nothing of how
 * the path was found: it shares the model of graphs with the checker, and no code that gives meaning. The order in which lanes take turns (S5) is not looked at.
 */
export function replayPath(
  graph: AgentGraph,
  effects: ToolEffects,
  rule: Rule,
  path: readonly PathStep[],
  options: ReplayOptions = {},
): Replayed {
  const given: Given = { graph, effects, rule, path, options };
  // A path does not say which of several calls of the tool it ends with: any of them will do.
  const replayed = targetsOf(given).map((target) => replayTo(given, target));
  return replayed.find(({ ok }) => ok) ?? (replayed[0] as Replayed);
}

/** The calls that the path may end with, where the rule is about one. */
function targetsOf({ graph, rule, path }: Given): readonly (ToolUse | null)[] {
  const last = path.at(-1);
  const at = last && locate(graph, last.node);
  if (!at || (rule.kind !== 'check_before' && rule.kind !== 'confirm_before')) return [null];
  const found = callsIn(at.node).filter(({ name }) => name === rule.tool);
  return found.length > 0 ? found : [null];
}

function replayTo(given: Given, target: ToolUse | null): Replayed {
  try {
    return new Replay(given, target).run();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.message, step: error.step };
    throw error;
  }
}
