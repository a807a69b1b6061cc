import { factMonitor, factRules, factTargets, type FactRule, type FactTarget, type Reading } from '../check/index.js';
import { type ControlGraph, EVENT } from '../lower/index.js';
import type {
  AgentGraph,
  ArgumentBinding,
  CheckBefore,
  ConfirmBefore,
  Fix,
  NoFixCode,
  Rule,
  ToolEffects,
} from '../model/index.js';
import type { Inserted } from './insert.js';
import type { Layered } from './layer.js';

export type FactRuleAsked = Rule & (CheckBefore | ConfirmBefore);

/** What is inserted together, one after the other, and gives the same in each place. */
export interface Part {
  readonly what: readonly Inserted[];
  /** The layer in which its places are a cut. `probe`: a reading of the graph beside which the part stands; null where there is none. */
  readonly layered: (probe: Reading, graph: AgentGraph) => Layered | null;
}

/** What mends a rule where it is inserted. */
export interface Remedy {
  readonly kind: Fix['kind'];
  /** The tool that checks, confirms or cleans; null: a person. Several are named one after the other. */
  readonly name: string | null;
  readonly parts: readonly Part[];
  /** A cut of the layer is a smallest set of places, where guards and lanes have no say. */
  readonly exact: boolean;
  /** The tool that it goes right before, where that may do; null: a rule about no one tool. */
  readonly tool: string | null;
  /** What goes right in front of a node that calls the tool, where that is not the same for all. */
  readonly inFront?: (body: string, node: string) => readonly Inserted[];
}

/** Why nothing that could be inserted would mend it. */
export type NoRemedy = Extract<NoFixCode, 'pass_unknown' | 'arguments_unknown' | 'no_source'>;

/** What to insert for a rule, with the arguments that its calls in this graph have. */
export function factRemedy(rule: FactRuleAsked, effects: ToolEffects, reading: Reading): Remedy | NoRemedy {
  const parts: Part[] = [];
  const names = new Set<string>();
  for (const fact of factRules(rule, effects))
    for (const [target, calls] of factTargets(reading.graph, reading.index, fact).entries()) {
      const what = partOf(fact, calls, rule, reading);
      if (typeof what === 'string') return what;
      if (what.kind === 'call') names.add(what.call.name);
      parts.push({ what: [what], layered: (probe, graph) => factLayer(probe, graph, effects, fact, target) });
    }
  if (parts.length === 0) return 'no_source';
  const kind = rule.kind === 'check_before' ? 'check' : 'confirmation';
  const name = names.size === 0 ? null : [...names].join(', ');
  return { kind, name, parts, exact: true, tool: rule.tool };
}

/** The layer in which a fact does not hold. `target`: which of the fact's targets, in the order in which the graph has them. */
function factLayer(
  { graph: control, index }: Reading,
  graph: AgentGraph,
  effects: ToolEffects,
  fact: FactRule,
  target: number,
): Layered | null {
  const calls = factTargets(control, index, fact)[target];
  const monitor = calls && factMonitor(control, index, effects, fact, calls, false);
  if (!monitor) return null;
  const lacks = (local: number, global: number): boolean => monitor.facts(local, global).length === 0;
  return { control, monitor, ...answersIn(control, graph), lacks };
}

/** The events by which what is inserted passes, in their order, and those by which a person refuses. */
function answersIn(control: ControlGraph, graph: AgentGraph): Pick<Layered, 'passing' | 'refusing'> {
  const own = new Set(graph.nodes.map(({ id }) => id));
  const inserted = control.nodes.findIndex(
    ({ id, kind }, node) => control.nodeInstance[node] === 0 && !own.has(id) && (kind === 'tool' || kind === 'human'),
  );
  const { eventKind, eventNode, eventOf, edges } = control;
  const events = [...eventKind.keys()].filter((event) => eventNode[event] === inserted);
  const passing = events.filter((event) => {
    if (eventKind[event] === EVENT.took) return edges[eventOf[event] as number]?.outcome === 'pass';
    return [EVENT.attempt, EVENT.success, EVENT.approve].includes(eventKind[event] as 1 | 2 | 4);
  });
  return { passing, refusing: events.filter((event) => eventKind[event] === EVENT.reject) };
}

function partOf(fact: FactRule, calls: FactTarget, { tool }: FactRuleAsked, { graph }: Reading): Inserted | NoRemedy {
  const guarded = graph.uses[calls.uses[0] as number]?.call?.arguments ?? [];
  // A person at any node will do.
  if (fact.establishers.some((each) => each.tool === null && each.node === undefined)) return { kind: 'person', tool };
  let why: NoRemedy = 'no_source';
  for (const { tool: name, args = {}, passes } of fact.establishers) {
    // What is itself the tool would need itself.
    if (name === null || name === tool) continue;
    if (passes === undefined) {
      why = 'pass_unknown';
      continue;
    }
    const given = Object.entries(args).map(([of, own]): ArgumentBinding | null => {
      const source = guarded.find((each) => each.name === of);
      return source === undefined || 'model' in source ? null : { ...source, name: own };
    });
    const known = given.filter((each) => each !== null);
    if (known.length === given.length)
      return {
        kind: 'call',
        call: { name, ...(known.length > 0 && { arguments: known }) },
        raises: passes === 'success',
      };
    why = 'arguments_unknown';
  }
  return why;
}
