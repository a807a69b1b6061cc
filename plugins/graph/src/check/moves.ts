import { type ControlGraph, EVENT, MODE, PLACE } from '../lower/index.js';
import type { Execution } from '../model/index.js';
import { BAD, type Monitor } from './monitor.js';
import type { Values } from './values.js';

/** Where all lanes are, and what is remembered: one state of graph, rule and values together. */
export interface State {
  /** Per lane its place times the number of local states, and its local state. Sorted, but for `sequential`, where the first that can moves. */
  readonly tokens: readonly number[];
  readonly global: number;
  readonly values: number;
  /** Supersteps only: 1 while edges are followed. */
  readonly phase: 0 | 1;
  /** Supersteps only: the facts of lanes that are over. */
  readonly ground: number;
}

export type Ending = 'bad' | 'normal' | 'failed';

export interface Step {
  /** Null where the run is over. */
  readonly next: State | null;
  readonly ending?: Ending;
  /** The moves that were made: one, or those of a fork, or none. */
  readonly moves: readonly number[];
  /** Guards (as literals) that were assumed beside those of the moves: the edges of a fork that were not taken. */
  readonly refused?: readonly number[];
  /** Moves of opaque edges that somebody else decided here to take or to leave. */
  readonly decided?: readonly number[];
  /** Which token of the state before moved. */
  readonly actor: number;
  /** Per token of the next state, the tokens of the state before it comes from. */
  readonly origins: readonly (readonly number[])[];
  /** Nodes that began to be executed. */
  readonly cost: number;
}

/** What can happen next. Of several options the run takes any; within one, somebody else chooses where `adversary`. */
export interface Option {
  readonly adversary: boolean;
  readonly steps: readonly Step[];
}

/** More lanes than this at once are not followed one by one. */
const MOST_LANES = 24;
/** Free or opaque edges of one fork whose subsets are taken apart. */
const MOST_SUBSETS = 8;

/** The state space is left where it is: what is asked is more than is explored exactly. */
export class TooWide extends Error {}

interface Token {
  place: number;
  local: number;
  origins: readonly number[];
}

/**
 * What can happen in a state, exactly as docs/graph/semantics.md says (S4, S5, S8): one lane moves, lanes meet and end. Searches, games and the
 * check of certificates all ask here.
 */
export class Moves {
  readonly #graph: ControlGraph;
  readonly #monitor: Monitor;
  readonly #values: Values;
  readonly #execution: Execution;
  /** Split values before somebody else chooses, for games. */
  readonly #splitting: boolean;
  /** Places behind the graph's own: a fork whose opaque edges are settled. */
  readonly #settled: { readonly place: number; readonly bits: number }[] = [];
  readonly #settledIds = new Map<string, number>();
  readonly #reach = new Map<number, Uint8Array>();

  constructor(graph: ControlGraph, monitor: Monitor, values: Values, execution: Execution, splitting = false) {
    this.#graph = graph;
    this.#monitor = monitor;
    this.#values = values;
    this.#execution = graph.lanes ? execution : 'tokens';
    this.#splitting = splitting;
  }

  start(): State {
    const { startLocal, startGlobal } = this.#monitor;
    const made = this.#settle([{ place: this.#graph.start, local: startLocal, origins: [] }], {
      global: startGlobal,
      values: 0,
      phase: 0,
      ground: startLocal,
    });
    if (made.next === null) return { tokens: [], global: startGlobal, values: 0, phase: 0, ground: 0 };
    return made.next;
  }

  key({ tokens, global, values, phase, ground }: State): string {
    return `${tokens.join()};${String(global)};${String(values)};${String(phase)};${String(ground)}`;
  }

  placeOf(token: number): number {
    return this.#base(Math.floor(token / this.#monitor.locals));
  }

  localOf(token: number): number {
    return token % this.#monitor.locals;
  }

  options(state: State): readonly Option[] {
    const tokens: Token[] = state.tokens.map((token, index) => ({
      place: Math.floor(token / this.#monitor.locals),
      local: token % this.#monitor.locals,
      origins: [index],
    }));
    const middle = tokens.findIndex(
      ({ place }) => place >= this.#graph.places || this.#graph.kind[place] === PLACE.atomic,
    );
    if (middle >= 0) return this.#optionsOf(state, tokens, middle);
    if (this.#execution === 'supersteps') return this.#superstep(state, tokens);
    const movable = tokens.flatMap((token, index) => (this.#waits(token.place) ? [] : [index]));
    if (this.#execution === 'sequential')
      return movable.length === 0 ? [] : this.#optionsOf(state, tokens, movable[0] as number);
    return movable
      .filter((index) => index === 0 || state.tokens[index] !== state.tokens[index - 1])
      .flatMap((index) => this.#optionsOf(state, tokens, index));
  }

  #base(place: number): number {
    return place < this.#graph.places ? place : (this.#settled[place - this.#graph.places] as { place: number }).place;
  }

  #waits(place: number): boolean {
    const kind = this.#graph.kind[place];
    return kind === PLACE.join || kind === PLACE.end;
  }

  /** Supersteps: every node that has a token runs; when all have, all their edges are followed at once (S5). */
  #superstep(state: State, tokens: Token[]): readonly Option[] {
    if (state.phase === 0) {
      const running = tokens.flatMap(({ place }, index) => (this.#waits(place) || this.#leaves(place) ? [] : [index]));
      if (running.length > 0) return running.flatMap((index) => this.#optionsOf(state, tokens, index));
      if (!tokens.some(({ place }) => this.#leaves(place))) return [];
      const all = tokens.reduce((facts, { local }) => this.#monitor.together(facts, local), state.ground);
      return [
        {
          adversary: false,
          steps: [
            this.#step(
              tokens.map((token) => ({ ...token, local: all })),
              0,
              { ...state, phase: 1, ground: all },
              [],
              0,
            ),
          ],
        },
      ];
    }
    const leaving = tokens.findIndex(({ place }) => this.#leaves(place));
    if (leaving >= 0) return this.#optionsOf(state, tokens, leaving);
    return [{ adversary: false, steps: [this.#step(tokens, 0, { ...state, phase: 0 }, [], 0)] }];
  }

  /** True for a place where a node is over and its edges are chosen. */
  #leaves(place: number): boolean {
    const { kind, first, step, to, event, eventKind } = this.#graph;
    if (kind[place] === PLACE.fork) return true;
    if (kind[place] !== PLACE.plain) return false;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      if (step[move] === 1) return true;
      if (kind[to[move] as number] === PLACE.atomic && eventKind[event[move] as number] !== EVENT.attempt) return true;
    }
    return false;
  }

  #optionsOf(state: State, tokens: Token[], actor: number): readonly Option[] {
    const graph = this.#graph;
    const { place } = tokens[actor] as Token;
    if (place >= graph.places) return [{ adversary: false, steps: this.#fork(state, tokens, actor) }];
    const { first, owner, kind } = graph;
    const from = first[place] as number;
    const to = first[place + 1] as number;
    const opaque = owner[place] === 1 || (kind[place] === PLACE.fork && this.#opaque(place).length > 0);
    if (opaque && this.#splitting) {
      const split = this.#values.split(
        state.values,
        tokens.map((token) => this.#base(token.place)),
      );
      if (split)
        return [
          { adversary: false, steps: split.map((values) => this.#step(tokens, actor, { ...state, values }, [], 0)) },
        ];
    }
    if (kind[place] === PLACE.fork)
      return opaque
        ? [{ adversary: true, steps: this.#decideOpaque(state, tokens, actor) }]
        : [{ adversary: false, steps: this.#fork(state, tokens, actor) }];
    const steps: Step[] = [];
    for (let move = from; move < to; move += 1) steps.push(...this.#move(state, tokens, actor, move));
    return steps.length === 0 ? [] : [{ adversary: opaque, steps }];
  }

  /** One move of one token; several steps where its guard is a union of boxes. */
  #move(state: State, tokens: Token[], actor: number, move: number): Step[] {
    const graph = this.#graph;
    const guard = graph.guard[move] as number;
    const cost = graph.begins[graph.from[move] as number] as number;
    const steps: Step[] = [];
    for (const values of guard < 0 ? [state.values] : this.#values.assume(state.values, guard)) {
      const working = tokens.map((token) => ({ ...token }));
      const mutable = { ...state, values };
      const fate = this.#take(working, working[actor] as Token, move, mutable);
      if (fate === 'never') continue;
      if (fate === 'bad') steps.push({ next: null, ending: 'bad', moves: [move], actor, origins: [], cost });
      else steps.push(this.#step(this.#arrive(working, working[actor] as Token, move), actor, mutable, [move], cost));
    }
    return steps;
  }

  /** The event of a move, for its lane and the others, and what it does to values. */
  #take(
    tokens: readonly Token[],
    token: Token,
    move: number,
    state: { global: number; values: number; ground: number },
  ): 'done' | 'bad' | 'never' {
    const graph = this.#graph;
    const monitor = this.#monitor;
    const bound = graph.bound[move] as number;
    if (bound !== -1) {
      state.values = bound >= 0 ? this.#values.take(state.values, bound) : this.#values.spent(state.values, -2 - bound);
      if (state.values < 0) return 'never';
    }
    const event = graph.event[move] as number;
    if (event >= 0) {
      const symbol = monitor.symbolOf.get(event);
      if (symbol !== undefined) {
        const before = token.local;
        const after = monitor.act(symbol, before, state.global);
        if (after === BAD) return 'bad';
        for (const other of tokens) if (other !== token) other.local = monitor.others(symbol, other.local, before);
        if (this.#execution === 'supersteps') state.ground = monitor.others(symbol, state.ground, before);
        token.local = after % monitor.locals;
        state.global = Math.floor(after / monitor.locals);
      }
      state.values = this.#values.after(state.values, event);
    }
    token.place = graph.to[move] as number;
    return 'done';
  }

  /** Two tokens that wait at one node are one (S5). */
  #arrive(tokens: Token[], token: Token, move: number): Token[] {
    return this.#graph.step[move] === 1 && this.#graph.kind[token.place] !== PLACE.join
      ? this.#meet(tokens, token)
      : tokens;
  }

  #meet(tokens: Token[], token: Token): Token[] {
    if (this.#execution === 'sequential') return tokens;
    const other = tokens.find((each) => each !== token && each.place === token.place);
    if (!other) return tokens;
    const meet = this.#execution === 'supersteps' ? this.#monitor.together : this.#monitor.alone;
    token.local = meet(token.local, other.local);
    token.origins = [...other.origins, ...token.origins];
    return tokens.filter((each) => each !== other);
  }

  #opaque(place: number): number[] {
    const { first, mode, doubt } = this.#graph;
    const found: number[] = [];
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1)
      if (mode[move] === MODE.opaque || (doubt[move] as number) >= 0) found.push(move);
    if (found.length > MOST_SUBSETS) throw new TooWide();
    return found;
  }

  /** Somebody else says which opaque edges of a fork are taken; the rest is the run's. */
  #decideOpaque(state: State, tokens: Token[], actor: number): Step[] {
    const graph = this.#graph;
    const { place } = tokens[actor] as Token;
    const opaque = this.#opaque(place);
    const steps: Step[] = [];
    for (let bits = 0; bits < 1 << opaque.length; bits += 1) {
      const key = `${String(place)}/${String(bits)}`;
      let id = this.#settledIds.get(key);
      if (id === undefined) {
        id = this.#settled.length;
        this.#settled.push({ place, bits });
        this.#settledIds.set(key, id);
      }
      const settled = graph.places + id;
      const moved = tokens.map((token, index) => (index === actor ? { ...token, place: settled } : token));
      steps.push({ ...this.#step(moved, actor, state, [], graph.begins[place] as number, true), decided: opaque });
    }
    return steps;
  }

  /** The run's own choice at a fork: which free edges, and which way each decided guard goes (S4). */
  #fork(state: State, tokens: Token[], actor: number): Step[] {
    const graph = this.#graph;
    const at = (tokens[actor] as Token).place;
    const place = this.#base(at);
    const bits = at < graph.places ? 0 : (this.#settled[at - graph.places] as { bits: number }).bits;
    if ((graph.first[place + 1] as number) - (graph.first[place] as number) > MOST_LANES + 2 * MOST_SUBSETS)
      throw new TooWide();
    const opaque = this.#opaque(place);
    const there = (move: number): boolean => !opaque.includes(move) || ((bits >> opaque.indexOf(move)) & 1) === 1;
    const every = Array.from(
      { length: (graph.first[place + 1] as number) - (graph.first[place] as number) },
      (_, index) => (graph.first[place] as number) + index,
    );
    const moves = every.filter(there);
    const free = moves.filter((move) => graph.mode[move] === MODE.free);
    const otherwise = moves.filter((move) => graph.mode[move] === MODE.otherwise);
    if (free.length > MOST_SUBSETS) throw new TooWide();
    const isMay = (move: number): boolean => graph.doubts[graph.doubt[move] as number]?.code === 'may_edge';
    const resort = every.findLast(
      (move) => (graph.mode[move] === MODE.free || graph.mode[move] === MODE.opaque) && (!isMay(move) || there(move)),
    );
    const steps: Step[] = [];
    for (let subset = 0; subset < 1 << free.length; subset += 1) {
      let ways: { values: number; taken: readonly number[]; refused: readonly number[] }[] = [
        { values: state.values, taken: [], refused: [] },
      ];
      for (const move of moves) {
        const mode = graph.mode[move];
        if (mode === MODE.otherwise || (mode === MODE.free && ((subset >> free.indexOf(move)) & 1) === 0)) continue;
        ways =
          mode === MODE.decided
            ? ways.flatMap(({ values, taken, refused }) => [
                ...this.#values
                  .assume(values, graph.guard[move] as number)
                  .map((each) => ({ values: each, taken: [...taken, move], refused })),
                ...this.#values
                  .assume(values, (graph.guard[move] as number) + 1)
                  .map((each) => ({ values: each, taken, refused: [...refused, (graph.guard[move] as number) + 1] })),
              ])
            : ways.map((way) => ({ ...way, taken: [...way.taken, move] }));
      }
      for (const { values, taken, refused } of ways) {
        const found: Step[] = [];
        if (taken.length > 0) found.push(...this.#spread(state, tokens, actor, taken, values));
        else if (otherwise.length > 0) found.push(...this.#spread(state, tokens, actor, otherwise, values));
        // When all others were passed over, the last free or opaque edge is taken.
        else if (resort !== undefined) found.push(...this.#spread(state, tokens, actor, [resort], values));
        else found.push(this.#aborted(state, tokens, actor, values));
        steps.push(...found.map((step) => (refused.length > 0 ? { ...step, refused } : step)));
      }
    }
    return steps;
  }

  #aborted(state: State, tokens: readonly Token[], actor: number, values: number): Step {
    const graph = this.#graph;
    const scope = graph.scope[this.#base((tokens[actor] as Token).place)] as number;
    const abort = graph.instances[scope]?.abort as number;
    return this.#step(
      tokens.map((token, index) => (index === actor ? { ...token, place: abort } : token)),
      actor,
      { ...state, values },
      [],
      0,
    );
  }

  /** A lane for each edge taken. */
  #spread(state: State, tokens: readonly Token[], actor: number, taken: readonly number[], values: number): Step[] {
    const graph = this.#graph;
    if (tokens.length + taken.length > MOST_LANES) throw new TooWide();
    const mutable = { ...state, values };
    const origin = tokens[actor] as Token;
    const cost = origin.place < graph.places ? (graph.begins[origin.place] as number) : 0;
    // Until its turn a lane is nowhere: it is not met at the fork itself.
    const lanes = taken.map(() => ({ ...origin, place: -1 }));
    let working = tokens.flatMap((token, index) => (index === actor ? lanes : [{ ...token }]));
    for (const [index, move] of taken.entries()) {
      const lane = lanes[index] as Token;
      const fate = this.#take(working, lane, move, mutable);
      if (fate === 'never') return [];
      if (fate === 'bad')
        return [{ next: null, ending: 'bad', moves: taken.slice(0, index + 1), actor, origins: [], cost }];
      // Lanes of one fork that lead to one node are one there already.
      working = this.#arrive(working, lane, move);
    }
    return [this.#step(working, actor, mutable, taken, cost)];
  }

  #step(
    tokens: readonly Token[],
    actor: number,
    state: Omit<State, 'tokens'>,
    moves: readonly number[],
    cost: number,
    middle = false,
  ): Step {
    if (middle) return { ...this.#finish(tokens, state), moves, actor, cost };
    const settled = this.#settle(
      tokens.map((token) => ({ ...token })),
      state,
    );
    return { ...settled, moves, actor, cost };
  }

  /** Ends lanes and bodies, and lets joins run that are complete, until nothing more follows by itself. */
  #settle(given: Token[], state: Omit<State, 'tokens'>): Pick<Step, 'next' | 'ending' | 'origins'> {
    const graph = this.#graph;
    let tokens = given;
    let ground = state.ground;
    const within = (place: number, scope: number): boolean => {
      for (let at = graph.scope[this.#base(place)] as number; at >= 0; at = graph.instances[at]?.parent ?? -1)
        if (at === scope) return true;
      return false;
    };
    for (let again = true; again;) {
      again = false;
      for (const token of tokens) {
        const kind = token.place < graph.places ? graph.kind[token.place] : PLACE.plain;
        if (kind !== PLACE.abort && kind !== PLACE.terminate && kind !== PLACE.end) continue;
        const scope = graph.scope[token.place] as number;
        const { done, failed } = graph.instances[scope] as ControlGraph['instances'][number];
        const on = kind === PLACE.abort ? failed : done;
        if (on < 0) {
          if (kind !== PLACE.end)
            return {
              next: null,
              ending: this.#ending(kind === PLACE.abort, state.global),
              origins: [],
            };
          if (this.#execution === 'supersteps') ground = this.#monitor.together(ground, token.local);
          tokens = tokens.filter((each) => each !== token);
          again = true;
          break;
        }
        const inside = tokens.filter(({ place }) => within(place, scope));
        if (kind === PLACE.end) {
          if (!inside.every(({ place }) => graph.kind[place] === PLACE.end && graph.scope[place] === scope)) continue;
          token.local = inside.reduce((local, each) => this.#monitor.together(local, each.local), token.local);
          token.origins = [...new Set(inside.flatMap(({ origins }) => origins))];
        }
        token.place = on;
        tokens = tokens.filter((each) => each === token || !inside.includes(each));
        again = true;
        break;
      }
      if (!again) {
        const met = this.#joined(tokens, state.phase);
        if (met) {
          tokens = met;
          again = true;
        }
      }
    }
    if (tokens.length === 0) return { next: null, ending: this.#ending(false, state.global), origins: [] };
    return this.#finish(tokens, { ...state, ground });
  }

  #ending(failed: boolean, global: number): Ending {
    return this.#monitor.endsBadly(global, failed) ? 'bad' : failed ? 'failed' : 'normal';
  }

  #finish(tokens: readonly Token[], state: Omit<State, 'tokens'>): Pick<Step, 'next' | 'origins'> {
    const { locals } = this.#monitor;
    const packed = tokens.map(({ place, local, origins }) => ({ at: place * locals + local, origins }));
    if (this.#execution !== 'sequential') packed.sort((a, b) => a.at - b.at);
    return {
      next: {
        tokens: packed.map(({ at }) => at),
        global: state.global,
        values: this.#values.forget(
          state.values,
          tokens.map(({ place }) => this.#base(place)),
        ),
        phase: state.phase,
        ground: state.ground,
      },
      origins: packed.map(({ origins }) => origins),
    };
  }

  /** The tokens after a join that can run has run; null when none can. */
  #joined(tokens: Token[], phase: 0 | 1): Token[] | null {
    const graph = this.#graph;
    const waiting = new Set(
      tokens.flatMap(({ place }) =>
        place < graph.places && graph.kind[place] === PLACE.join ? [graph.group[place] as number] : [],
      ),
    );
    for (const group of waiting) {
      const { kind, waits, to } = graph.joins[group] as ControlGraph['joins'][number];
      let brought: Token[];
      if (kind === 'all') {
        const found = waits.map((place) => tokens.find((token) => token.place === place));
        if (found.includes(undefined)) continue;
        brought = found as Token[];
      } else {
        if (phase === 1) continue;
        brought = tokens.filter(({ place }) => place < graph.places && graph.group[place] === group);
        if (tokens.some((token) => !brought.includes(token) && this.#reaches(group, this.#base(token.place)))) continue;
      }
      // The lane that came last goes on: in `sequential` the order of lanes is kept by its place.
      const last = brought.at(-1) as Token;
      last.local = brought.reduce((local, token) => this.#monitor.together(local, token.local), last.local);
      last.origins = [...new Set(brought.flatMap(({ origins }) => origins))];
      last.place = to;
      return this.#meet(
        tokens.filter((token) => token === last || !brought.includes(token)),
        last,
      );
    }
    return null;
  }

  /** Whether a lane at a place can still come to a join, by any edges of the join's body. */
  #reaches(group: number, place: number): boolean {
    const graph = this.#graph;
    const { node } = graph.joins[group] as ControlGraph['joins'][number];
    const home = graph.nodeInstance[node] as number;
    // The node of the join's own body in which the lane is.
    let at = graph.node[place] as number;
    while (at >= 0 && graph.nodeInstance[at] !== home)
      at = graph.instances[graph.nodeInstance[at] as number]?.around ?? -1;
    if (at < 0) return false;
    let reach = this.#reach.get(group);
    if (!reach) {
      const { body } = graph.instances[home] as ControlGraph['instances'][number];
      const into = new Map<string, string[]>();
      for (const { source, target } of body.edges) into.set(target, [...(into.get(target) ?? []), source]);
      const names = new Set(into.get(graph.nodes[node]?.id ?? ''));
      for (const name of names) for (const source of into.get(name) ?? []) names.add(source);
      reach = new Uint8Array(body.nodes.length);
      body.nodes.forEach(({ id }, index) => ((reach as Uint8Array)[index] = names.has(id) ? 1 : 0));
      this.#reach.set(group, reach);
    }
    return reach[at - (graph.instances[home]?.base ?? 0)] === 1;
  }
}
