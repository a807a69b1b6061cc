import {
  type AgentGraph,
  classified,
  type GraphEdge,
  type PathEvent,
  type TaintRule,
  type ToolEffects,
  type ToolUse,
} from '../../model/index.js';
import { callsIn, writesOf } from '../execution.js';
import { isRead, variablesIn } from '../guards.js';
import type { Lane } from '../lane.js';
import { leaving, locate, type Located } from '../locate.js';

import { Contexts, isModel } from './contexts.js';
import { inputsOf } from './inputs.js';
import { meetingOf } from './meeting.js';
import { Variables } from './variables.js';

/** What a lane has for itself: the history of the node it is in, and the tainted decisions it runs under, by where their branches meet. */
interface Own {
  history: boolean;
  readonly under: Map<string, string>;
}

/**
 * Taint along a path (S11), as a list of what is tainted that is written and struck out. What is not known is taken for clean: a path that is bad even so is bad. Where a path
 * does not show whether a node wrote before it failed, what it may have written counts as well as what was there: each way of a value is a run.
 */
export class Flow {
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #label: string;
  readonly #contexts: Contexts;
  readonly #variables = new Variables();
  readonly #histories = new Set<string>();
  readonly #returned = new Set<string>();
  readonly #lanes = new WeakMap<Lane, Own>();

  constructor(graph: AgentGraph, effects: ToolEffects, { form }: TaintRule) {
    this.#graph = graph;
    this.#effects = effects;
    this.#label = form === 'private_to_sink' ? 'private' : 'untrusted';
    this.#contexts = new Contexts(graph);
  }

  /** How a call stands that is made now: what it is made with, and that it is made. */
  judged(lane: Lane, tool: string): { readonly argument: boolean; readonly decision: boolean } {
    const calls = callsIn(lane.at.node).filter(({ name }) => name === tool);
    return {
      argument: calls.some((call) => this.#isMadeWith(lane, call)),
      decision: this.#own(lane).under.size > 0 || this.#picks(lane),
    };
  }

  happens(lane: Lane, { kind, name }: PathEvent): void {
    const { node } = lane.at;
    // What failed before is over when the node is executed again.
    const again = node.retry !== undefined && node.kind !== 'agent' && node.tool_choice !== 'loop';
    if (kind === 'attempt' && again && lane.events.at(-2)?.kind === 'failure') this.ends(lane);
    if (kind === 'attempt') this.#attempt(lane, name);
    const inFront = (node.interrupt === 'before' || node.interrupt === 'both') && lane.events.length === 1;
    if (kind === 'edit' && node.kind !== 'human')
      for (const { arguments: given = [], requires_confirmation: asks } of callsIn(node))
        if (inFront || asks === true)
          for (const each of given) if ('variable' in each) this.#variables.write(each.variable, this.#isUnder(lane));
    if (leaving(lane.at, 'success').length === 0) this.#goesBack(lane);
  }

  #attempt(lane: Lane, tool: string): void {
    const { at } = lane;
    const { argument, decision } = this.judged(lane, tool);
    const reads = this.#reads(at);
    if (isModel(at.node) && reads) this.#hear(lane);
    const effect = classified(this.#effects, tool);
    const { classes = [], labels = [] } = effect ?? {};
    const about = labels.includes(this.#label);
    const source = classes.includes('source') && about;
    const cleaner = classes.includes('cleaner') && (about || effect?.labels === undefined);
    const result = source || (effect !== undefined && !cleaner && (argument || decision || reads));
    if (result) this.#hear(lane);
    const typed = this.#contexts.isTyped(at);
    this.#returns(at, typed ? false : isModel(at.node) ? this.#hears(lane) : result);
    this.#write(at, this.#isUnder(lane) || (!typed && result));
  }

  /** A node is left by an edge. `failed`: it has failed for good, or may have. */
  leaves(lane: Lane, edge: GraphEdge, failed: boolean): void {
    const { at } = lane;
    const { node, body, prefix } = at;
    if (node.disabled !== true && lane.over !== true) this.#done(lane, edge.on === 'error', failed);
    const own = this.#own(lane);
    if (edge.on !== 'error' && this.#decides(at) && this.#isDecisionTainted(lane)) {
      const meeting = meetingOf(body, node.id);
      own.under.set(`${prefix}${meeting ?? ''}`, prefix);
    }
    this.ends(lane);
  }

  /** An execution of a node is over. */
  ends(lane: Lane): void {
    this.#goesBack(lane);
    this.#own(lane).history = false;
  }

  /** A node is done, before it is left. `failed`: it has failed for good, or may have. */
  over(lane: Lane, failed: boolean): void {
    if (lane.at.node.disabled !== true) this.#done(lane, false, failed);
  }

  /** A node that has run its body may have written, and returned something. */
  between(lane: Lane): void {
    this.#write(lane.at, this.#ofBody(lane), true);
    if (this.#tells(lane.at)) this.#returns(lane.at, true);
  }

  arrives(lane: Lane): void {
    this.#own(lane).under.delete(lane.name);
    const { node } = lane.at;
    if (node.disabled) return;
    // What nobody knows the doings of may have written anything.
    const opaque =
      (node.kind === 'code' && node.may_call !== undefined) ||
      ((node.kind === 'subgraph' || node.kind === 'map') && !this.#contexts.bodyOf(node));
    if (opaque) this.#variables.clear();
    // A path does not show that a last node without calls is executed.
    if (isModel(node) && callsIn(node).length === 0 && leaving(lane.at, 'success').length === 0) {
      if (this.#reads(lane.at)) this.#hear(lane);
      this.#goesBack(lane);
    }
  }

  /** A body is entered from the node that runs it. */
  enters(lane: Lane, around: Located): void {
    if (around.node.kind !== 'map') return;
    const value = this.#reads(around) || this.#isUnder(lane);
    for (const name of writesOf(around.node)) if (name !== '*') this.#variables.write(name, value);
  }

  /** Bodies are over: the lane is at a node further out, or begins the body again. */
  comesOut(lane: Lane, to: Located, from: Located): void {
    const { under } = this.#own(lane);
    for (const [meeting, prefix] of under)
      if (prefix.length > to.prefix.length || prefix === from.prefix) under.delete(meeting);
    for (let prefix = from.prefix; prefix.length > to.prefix.length + to.node.id.length + 1;) {
      const outer = this.#contexts.outer(prefix);
      this.#bodyGoesBack(prefix, outer);
      prefix = outer;
    }
  }

  forks(from: Lane, to: Lane): void {
    const { history, under } = this.#own(from);
    this.#lanes.set(to, { history, under: new Map(under) });
  }

  meets(into: Lane, other: Lane): void {
    for (const [meeting, prefix] of this.#own(other).under) this.#own(into).under.set(meeting, prefix);
  }

  #own(lane: Lane): Own {
    let own = this.#lanes.get(lane);
    if (!own) {
      own = { history: false, under: new Map() };
      this.#lanes.set(lane, own);
    }
    return own;
  }

  #isUnder(lane: Lane): boolean {
    return this.#own(lane).under.size > 0;
  }

  #hears(lane: Lane): boolean {
    return this.#contexts.hasOwn(lane.at) ? this.#own(lane).history : this.#histories.has(this.#around(lane.at));
  }

  #hear(lane: Lane): void {
    if (this.#contexts.hasOwn(lane.at)) this.#own(lane).history = true;
    else this.#histories.add(this.#around(lane.at));
  }

  #around({ prefix }: Located): string {
    return this.#contexts.of(prefix);
  }

  /** What data edges bring to a node, and what it reads. */
  #reads(at: Located): boolean {
    return this.#isFed(at) || (at.node.reads ?? []).some((name) => this.#variables.isTainted(name));
  }

  #isFed({ node, body, prefix }: Located, input?: string): boolean {
    return (body.data_edges ?? []).some(
      ({ source, target, target_input: to }) =>
        target === node.id &&
        (input === undefined || to === undefined || to === input) &&
        this.#returned.has(`${prefix}${source}`),
    );
  }

  /** What the model knows that writes or chooses at a node; which one it is nobody knows where the node is none and has a history for itself. */
  #knows(lane: Lane): boolean {
    if (isModel(lane.at.node)) return this.#hears(lane) || this.#reads(lane.at);
    return !this.#contexts.hasOwn(lane.at) && this.#hears(lane);
  }

  #picks(lane: Lane): boolean {
    const { node } = lane.at;
    const several =
      node.kind === 'agent' || (node.tool_choice ?? (callsIn(node).length > 1 ? 'one' : 'each')) !== 'each';
    return several && isModel(node) && this.#knows(lane);
  }

  #isMadeWith(lane: Lane, { name: tool, arguments: given = [] }: ToolUse): boolean {
    const { at } = lane;
    const { named, all } = inputsOf(this.#effects, at, { name: tool, arguments: given });
    if ([...all].some((name) => this.#isFed(at, name))) return true;
    // What is listed and the tool does not name, it may not read.
    return given.some((each) =>
      !named.has(each.name)
        ? false
        : 'variable' in each
          ? this.#variables.isTainted(each.variable)
          : 'model' in each && this.#knows(lane),
    );
  }

  /** What a node says and writes when it is over, apart from its calls. */
  #done(lane: Lane, onError: boolean, failed: boolean): void {
    const { at } = lane;
    const { node } = at;
    if (['start', 'router', 'fork', 'join', 'wait', 'end', 'fail'].includes(node.kind)) return;
    if (this.#contexts.bodyOf(node)) {
      if (!onError) this.#write(at, this.#ofBody(lane), node.on_error === 'continue');
      this.#returns(at, this.#tells(at));
      const own = this.#contexts.inside(at);
      if (own !== null) this.#bodyGoesBack(own, this.#around(at));
      return;
    }
    const calls = callsIn(node);
    const picked = calls.length > 0 && node.kind !== 'agent' && lane.events.some(({ kind }) => kind === 'attempt');
    const choice = node.kind === 'agent' ? 'loop' : (node.tool_choice ?? (calls.length > 1 ? 'one' : 'each'));
    if (calls.length > 0 && (choice === 'each' || (choice === 'one' && picked))) return;
    const reads = this.#reads(at);
    if (isModel(node) && reads) this.#hear(lane);
    const typed = this.#contexts.isTyped(at);
    const value = !typed && (isModel(node) ? this.#hears(lane) : node.kind !== 'human' && reads);
    this.#returns(at, value);
    this.#write(at, value || this.#isUnder(lane), failed);
  }

  /** Whether what a node returns that has run its body is tainted. */
  #tells(at: Located): boolean {
    const inside = this.#contexts.inside(at) ?? this.#around(at);
    return !this.#contexts.isTyped(at) && this.#histories.has(inside);
  }

  /** The same of what it writes. */
  #ofBody(lane: Lane): boolean {
    const { at } = lane;
    return this.#isUnder(lane) || this.#tells(at) || (!this.#contexts.isTyped(at) && this.#reads(at));
  }

  /** `perhaps`: what was there before may be there still. */
  #write({ node }: Located, tainted: boolean, perhaps = false): void {
    if (tainted || !perhaps) this.#variables.writeAll(writesOf(node), tainted);
  }

  #returns({ node, prefix }: Located, tainted: boolean): void {
    if (tainted) this.#returned.add(`${prefix}${node.id}`);
    else this.#returned.delete(`${prefix}${node.id}`);
  }

  /** The history that a node has for itself goes into the one around it, unless its value is clean. */
  #goesBack(lane: Lane): void {
    if (this.#contexts.hasOwn(lane.at) && this.#own(lane).history && !this.#contexts.isTyped(lane.at))
      this.#histories.add(this.#around(lane.at));
  }

  #bodyGoesBack(prefix: string, outer: string): void {
    if (this.#contexts.of(prefix) !== prefix || !this.#histories.delete(prefix)) return;
    const around = this.#locate(prefix);
    if (around && !this.#contexts.isTyped(around)) this.#histories.add(this.#contexts.of(outer));
  }

  #locate(prefix: string): Located | null {
    return locate(this.#graph, prefix.slice(0, -1));
  }

  #decides({ node, body }: Located): boolean {
    const edges = body.edges.filter(({ source, on }) => source === node.id && on !== 'error');
    return edges.length > 1 && node.kind !== 'fork' && (node.concurrency !== 'all' || edges.some(({ guard }) => guard));
  }

  #isDecisionTainted(lane: Lane): boolean {
    const { node } = lane.at;
    return leaving(lane.at, 'success').some(({ guard, otherwise }) => {
      if (otherwise) return false;
      if (guard === undefined) return isModel(node) && this.#knows(lane);
      if ('choice' in guard) return guard.choice === 'llm' && this.#knows(lane);
      return (
        'expr' in guard &&
        isRead(this.#graph.variables ?? [], guard) &&
        variablesIn(guard.expr).some((name) => this.#variables.isTainted(name))
      );
    });
  }
}
