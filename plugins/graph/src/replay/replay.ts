import type {
  AgentGraph,
  GraphBody,
  GraphEdge,
  GraphNode,
  Guard,
  PathEvent,
  PathStep,
  Rule,
  ToolEffects,
  ToolUse,
  Verdict,
} from '../model/index.js';
import { callsIn, standings, type Standing } from './execution.js';
import { holds, mayTake, type ValueOf, variablesIn } from './guards.js';
import { breaksOrder, type Happened } from './history.js';
import { Ledger } from './ledger.js';
import { edgeNamed, leaving, locate, type Located } from './locate.js';

export type Replayed = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly step: number };

export interface ReplayOptions {
  /** How a join that nobody knows is read, by the name of its node. */
  readonly joins?: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  /** The values under which the path is taken. */
  readonly model?: Verdict['model'];
}

interface Lane {
  /** The node it is at: arrived, or in the middle of it. */
  name: string;
  at: Located;
  events: PathEvent[];
  /** The edge it came by: joins ask. */
  by: string | null;
  ledger: Ledger | null;
}

class Refused extends Error {
  readonly step: number;
  constructor(why: string, step: number) {
    super(why);
    this.step = step;
  }
}

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
  try {
    return new Replay(graph, effects, rule, path, options).run();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.message, step: error.step };
    throw error;
  }
}

class Replay {
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #rule: Rule;
  readonly #path: readonly PathStep[];
  readonly #options: ReplayOptions;
  readonly #lanes = new Map<number, Lane>();
  readonly #calls: Happened[] = [];
  readonly #taken = new Map<string, number>();
  /** The call that the path ends with, where the rule is about one. */
  readonly #target: ToolUse | null;
  #lacked = false;
  #failed = false;

  constructor(graph: AgentGraph, effects: ToolEffects, rule: Rule, path: readonly PathStep[], options: ReplayOptions) {
    this.#graph = graph;
    this.#effects = effects;
    this.#rule = rule;
    this.#path = path;
    this.#options = options;
    const last = path.at(-1);
    const at = last && locate(graph, last.node);
    const tool = rule.kind === 'check_before' || rule.kind === 'confirm_before' ? rule.tool : null;
    this.#target = (at && tool !== null && callsIn(at.node).find(({ name }) => name === tool)) || null;
  }

  run(): Replayed {
    const start = locate(this.#graph, this.#graph.start);
    if (!start) throw new Refused('there is no start', 0);
    const rule = this.#rule;
    const facts = rule.kind === 'check_before' || rule.kind === 'confirm_before' ? rule : null;
    if (facts && !this.#target) throw new Refused('the last step does not call the tool', this.#path.length - 1);
    this.#lanes.set(1, {
      name: this.#graph.start,
      at: start,
      events: [],
      by: null,
      ledger: facts && new Ledger(facts, this.#effects),
    });
    this.#path.forEach((step, index) => this.#step(step, index));
    if (facts)
      return this.#lacked
        ? { ok: true }
        : { ok: false, why: 'the tool has what it needs', step: this.#path.length - 1 };
    if (rule.kind !== 'order') throw new Refused('rules of this kind are replayed elsewhere', 0);
    const ended =
      this.#failed ||
      this.#isTerminated() ||
      this.#failsHere() ||
      [...this.#lanes.values()].every((lane) => this.#isOver(lane));
    return breaksOrder(rule, this.#calls, ended)
      ? { ok: true }
      : { ok: false, why: 'the history does not break the rule', step: this.#path.length - 1 };
  }

  #step(step: PathStep, index: number): void {
    const number = step.lane ?? 1;
    const lane = this.#laneAt(step, number, index);
    for (const event of step.events) this.#event(lane, event, index);
    if (step.edge === undefined) return;
    const edge = edgeNamed(lane.at, step.edge);
    if (!edge) throw new Refused(`no edge ${step.edge} leaves ${step.node}`, index);
    this.#leave(lane, edge, step, index);
  }

  /** The lane of a step: at its node already, going into a body or out of one, or opened by a fork. */
  #laneAt(step: PathStep, number: number, index: number): Lane {
    const known = this.#lanes.get(number);
    const at = locate(this.#graph, step.node);
    if (!at) throw new Refused(`there is no node ${step.node}`, index);
    if (known && known.name === step.node) {
      this.#joined(known, step, index);
      return known;
    }
    if (known && known.name !== step.node) this.#turn(step.node);
    if (known && this.#goesInto(known, step.node))
      return Object.assign(known, { name: step.node, at, events: [], by: null });
    if (known && this.#comesOutAt(known, step.node)) {
      for (const [other, lane] of this.#lanes)
        if (lane !== known && lane.name.startsWith(`${step.node}/`)) this.#merge(known, other);
      return Object.assign(known, { name: step.node, at, events: known.name === step.node ? known.events : [] });
    }
    // A fork: the step before opened the first lane, and this one another from the same node.
    const before = this.#path[index - 1];
    const opener =
      before?.node === step.node && before.edge !== undefined
        ? this.#lanes.get(before.lane ?? 1)
        : [...this.#lanes.values()].find((lane) => lane.name === step.node);
    const several = at.node.kind === 'fork' || (at.node.concurrency ?? 'exclusive') !== 'exclusive';
    if (!known && opener && several && step.edge !== undefined) {
      const fresh: Lane = {
        name: step.node,
        at,
        events: [...(opener.name === step.node ? opener.events : this.#forkEvents)],
        by: null,
        ledger: opener.ledger?.copy() ?? null,
      };
      this.#lanes.set(number, fresh);
      return fresh;
    }
    throw new Refused(`lane ${String(number)} is not at ${step.node}`, index);
  }

  #forkEvents: PathEvent[] = [];

  /** A `map` goes on to the next item, where the start of its body is entered: what it writes has any value again (S8). */
  #turn(name: string): void {
    const cut = name.lastIndexOf('/');
    const around = cut < 0 ? null : locate(this.#graph, name.slice(0, cut));
    const body = this.#graph.subgraphs?.find((each) => each.name === around?.node.subgraph);
    if (around?.node.kind !== 'map' || body === undefined || name !== `${name.slice(0, cut)}/${body.start}`) return;
    const written = this.#writesIn(body, new Set());
    for (const lane of this.#lanes.values())
      this.#wrote(lane, [...(around.node.writes === '*' ? ['*'] : (around.node.writes ?? [])), ...written]);
  }

  #writesIn(body: GraphBody, seen: Set<GraphBody>): string[] {
    if (seen.has(body)) return [];
    seen.add(body);
    return body.nodes.flatMap((node) => {
      if (node.disabled) return [];
      const inner = this.#graph.subgraphs?.find(({ name }) => name === node.subgraph);
      return [
        ...(node.writes === '*' ? ['*'] : (node.writes ?? [])),
        ...(node.result === undefined ? [] : [node.result]),
        ...(inner ? this.#writesIn(inner, seen) : []),
      ];
    });
  }

  #goesInto(lane: Lane, name: string): boolean {
    const { node } = lane.at;
    const body = this.#graph.subgraphs?.find((each) => each.name === node.subgraph);
    return (
      (node.kind === 'subgraph' || node.kind === 'map') && body !== undefined && name === `${lane.name}/${body.start}`
    );
  }

  /** The body of node `name` is over, and the lane goes on at the node itself; or its next turn begins at the body's start. */
  #comesOutAt(lane: Lane, name: string): boolean {
    if (lane.name.startsWith(`${name}/`)) return true;
    const cut = lane.name.lastIndexOf('/');
    const around = cut < 0 ? null : locate(this.#graph, lane.name.slice(0, cut));
    return around?.node.kind === 'map' || around?.node.retry !== undefined
      ? name.startsWith(`${lane.name.slice(0, cut)}/`)
      : false;
  }

  #merge(into: Lane, other: number): void {
    const lane = this.#lanes.get(other);
    if (lane?.ledger && into.ledger) into.ledger.add(lane.ledger);
    this.#lanes.delete(other);
  }

  /** A node that waits for others: they are there, and are one lane from here. */
  #joined(lane: Lane, step: PathStep, index: number): void {
    if (lane.by === null || lane.events.length > 0) return;
    const { node, body } = lane.at;
    const kind = node.join === 'unknown' ? (this.#options.joins?.get(step.node) ?? 'any') : (node.join ?? 'any');
    const incoming = body.edges.filter(({ target, on }) => target === node.id && on !== 'error');
    // A lane that acts again was not one with this: it was in the middle of the node, where nothing shows.
    const acts = (other: number): boolean => this.#path.slice(index + 1).some((each) => (each.lane ?? 1) === other);
    const waiting = [...this.#lanes].filter(
      ([other, each]) =>
        each !== lane &&
        each.name === lane.name &&
        each.by !== null &&
        each.events.length === 0 &&
        (kind === 'all' || !acts(other)),
    );
    if (kind === 'all' && incoming.length > 1 && incoming.some(({ id }) => id === lane.by))
      for (const { id } of incoming) {
        if (id === lane.by) continue;
        const other = waiting.find(([, each]) => each.by === id);
        if (!other) throw new Refused(`the join ${step.node} lacks a lane by ${id}`, index);
        this.#merge(lane, other[0]);
      }
    else if (kind === 'active') for (const [other] of waiting) this.#merge(lane, other);
    else if (kind === 'any' && this.#graph.execution !== 'sequential')
      for (const [other, each] of waiting) {
        if (each.ledger && this.#graph.execution !== 'supersteps') lane.ledger?.keep(each.ledger);
        else if (each.ledger) lane.ledger?.add(each.ledger);
        this.#lanes.delete(other);
      }
    lane.by = null;
  }

  #event(lane: Lane, event: PathEvent, index: number): void {
    const { node } = lane.at;
    lane.events.push(event);
    const ways = standings(node, this.#effects, lane.events);
    const asked = node.kind === 'human' && leaving(lane.at, 'success').some(({ outcome }) => outcome === event.kind);
    if (ways.size === 0 && !asked && !this.#bodyAnswer(node))
      throw new Refused(`${event.kind} of ${event.name} cannot happen now`, index);
    const last = index === this.#path.length - 1 && event === this.#path[index]?.events.at(-1);
    const call = callsIn(node).find(({ name }) => name === event.name) ?? { name: event.name };
    const writes = [
      ...(node.writes === '*' ? ['*'] : (node.writes ?? [])),
      ...(node.result === undefined ? [] : [node.result]),
    ];
    switch (event.kind) {
      case 'attempt':
        this.#calls.push({ kind: 'attempt', tool: event.name });
        if (lane.ledger && last && this.#target && event.name === this.#target.name)
          this.#lacked = lane.ledger.lacks(this.#target, lane.name);
        for (const each of this.#lanes.values()) {
          each.ledger?.attempt(call, lane.name, each === lane);
          this.#wrote(each, writes, lane.name);
        }
        break;
      case 'success':
      case 'failure': {
        this.#calls.push({ kind: event.kind, tool: event.name });
        if (event.kind === 'success') {
          lane.ledger?.success(call, lane.name, node);
          // What the call wrote itself was not what it was made with.
          this.#wrote(lane, node.writes === '*' ? ['*'] : (node.writes ?? []), lane.name);
        } else for (const each of this.#lanes.values()) each.ledger?.failure(call);
        break;
      }
      default: {
        const paused = node.interrupt === 'before' || node.interrupt === 'both';
        const asks = callsIn(node).some(({ requires_confirmation: each }) => each === true);
        const inFront = node.kind !== 'human' && ((paused && lane.events.length === 1) || asks);
        const tool = this.#target?.name ?? '';
        // Behind a node an approval is for what it lists alone.
        const covers = inFront
          ? callsIn(node).some(({ name }) => name === tool)
          : (node.confirms?.includes(tool) ?? (node.kind === 'human' || event.kind === 'reject'));
        // What is edited are the variables that the arguments are.
        if (event.kind === 'edit' && inFront)
          for (const each of this.#lanes.values())
            this.#wrote(
              each,
              callsIn(node).flatMap(({ arguments: given = [] }) =>
                given.flatMap((one) => ('variable' in one ? [one.variable] : [])),
              ),
            );
        if (event.kind === 'reject') for (const each of this.#lanes.values()) each.ledger?.rejected(covers);
        else lane.ledger?.approved(lane.name, covers, inFront ? lane.name : undefined);
      }
    }
  }

  /** A pause around a node that runs a body. */
  #bodyAnswer = (node: GraphNode): boolean =>
    node.interrupt !== undefined && (node.kind === 'subgraph' || node.kind === 'map');

  #wrote(lane: Lane, names: readonly string[], own?: string): void {
    if (names.length > 0 && this.#target) lane.ledger?.wrote(names.includes('*') ? '*' : names, [this.#target], own);
  }

  #leave(lane: Lane, edge: GraphEdge, step: PathStep, index: number): void {
    const { node, body } = lane.at;
    const on = edge.on ?? 'success';
    const answers = lane.events.filter(({ kind }) => kind === 'approve' || kind === 'edit' || kind === 'reject');
    const own = node.kind === 'human' && ['approve', 'edit', 'reject'].includes(edge.outcome ?? '') && !node.disabled;
    const events = own ? lane.events.slice(0, -1) : lane.events;
    if (own && answers.at(-1)?.kind !== edge.outcome)
      throw new Refused(`nobody answered ${String(edge.outcome)}`, index);
    const ways: ReadonlySet<Standing> =
      node.kind === 'subgraph' || node.kind === 'map'
        ? new Set<Standing>(['done', 'failed', 'refused'])
        : standings(node, this.#effects, events);
    const failed =
      ways.has('failed') &&
      (node.on_error === 'edge' ? on === 'error' : node.on_error === 'continue' && on === 'success');
    if (!failed && !(on === 'success' && (ways.has('done') || ways.has('refused'))))
      throw new Refused(`${step.node} is not left by ${edge.id} now`, index);
    const choice = body.edges.filter((each) => each.source === node.id && (each.on ?? 'success') === on);
    const exclusive = node.kind !== 'fork' && (node.concurrency ?? 'exclusive') === 'exclusive';
    const calls = callsIn(node);
    if (node.disabled !== true && (calls.length === 0 || node.kind === 'agent'))
      for (const each of this.#lanes.values())
        this.#wrote(each, [
          ...(node.writes === '*' ? ['*'] : (node.writes ?? [])),
          ...(node.result === undefined ? [] : [node.result]),
        ]);
    const valueOf = this.#valuesAt(index);
    if (
      on === 'success' &&
      !mayTake(
        edge,
        choice,
        exclusive,
        valueOf,
        ({ id, max_times: most }) => most !== undefined && (this.#taken.get(`${lane.at.prefix}${id}`) ?? 0) >= most,
      )
    )
      throw new Refused(`the guards do not let ${edge.id} be taken`, index);
    const times = (this.#taken.get(step.edge ?? '') ?? 0) + 1;
    if (edge.max_times !== undefined && times > edge.max_times)
      throw new Refused(`${edge.id} is taken too often`, index);
    this.#taken.set(step.edge ?? '', times);
    if (edge.outcome === 'fail') for (const each of this.#lanes.values()) each.ledger?.failedAt(lane.name);
    if (failed) lane.ledger?.left(lane.name);
    else lane.ledger?.judged(({ at, result, passes }) => this.#says(edge, lane, at, result, passes, choice));
    lane.ledger?.left(lane.name);
    this.#forkEvents = lane.events;
    const name = `${lane.at.prefix}${edge.target}`;
    const at = locate(this.#graph, name);
    if (!at) throw new Refused(`there is no node ${name}`, index);
    Object.assign(lane, { name, at, events: [], by: edge.id });
    if (at.node.kind === 'fail' && lane.at.prefix === '') this.#failed = true;
  }

  #says(
    edge: GraphEdge,
    lane: Lane,
    at: string,
    result: string | undefined,
    passes: 'success' | { field: string; equals: unknown } | { branch: string },
    choice: readonly GraphEdge[],
  ): boolean | null {
    if (at === lane.name && edge.outcome === 'pass') return true;
    if (at === lane.name && edge.outcome === 'fail') return false;
    if (typeof passes === 'string') return null;
    if ('branch' in passes)
      return at !== lane.name ? null : edge.branch === undefined ? null : edge.branch === passes.branch;
    if (result === undefined) return null;
    // Hopeful: an edge passes unless its guard cannot hold with the value that passes.
    const variable = `${result}.${passes.field}`;
    const decides = choice.some(
      ({ guard }) =>
        guard !== undefined && 'expr' in guard && JSON.stringify(guard.expr).includes(JSON.stringify(variable)),
    );
    if (!decides) return null;
    const valueOf: ValueOf = (name) => (name === variable ? (passes.equals as string) : undefined);
    const own = edge.guard && 'expr' in edge.guard ? holds(edge.guard.expr, valueOf) : null;
    return own !== false && mayTake(edge, choice, true, valueOf);
  }

  /** The values that the model gives at a step: of each variable the last one that was said. */
  #valuesAt(index: number): ValueOf {
    return (variable) =>
      this.#options.model?.findLast((each) => each.variable === variable && each.at_step <= index)?.value;
  }

  /** Whether the path stops at an `end` that ends every lane (S5). */
  #isTerminated(): boolean {
    const last = locate(this.#graph, this.#path.at(-1)?.node ?? '');
    return last?.node.kind === 'end' && last.node.terminate === true && last.prefix === '';
  }

  /** Whether the run fails where the path stops: a call failed for good, or no edge of a choice can be taken (S3, S4). */
  #failsHere(): boolean {
    const last = this.#path.at(-1);
    const lane = last && last.edge === undefined ? this.#lanes.get(last.lane ?? 1) : undefined;
    if (!lane) return false;
    const ways = standings(lane.at.node, this.#effects, lane.events);
    const choice = leaving(lane.at, 'success');
    const valueOf = this.#valuesAt(this.#path.length - 1);
    const several = lane.at.node.kind === 'fork' || (lane.at.node.concurrency ?? 'exclusive') !== 'exclusive';
    const refused = ({ id, guard, provenance, max_times: most }: GraphEdge): boolean =>
      provenance === 'may' ||
      (several && guard !== undefined && !('choice' in guard) && !this.#isRead(guard)) ||
      (guard !== undefined && 'expr' in guard && holds(guard.expr, valueOf) === false) ||
      (most !== undefined && (this.#taken.get(`${lane.at.prefix}${id}`) ?? 0) >= most);
    const blocked =
      (ways.has('done') || (ways.has('failed') && lane.at.node.on_error === 'continue')) &&
      choice.length > 0 &&
      choice.every(refused);
    if (!blocked && lane.at.node.kind !== 'fail' && !this.#aborts(lane.at, ways)) return false;
    for (let around = lane.at.prefix; around !== '';) {
      const at = locate(this.#graph, around.slice(0, -1));
      if (!at || !this.#aborts(at, new Set(['failed']))) return false;
      around = at.prefix;
    }
    return true;
  }

  /** Whether a guard is an expression over variables whose types are known: else somebody else decides it. */
  #isRead(guard: Guard): boolean {
    const known = new Set((this.#graph.variables ?? []).map(({ name }) => name));
    return 'expr' in guard && variablesIn(guard.expr).every((name) => known.has(name));
  }

  #aborts(at: Located, ways: ReadonlySet<Standing>): boolean {
    const { on_error: onError = 'abort' } = at.node;
    return ways.has('failed') && onError !== 'continue' && (onError === 'abort' || leaving(at, 'error').length === 0);
  }

  #isOver(lane: Lane): boolean {
    const { node } = lane.at;
    if (node.kind === 'end' || node.kind === 'fail') return true;
    const ways = standings(node, this.#effects, lane.events);
    if (ways.has('refused')) return true;
    if (ways.has('failed') && node.on_error !== 'continue') return true;
    if (ways.has('failed') && leaving(lane.at, 'success').length === 0) return true;
    return (
      leaving(lane.at, 'success').length === 0 && (node.kind === 'subgraph' || node.kind === 'map' || ways.has('done'))
    );
  }
}
