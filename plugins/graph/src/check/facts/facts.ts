import type { ControlGraph } from '../../lower/index.js';
import type { ToolEffects } from '../../model/index.js';
import { addCalls } from './calls.js';
import { FactDraft } from './draft.js';
import { endByWrites, endFailed, endWritten } from './ends.js';
import { addNeeds } from './needs.js';
import { addPasses } from './passes.js';
import { addPeople } from './people.js';
import type { FactRule, FactTarget } from './rule.js';
import { factStates } from './states.js';
import type { GraphIndex } from '../graph-index.js';
import type { Monitor } from '../monitor.js';
import { tabled } from './tabled.js';
import type { Walk } from '../walk.js';

const MOST_SLOTS = 6;
const MOST_PENDING = 8;

/**
 * The automaton of one fact for one target (S6). The local state holds, per slot, for how many executed tools the fact is still good (1 where nothing counts
 * them), whether a pause in front of the call approved it, and which results wait for a choice to judge them. A slot is a way the fact arose with a resource of its own.
 * Null: more of these than are told apart. `hopeful`: whatever is not known is taken for what helps; else for what harms.
 * `walk`: what no run comes to is left out, where the graph is not to be changed.
 */
export function factMonitor(
  graph: ControlGraph,
  index: GraphIndex,
  effects: ToolEffects,
  rule: FactRule,
  target: FactTarget,
  hopeful: boolean,
  walk: Walk | null = null,
): Monitor | null {
  const draft = new FactDraft({ graph, index, effects, rule, target, hopeful, walk });
  /** Per establisher, the variables that what it establishes is about. */
  const keys = rule.establishers.map((establisher, by) =>
    establisher.tool === null ? addPeople(draft, establisher, by) : addCalls(draft, establisher, by),
  );
  addNeeds(draft);
  endFailed(draft);
  keys.forEach((about, by) => endWritten(draft, about, by));
  endByWrites(draft);
  addPasses(draft);
  if (rule.establishers.some(({ steps }) => steps !== undefined))
    for (const event of index.attempts) draft.add(event, { executes: true });
  const { slots, pending, meanings } = draft;
  if (slots.length > MOST_SLOTS || pending.length > MOST_PENDING) return null;
  return tabled(factStates({ rule, slots, pending, meanings, lanes: graph.lanes }));
}
