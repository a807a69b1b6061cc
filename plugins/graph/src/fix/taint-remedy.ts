import { type Monitor, type Reading, taintQuestion, variablesIn } from '../check/index.js';
import { type ControlGraph, EVENT } from '../lower/index.js';
import {
  type AgentGraph,
  classified,
  type DataEdge,
  type GraphNode,
  type Rule,
  type TaintRule,
  type ToolEffect,
  type ToolEffects,
} from '../model/index.js';
import type { Cleaned, Inserted } from './insert.js';
import type { Layered } from './layer.js';
import type { Remedy } from './remedy.js';

/** A taint rule about one tool, or `trifecta`, which is about none. */
export type TaintRuleAsked = Rule & TaintRule;

/** So many cleaners of a catalogue are tried, so many variables are cleaned at once. */
const [MOST_CLEANERS, MOST_VARIABLES] = [3, 8];

/** Gives a value anew: a call of a cleaner, or a person who says what it is. */
interface Maker {
  readonly kind: 'cleaner' | 'endorsement';
  readonly name: string | null;
  readonly make: (cleaned: Cleaned) => Inserted;
}

/**
 * What may mend a taint rule, the first that does is told (S11): an approval for `trifecta`; else the variables that the tool is called with, or a decision is made by, are
 * cleaned: by a cleaner of the catalogue, or by a person who writes them. What a model has read is never clean again, and no remedy is for that.
 */
export function* taintRemedies(rule: TaintRuleAsked, effects: ToolEffects, reading: Reading): Generator<Remedy> {
  if (rule.form === 'trifecta') {
    yield approval(rule, effects);
    return;
  }
  const { tool } = rule;
  if (tool === undefined) return;
  const { graph } = reading;
  const given = taintable(graph, argumentsOf(graph, tool));
  const decided = rule.form === 'privileged' ? taintable(graph, guardsOf(graph)) : [];
  const read = taintable(graph, readsOf(graph));
  const sets = [given, union(given, decided), union(given, decided, read)].filter(
    (set, at, all) => set.length <= MOST_VARIABLES && (at === 0 || set.length > (all[at - 1] ?? []).length),
  );
  for (const maker of makersOf(rule, effects))
    for (const [at, variables] of sets.entries())
      yield {
        kind: maker.kind,
        name: maker.name,
        parts:
          variables.length === 0
            ? []
            : [
                {
                  what: variables.map((writes) => maker.make({ writes })),
                  layered: (probe, around) => taintLayer(rule, tool, effects, probe, around, variables),
                },
              ],
        exact: false,
        // It is the same for all sets, and tried once.
        tool: at === 0 ? tool : null,
        inFront: (body, node) => inFront(reading, body, node, tool, maker),
      };
}

function approval(rule: TaintRuleAsked, effects: ToolEffects): Remedy {
  const layered = (probe: Reading, graph: AgentGraph): Layered | null => {
    const { harsh, reading } = taintQuestion({ ...rule, part: { tool: null, unsure: false } }, effects, probe);
    if (!harsh) return null;
    const lacks = (local: number, global: number): boolean => !harsh.facts(local, global).includes('approved');
    return { control: reading.graph, monitor: harsh, passing: passingMoves(reading.graph, graph), refusing: [], lacks };
  };
  const parts = [{ what: [{ kind: 'person', tool: null } as const], layered }];
  return { kind: 'confirmation', name: null, parts, exact: true, tool: null };
}

function makersOf({ tool, form }: TaintRuleAsked, effects: ToolEffects): Maker[] {
  const label = form === 'private_to_sink' ? 'private' : 'untrusted';
  const cleaners = [...effects.values()].filter(
    (effect) =>
      effect.name !== tool &&
      classified(effects, effect.name)?.classes.includes('cleaner') === true &&
      !effect.classes.includes('source') &&
      effect.labels?.includes(label) === true,
  );
  return [
    ...cleaners.slice(0, MOST_CLEANERS).map((effect): Maker => ({
      kind: 'cleaner',
      name: effect.name,
      make: (cleaned) => ({ kind: 'call', call: callOf(effect, cleaned), raises: true, ...cleaned }),
    })),
    { kind: 'endorsement', name: null, make: (cleaned) => ({ kind: 'entry', ...cleaned }) },
  ];
}

/** The value goes into the argument of a cleaner that has only one. */
function callOf({ name, args }: ToolEffect, { writes }: Cleaned) {
  const [only, ...more] = Object.keys(args?.fields ?? {});
  const named = only !== undefined && more.length === 0 && writes !== undefined;
  return { name, ...(named && { arguments: [{ name: only, variable: writes }] }) };
}

/** The layer in which one of the variables is tainted, or a tainted decision is in force where that is asked. */
function taintLayer(
  rule: TaintRuleAsked,
  tool: string,
  effects: ToolEffects,
  probe: Reading,
  graph: AgentGraph,
  variables: readonly string[],
): Layered | null {
  const { harsh, reading } = taintQuestion({ ...rule, part: { tool, unsure: false } }, effects, probe);
  if (!harsh) return null;
  const names = variables.flatMap((name) => [`:${name}`, `:${name}.`]);
  const isOne = (fact: string): boolean => {
    const name = fact.slice(fact.indexOf(':'));
    return names.some((each) => (each.endsWith('.') ? name.startsWith(each) : name === each));
  };
  const lacks = (local: number, global: number): boolean =>
    harsh.facts(local, global).some(isOne) || (rule.form === 'privileged' && decides(harsh, local));
  return { control: reading.graph, monitor: harsh, passing: passingMoves(reading.graph, graph), refusing: [], lacks };
}

/** Whether a lane runs under a tainted decision: all that is not global is that, and what its node has read. */
const decides = (monitor: Monitor, local: number): boolean =>
  monitor.facts(local, 0).some((fact) => fact.endsWith(':decision'));

/** A shortest way through what stands apart on which nothing fails and nobody says no, as moves that are events of their own. */
function passingMoves(control: ControlGraph, graph: AgentGraph): number[] {
  const own = new Set(graph.nodes.map(({ id }) => id));
  const apart = [...control.nodes.keys()].filter(
    (node) => control.nodeInstance[node] === 0 && !own.has(control.nodes[node]?.id ?? ''),
  );
  const makes = apart.filter((node) => ['tool', 'human'].includes(control.nodes[node]?.kind ?? ''));
  // The first place of a node is where it is entered.
  const entered = (node: number): number => control.node.indexOf(node);
  const led = new Set(control.edges.flatMap(({ target }, edge) => (control.edgeInstance[edge] === 0 ? [target] : [])));
  const first = makes.find((node) => !led.has(control.nodes[node]?.id ?? ''));
  const last = apart.find((node) => control.nodes[node]?.id.startsWith('fix:over'));
  if (first === undefined || last === undefined) return [];
  const [start, goal] = [entered(first), entered(last)];
  const via = new Map<number, number>([[start, -1]]);
  const queue = [start];
  for (const at of queue) {
    if (at === goal) break;
    for (let move = control.first[at] as number; move < (control.first[at + 1] as number); move += 1) {
      const to = control.to[move] as number;
      if (via.has(to) || refuses(control, move)) continue;
      via.set(to, move);
      queue.push(to);
    }
  }
  const moves: number[] = [];
  for (let move = via.get(goal) ?? -1; move >= 0; move = via.get(control.from[move] as number) ?? -1) moves.push(move);
  return moves.toReversed();
}

function refuses({ eventKind, edge, edges }: ControlGraph, move: number): boolean {
  if ([EVENT.failure, EVENT.reject, EVENT.edit].includes(eventKind[move] as 3 | 5 | 6)) return true;
  return edges[edge[move] as number]?.on === 'error';
}

/** In front of a node that calls the tool: all that its arguments are made from, variables and what data edges bring. */
function inFront({ graph }: Reading, name: string, id: string, tool: string, { make }: Maker): Inserted[] {
  const instance = graph.instances.find(({ body }) => nameOf(body) === name);
  const shape = instance?.body.nodes.find((node) => node.id === id);
  if (!instance || !shape) return [];
  const data = (instance.body.data_edges ?? []).filter(({ target }) => target === id);
  return [
    ...taintable(graph, boundIn([shape], tool)).map((writes) => make({ writes })),
    ...data.map((through) => make({ through })),
  ];
}

/** What is cleaned, for people: variables, and arguments that data edges bring. */
export const cleanedIn = (what: readonly Inserted[]): string[] => [
  ...new Set(
    what.flatMap((each) => {
      if (each.kind === 'person') return [];
      return each.writes ?? (each.through === undefined ? [] : called(each.through));
    }),
  ),
];

const called = ({ source, source_output: output, target_input: input }: DataEdge): string => input ?? output ?? source;

const nameOf = (body: object): string => ('name' in body && !('format' in body) ? String(body.name) : '');

const argumentsOf = ({ nodes }: ControlGraph, tool: string): readonly string[] => boundIn(nodes, tool);

const boundIn = (nodes: readonly GraphNode[], tool?: string): readonly string[] =>
  nodes.flatMap(({ tools = [] }) =>
    tools
      .filter(({ name }) => tool === undefined || name === tool)
      .flatMap(({ arguments: given = [] }) => given.flatMap((each) => ('variable' in each ? [each.variable] : []))),
  );

const guardsOf = ({ guards }: ControlGraph): readonly string[] => guards.flatMap(({ expr }) => variablesIn(expr));

const readsOf = ({ nodes }: ControlGraph): readonly string[] => [
  ...nodes.flatMap(({ reads = [] }) => reads),
  ...boundIn(nodes),
];

/** Each once, in their order, those that something writes. */
function taintable({ writers }: ControlGraph, names: readonly string[]): string[] {
  const written = [...writers.keys()];
  return [...new Set(names)].filter((name) =>
    written.some((each) => each === '*' || each === name || name.startsWith(`${each}.`) || each.startsWith(`${name}.`)),
  );
}

const union = (...sets: readonly (readonly string[])[]): string[] => [...new Set(sets.flat())];
