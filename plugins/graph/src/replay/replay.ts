import type {
  AgentGraph,
  GraphEdge,
  PathEvent,
  PathStep,
  Rule,
  SagaPart,
  ToolEffects,
  ToolUse,
  Verdict,
} from '../model/index.js';
import { answerFor, nextAt } from './answers.js';
import { failsHere, isOver, isTerminated } from './endings.js';
import { callsIn, isDone, pausesAroundBody, runsBody, standings, waysOut, writesOf } from './execution.js';
import { isRead, mayTake, type ValueOf } from './guards.js';
import { breaksOrder, type Happened } from './history.js';
import { endedBy, Journal } from './journal.js';
import { saysOf, type Succeeded } from './judged.js';
import { toldBy } from './told.js';
import { type Lane, Refused, type Running, wrote } from './lane.js';
import { Lanes } from './lanes.js';
import { type FactsRule, Ledger } from './ledger.js';
import { edgeNamed, leaving, locate } from './locate.js';
import { breaksSaga } from './saga.js';
import { Taint } from './taint/index.js';

export type Replayed = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly step: number };

export interface ReplayOptions {
  /** How a join that nobody knows is read, by the name of its node. */
  readonly joins?: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  /** The values under which the path is taken. */
  readonly model?: Verdict['model'];
  /** Of a saga: which of its rules, about which step. */
  readonly part?: SagaPart;
}

/** A path, and what it is to show. */
export interface Given {
  readonly graph: AgentGraph;
  readonly effects: ToolEffects;
  readonly rule: Rule;
  readonly path: readonly PathStep[];
  readonly options: ReplayOptions;
}

/** One walk of a path; see `replayPath`. */
export class Replay {
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #rule: Rule;
  readonly #path: readonly PathStep[];
  readonly #options: ReplayOptions;
  readonly #lanes: Lanes;
  readonly #calls: Happened[] = [];
  readonly #journal: Journal;
  /** How often the edges with a bound were taken, in each execution of their body; null: in the run. */
  readonly #taken = new Map<Running | null, Map<string, number>>();
  /** The call that the path ends with, where the rule is about one. */
  readonly #target: ToolUse | null;
  readonly #facts: FactsRule | null;
  readonly #taint: Taint | null;
  #lacked = false;
  #failed = false;

  constructor({ graph, effects, rule, path, options }: Given, target: ToolUse | null) {
    this.#graph = graph;
    this.#effects = effects;
    this.#rule = rule;
    this.#path = path;
    this.#options = options;
    this.#target = target;
    const start = locate(graph, graph.start);
    if (!start) throw new Refused('there is no start', 0);
    this.#facts = rule.kind === 'check_before' || rule.kind === 'confirm_before' ? rule : null;
    this.#taint = rule.kind === 'taint' ? new Taint(graph, effects, rule) : null;
    const flow = this.#taint?.flow ?? null;
    const ledger = this.#facts && new Ledger(this.#facts, effects);
    const first: Lane = { name: graph.start, at: start, events: [], by: null, ledger, within: [] };
    this.#journal = new Journal(effects);
    const turned = (names: readonly string[]): void => {
      this.#journal.wrote(names);
      this.#taint?.wrote(names);
    };
    const joins = options.joins ?? new Map();
    const ended = (lane: Lane, failed = false): boolean => this.#ends(lane, failed);
    this.#lanes = new Lanes({ graph, path, joins, target: this.#target, turned, ended, flow }, first);
    flow?.arrives(first);
  }

  run(): Replayed {
    const rule = this.#rule;
    const facts = this.#facts;
    if (facts && !this.#target) throw new Refused('the last step does not call the tool', this.#path.length - 1);
    this.#path.forEach((step, index) => this.#step(step, index));
    if (facts)
      return this.#lacked
        ? { ok: true }
        : { ok: false, why: 'the tool has what it needs', step: this.#path.length - 1 };
    if (this.#taint)
      return this.#taint.isBroken
        ? { ok: true }
        : { ok: false, why: 'what happens last is not tainted', step: this.#path.length - 1 };
    const { part } = this.#options;
    if (rule.kind !== 'order' && (rule.kind !== 'saga' || part === undefined))
      throw new Refused('rules of this kind are replayed elsewhere', 0);
    const last = this.#path.at(-1);
    const stopped = {
      graph: this.#graph,
      effects: this.#effects,
      last,
      lane: this.#lanes.get(last?.lane ?? 1),
      valueOf: this.#valuesAt(this.#path.length - 1),
      isSpent: (lane: Lane, edge: GraphEdge) => this.#isSpent(lane, edge),
    };
    const failed = this.#failed || failsHere(stopped);
    const ended =
      failed || isTerminated(stopped) || [...this.#lanes.all()].every((lane) => isOver(lane, this.#effects));
    const broken =
      rule.kind === 'order'
        ? breaksOrder(rule, this.#calls, ended)
        : part !== undefined &&
          breaksSaga(rule, part, this.#effects, this.#journal.entries, {
            how: failed ? 'failed' : ended ? 'normal' : null,
            by: (step) => endedBy(this.#graph, this.#path)(step) && !this.#isOvertaken(step),
          });
    return broken
      ? { ok: true }
      : { ok: false, why: 'the history does not break the rule', step: this.#path.length - 1 };
  }

  /** Supersteps: the run ended by another lane, in the step in which the lane of this one was still on its way. */
  #isOvertaken(step: number): boolean {
    const lane = this.#path[step]?.lane;
    const last = this.#path.at(-1);
    const isOther = last?.edge === undefined && last?.lane !== lane;
    return this.#graph.execution === 'supersteps' && isOther && this.#lanes.get(lane ?? 1)?.moved === true;
  }

  #step(step: PathStep, index: number): void {
    const number = step.lane ?? 1;
    const lane = this.#lanes.at(step, number, index);
    for (const event of step.events) this.#event(lane, event, index);
    if (step.edge === undefined) {
      if (step.events.length > 0) return;
      if (runsBody(lane.at.node)) this.#between(lane, step, index);
      else if (isDone(lane.at.node, this.#effects, lane.events)) this.#over(lane);
      return;
    }
    const edge = edgeNamed(lane.at, step.edge);
    if (!edge) throw new Refused(`no edge ${step.edge} leaves ${step.node}`, index);
    this.#leave(lane, edge, step, index);
  }

  /** It has written what it writes when it is done, before it is left. `failed`: it has failed, or may have. */
  #over(lane: Lane, failed = false): void {
    if (lane.over === true) return;
    this.#written(lane, failed);
    this.#taint?.over(lane, failed);
    lane.over = true;
  }

  /** A node that runs a body is told before it is left: its body begins, or it is done, and others act before it goes on. */
  #between(lane: Lane, { node: name, lane: number }: PathStep, index: number): void {
    const next = this.#path.slice(index + 1).find((step) => step.lane === number);
    if (next?.node.startsWith(`${name}/`) === true) return;
    for (const each of this.#lanes.all()) wrote(each, this.#target, writesOf(lane.at.node));
    this.#taint?.wrote(writesOf(lane.at.node));
    this.#taint?.flow?.between(lane);
  }

  /** The lane comes out of the body that its node is in. False: the node has failed, and nothing handles that in the body. */
  #ends(lane: Lane, failed: boolean): boolean {
    const { node } = lane.at;
    const ways = standings(node, this.#effects, lane.events);
    if (ways.has('done')) this.#over(lane, failed || ways.has('failed'));
    this.#taint?.flow?.ends(lane);
    return node.kind !== 'fail' && (ways.has('done') || ways.has('refused') || node.on_error === 'continue');
  }

  #event(lane: Lane, event: PathEvent, index: number): void {
    const { node } = lane.at;
    lane.events.push(event);
    const ways = standings(node, this.#effects, lane.events);
    const asked = node.kind === 'human' && leaving(lane.at, 'success').some(({ outcome }) => outcome === event.kind);
    if (ways.size === 0 && !asked && !pausesAroundBody(node))
      throw new Refused(`${event.kind} of ${event.name} cannot happen now`, index);
    this.#taint?.happens(lane, event);
    const last = index === this.#path.length - 1 && event === this.#path[index]?.events.at(-1);
    const call = callsIn(node).find(({ name }) => name === event.name) ?? { name: event.name };
    const writes = writesOf(node);
    switch (event.kind) {
      case 'attempt': {
        this.#calls.push({ kind: 'attempt', tool: event.name });
        if (lane.ledger && last && this.#target && event.name === this.#target.name)
          this.#lacked = lane.ledger.lacks(this.#target, lane.name);
        this.#journal.call(lane, event, index);
        this.#journal.wrote(writes);
        const had = lane.ledger?.entries ?? [];
        for (const each of this.#lanes.all()) {
          each.ledger?.attempt(call, lane.name, each === lane, had);
          wrote(each, this.#target, writes);
        }
        break;
      }
      case 'success':
      case 'failure': {
        this.#calls.push({ kind: event.kind, tool: event.name });
        this.#journal.call(lane, event, index);
        if (event.kind === 'success') {
          lane.ledger?.success(call, lane.name, node);
          // What the call wrote itself was not what it was made with.
          wrote(lane, this.#target, node.writes === '*' ? ['*'] : (node.writes ?? []), lane.name);
        } else for (const each of this.#lanes.all()) each.ledger?.failure(call, this.#target);
        break;
      }
      default: {
        const answer = answerFor(lane, this.#effects, this.#target?.name ?? '', nextAt(this.#path, index, event));
        // What is edited are the variables that the arguments are.
        if (event.kind === 'edit' && answer !== 'node') {
          const edited = callsIn(node).flatMap(({ arguments: given = [] }) =>
            given.flatMap((one) => ('variable' in one ? [one.variable] : [])),
          );
          this.#journal.wrote(edited);
          for (const each of this.#lanes.all()) wrote(each, this.#target, edited);
        }
        if (answer === 'nothing') break;
        if (event.kind === 'reject') for (const each of this.#lanes.all()) each.ledger?.rejected();
        else lane.ledger?.approved(lane.name, answer === 'execution' ? lane.name : undefined);
      }
    }
  }

  #leave(lane: Lane, edge: GraphEdge, step: PathStep, index: number): void {
    const { node } = lane.at;
    const on = edge.on ?? 'success';
    const answers = lane.events.filter(({ kind }) => kind === 'approve' || kind === 'edit' || kind === 'reject');
    const own = node.kind === 'human' && ['approve', 'edit', 'reject'].includes(edge.outcome ?? '') && !node.disabled;
    const answered = own && answers.at(-1)?.kind === edge.outcome;
    const ways = waysOut(node, this.#effects, lane.events, { own, answered });
    if (own && ways.size === 0) throw new Refused(`nobody answered ${String(edge.outcome)}`, index);
    const failed =
      ways.has('failed') &&
      (node.on_error === 'edge' ? on === 'error' : node.on_error === 'continue' && on === 'success');
    if (!failed && !(on === 'success' && (ways.has('done') || ways.has('refused'))))
      throw new Refused(`${step.node} is not left by ${edge.id} now`, index);
    const choice = leaving(lane.at, on);
    const exclusive = node.kind !== 'fork' && (node.concurrency ?? 'exclusive') === 'exclusive';
    // What a person refused in front did not run.
    if (lane.over !== true && (failed || ways.has('done'))) this.#written(lane, failed);
    const declared = this.#graph.variables ?? [];
    const valueOf = this.#valuesAt(index);
    const isSpent = (each: GraphEdge): boolean => this.#isSpent(lane, each);
    if (on === 'success' && !mayTake(edge, choice, exclusive, valueOf, isSpent, (guard) => isRead(declared, guard)))
      throw new Refused(`the guards do not let ${edge.id} be taken`, index);
    const told = toldBy(edge, choice, exclusive, isSpent);
    const says = (check: Succeeded): boolean | null => saysOf(check, edge, lane.name, told, declared);
    if (isSpent(edge)) throw new Refused(`${edge.id} is taken too often`, index);
    const taken = this.#takenBy(lane);
    taken.set(edge.id, (taken.get(edge.id) ?? 0) + 1);
    const before = lane.ledger?.unsaid(own && answered ? lane.name : undefined) ?? null;
    const calls = failed ? edge.outcome === 'fail' && lane.ledger?.failuresAt(lane.name) : lane.ledger?.judged(says);
    if (calls) {
      for (const each of this.#lanes.all()) each.ledger?.failed(calls, this.#target);
      before?.failed(calls, this.#target);
    }
    lane.ledger?.left(lane.name);
    this.#taint?.leaves(lane, edge, failed, says);
    this.#lanes.leftWith = { events: lane.events, ledger: before };
    const name = `${lane.at.prefix}${edge.target}`;
    const at = locate(this.#graph, name);
    if (!at) throw new Refused(`there is no node ${name}`, index);
    Object.assign(lane, { name, at, events: [], by: edge.id, over: false, ran: false, moved: true });
    this.#taint?.flow?.arrives(lane);
    if (at.node.kind === 'fail' && lane.at.prefix === '') this.#failed = true;
  }

  #isSpent(lane: Lane, { id, max_times: most }: GraphEdge): boolean {
    return most !== undefined && (this.#takenBy(lane).get(id) ?? 0) >= most;
  }

  #takenBy({ within }: Lane): Map<string, number> {
    const running = within.at(-1) ?? null;
    let taken = this.#taken.get(running);
    if (!taken) this.#taken.set(running, (taken = new Map()));
    return taken;
  }

  /** What picks no call, and what calls as often as it likes, writes when it is over. `failed`: then it may have written or not, but for what makes no calls. */
  #written({ at: { node }, events }: Lane, failed = false): void {
    const calls = callsIn(node);
    const one = (node.tool_choice ?? (calls.length > 1 ? 'one' : 'each')) === 'one';
    const none = one && !events.some(({ kind }) => kind === 'attempt');
    const ends = calls.length === 0 || none || node.kind === 'agent' || node.tool_choice === 'loop';
    if (node.disabled === true || !ends) return;
    const written = node.may_call === undefined ? writesOf(node) : ['*'];
    const surely = !failed || (calls.length === 0 && node.subgraph === undefined);
    if (surely) this.#journal.wrote(written);
    for (const each of this.#lanes.all()) wrote(each, this.#target, written);
    this.#taint?.wrote(written);
  }

  /** The values that the model gives at a step: of each variable the last one that was said. */
  #valuesAt(index: number): ValueOf {
    return (variable) =>
      this.#options.model?.findLast((each) => each.variable === variable && each.at_step <= index)?.value;
  }
}
