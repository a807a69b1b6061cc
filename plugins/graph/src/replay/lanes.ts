import type { AgentGraph, PathEvent, PathStep, ToolUse } from '../model/index.js';
import { writesOf } from './execution.js';
import { type Lane, Refused, type Running, wrote } from './lane.js';
import type { Ledger } from './ledger.js';
import { arriving, locate, type Located } from './locate.js';
import type { Flow } from './taint/flow.js';

export interface Walked {
  readonly graph: AgentGraph;
  readonly path: readonly PathStep[];
  readonly joins: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  /** The call that the path ends with, where the rule is about one. */
  readonly target: ToolUse | null;
  /** A `map` went on to the next item, and wrote these. */
  readonly turned: (names: readonly string[]) => void;
  /** A lane comes out of the body that its node is in: what the node does when it is done it has done. `failed`: it has failed. False: it did not come to its end. */
  readonly ended: (lane: Lane, failed?: boolean) => boolean;
  /** What is tainted, where the rule asks for it. */
  readonly flow: Flow | null;
}

/** The lanes of a path: opened by forks, met at joins, in and out of bodies (S5, S8). */
export class Lanes {
  readonly #graph: AgentGraph;
  readonly #path: readonly PathStep[];
  readonly #joins: Walked['joins'];
  readonly #target: ToolUse | null;
  readonly #turned: Walked['turned'];
  readonly #ended: Walked['ended'];
  readonly #flow: Flow | null;
  readonly #lanes = new Map<number, Lane>();
  /** What happened in the node that was left last, and what was known there before its edge said anything: each lane of a fork has it. */
  leftWith: { readonly events: readonly PathEvent[]; readonly ledger: Ledger | null } = { events: [], ledger: null };

  constructor({ graph, path, joins, target, turned, ended, flow }: Walked, first: Lane) {
    this.#graph = graph;
    this.#path = path;
    this.#joins = joins;
    this.#target = target;
    this.#turned = turned;
    this.#ended = ended;
    this.#flow = flow;
    this.#lanes.set(1, first);
  }

  all(): Iterable<Lane> {
    return this.#lanes.values();
  }

  get(number: number): Lane | undefined {
    return this.#lanes.get(number);
  }

  /** The lane of a step: at its node already, going into a body or out of one, or opened by a fork. */
  at(step: PathStep, number: number, index: number): Lane {
    const lane = this.#laneOf(step, number, index);
    if (this.#graph.execution === 'supersteps' && lane.moved === true) this.#share(lane);
    return lane;
  }

  /** A lane acts that has come to its node: the step of its body before is over, and what a lane has established is established for all of them (S5, S6). */
  #share(lane: Lane): void {
    const all = [...this.#lanes.values()].filter(
      ({ at, within }) => at.prefix === lane.at.prefix && within.at(-1) === lane.within.at(-1),
    );
    for (const each of all) {
      each.moved = false;
      for (const other of all) if (other.ledger) each.ledger?.learn(other.ledger);
    }
  }

  #laneOf(step: PathStep, number: number, index: number): Lane {
    const at = locate(this.#graph, step.node);
    if (!at) throw new Refused(`there is no node ${step.node}`, index);
    const known = this.#lanes.get(number) ?? this.#item(step, number);
    if (known && known.name === step.node) {
      if (known.item !== step.node) this.#gather(known);
      this.#joined(known, step, index);
      return known;
    }
    // Of an item that runs beside others that was when it began.
    const began = known !== undefined && known.item === known.name;
    if (known && known.name !== step.node && !began) this.#turn(step.node);
    if (known && this.#goesInto(known, step.node)) {
      if (!began) this.#flow?.enters(known, known.at);
      const within = began ? known.within : [...known.within, { of: known.name }];
      return Object.assign(known, { name: step.node, at, events: [], by: null, over: false, ran: false, within });
    }
    if (known && this.#comesOutAt(known, step.node)) return this.#comesOut(known, step.node);
    // A fork: the step before opened the first lane, and this one another from the same node.
    const before = this.#path[index - 1];
    const left = before?.node === step.node && before.edge !== undefined;
    const opener = left
      ? this.#lanes.get(before.lane ?? 1)
      : [...this.#lanes.values()].find((lane) => lane.name === step.node);
    const several = at.node.kind === 'fork' || (at.node.concurrency ?? 'exclusive') !== 'exclusive';
    if (!known && opener && several && step.edge !== undefined) {
      const fresh: Lane = {
        name: step.node,
        at,
        // The lane that left may be at the node again, by an edge from it to itself.
        events: [...(left ? this.leftWith.events : opener.events)],
        by: null,
        ledger: (left ? this.leftWith : opener).ledger?.copy() ?? null,
        within: opener.within,
      };
      this.#flow?.forks(opener, fresh);
      this.#lanes.set(number, fresh);
      return fresh;
    }
    throw new Refused(`lane ${String(number)} is not at ${step.node}`, index);
  }

  /** An item of a `map` begins beside the others: a lane of its own. */
  #item(step: PathStep, number: number): Lane | undefined {
    if (step.edge !== undefined) return undefined;
    const all = [...this.#lanes.values()];
    const node = all.find(({ name, item }) => name === step.node && item !== name) ?? this.#entered(all, step.node);
    if (!node || node.at.node.parallel !== true) return undefined;
    const item: Lane = {
      ...node,
      events: [],
      by: null,
      ledger: node.ledger?.copy() ?? null,
      item: node.name,
      within: [...node.within, { of: node.name, by: node }],
    };
    this.#flow?.forks(node, item);
    this.#lanes.set(number, item);
    const start = this.#graph.subgraphs?.find(({ name }) => name === node.at.node.subgraph)?.start ?? '';
    this.#turn(`${node.name}/${start}`);
    this.#flow?.enters(item, item.at);
    return item;
  }

  /** A lane whose body begins with this node, where it is now: a `map` shows its items, and not that it was come to. */
  #entered(lanes: readonly Lane[], name: string): Lane | undefined {
    const at = locate(this.#graph, name);
    const lane = lanes.find((each) => this.#goesInto(each, name));
    if (!lane || at?.node.parallel !== true) return undefined;
    this.#flow?.enters(lane, lane.at);
    return Object.assign(lane, { name, at, events: [], by: null, over: false });
  }

  /** A `map` goes on behind its items: they are one lane again. */
  #gather(lane: Lane): void {
    for (const [number, each] of this.#lanes)
      if (each !== lane && each.within[lane.within.length]?.by === lane) this.#merge(lane, number);
  }

  /** A `map` goes on to the next item, where the start of its body is entered: what it writes has any value again (S8). */
  #turn(name: string): void {
    const cut = name.lastIndexOf('/');
    const around = cut < 0 ? null : locate(this.#graph, name.slice(0, cut));
    const body = this.#graph.subgraphs?.find((each) => each.name === around?.node.subgraph);
    if (around?.node.kind !== 'map' || body === undefined || name !== `${name.slice(0, cut)}/${body.start}`) return;
    const written = writesOf(around.node);
    this.#turned(written);
    for (const lane of this.#lanes.values()) wrote(lane, this.#target, written);
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

  /** Bodies are over down to node `name`, or to the start of its next turn. Of the nodes between, which run bodies themselves, a path has no step. */
  #comesOut(lane: Lane, name: string): Lane {
    let well = this.#ended(lane);
    for (let around = outOf(lane.name); around.startsWith(`${name}/`); around = outOf(around)) {
      well = this.#leavesBody(lane, around) && well;
      if (well || lane.at.node.on_error === 'continue') well = this.#ended(lane, !well);
    }
    this.#leavesBody(lane, name);
    return lane;
  }

  /** A body is over, with all lanes that are in it. False: one of them has failed. */
  #leavesBody(lane: Lane, name: string): boolean {
    const at = locate(this.#graph, name) as Located;
    const { left, within } = leaving(lane, name);
    let well = true;
    for (const [number, other] of this.#lanes)
      if (other !== lane && other.name.startsWith(`${name}/`) && isIn(other, left)) {
        well = this.#ended(other) && well;
        this.#merge(lane, number);
      }
    this.#flow?.comesOut(lane, at, lane.at);
    const isInside = lane.name.startsWith(`${name}/`);
    const events = lane.name === name ? lane.events : [];
    Object.assign(lane, { name, at, events, ran: isInside, over: false, within });
    return well;
  }

  #merge(into: Lane, other: number): void {
    const lane = this.#lanes.get(other);
    if (lane?.ledger && into.ledger) into.ledger.add(lane.ledger);
    if (lane) this.#flow?.meets(into, lane);
    this.#lanes.delete(other);
  }

  /** A node that waits for others: they are there, and are one lane from here. */
  #joined(lane: Lane, step: PathStep, index: number): void {
    if (lane.by === null || lane.events.length > 0) return;
    const { node } = lane.at;
    const kind = node.join === 'unknown' ? (this.#joins.get(step.node) ?? 'any') : (node.join ?? 'any');
    const incoming = kind === 'all' ? arriving(lane.at) : [];
    // A lane that acts again was not one with this: it was in the middle of the node, where nothing shows.
    const acts = (other: number): boolean => this.#path.slice(index + 1).some((each) => (each.lane ?? 1) === other);
    const waiting = [...this.#lanes].filter(
      ([other, each]) =>
        each !== lane &&
        each.name === lane.name &&
        each.within.at(-1) === lane.within.at(-1) &&
        each.by !== null &&
        each.events.length === 0 &&
        // In supersteps those that came in one step.
        (this.#graph.execution !== 'supersteps' || (each.moved === true) === (lane.moved === true)) &&
        (kind === 'all' || !acts(other)),
    );
    if (kind === 'all' && incoming.length > 1 && incoming.some(({ id }) => id === lane.by))
      for (const { id } of incoming) {
        if (id === lane.by) continue;
        // Of two that came by one edge it was the one that is not seen again.
        const came = waiting.filter(([, each]) => each.by === id);
        const other = came.find(([number]) => !acts(number)) ?? came[0];
        if (!other) throw new Refused(`the join ${step.node} lacks a lane by ${id}`, index);
        this.#merge(lane, other[0]);
      }
    else if (kind === 'active') for (const [other] of waiting) this.#merge(lane, other);
    else if (kind === 'any' && this.#graph.execution !== 'sequential')
      for (const [other, each] of waiting) {
        if (each.ledger && this.#graph.execution !== 'supersteps') lane.ledger?.keep(each.ledger);
        else if (each.ledger) lane.ledger?.add(each.ledger);
        this.#flow?.meets(lane, each);
        this.#lanes.delete(other);
      }
    lane.by = null;
  }
}

/** The node around the body that a node is in. */
const outOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** Whether a lane is in each of these executions. */
const isIn = (lane: Lane, outer: readonly Running[]): boolean => outer.every((each, at) => lane.within[at] === each);

/** The executions that a lane was in when it comes out at a node, down to the one that is over, and those that it is in from there: at the node itself, or in its next turn. */
function leaving({ within }: Lane, name: string): { left: readonly Running[]; within: readonly Running[] } {
  const over = within.findIndex(({ of }) => of === name);
  if (over >= 0) return { left: within.slice(0, over + 1), within: within.slice(0, over) };
  const turn = within.findLastIndex(({ of }) => name.startsWith(`${of}/`));
  const around = within[turn];
  return { left: within.slice(0, turn + 1), within: around ? [...within.slice(0, turn), { of: around.of }] : [] };
}
