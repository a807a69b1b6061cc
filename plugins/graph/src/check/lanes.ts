import { type ControlGraph, type ItemsGroup, PLACE } from '../lower/index.js';
import type { Execution } from '../model/index.js';
import { BAD, type Monitor } from './monitor.js';
import type { Places } from './places.js';
import type { Ending, State, Step, Token } from './state.js';
import type { Values } from './values.js';

/** What happens to lanes: one takes a move, lanes meet and end, joins run (S5, S8). */
export class Lanes {
  readonly #graph: ControlGraph;
  readonly #monitor: Monitor;
  readonly #values: Values;
  readonly #execution: Execution;
  readonly #places: Places;
  readonly #reach = new Map<number, Uint8Array>();

  constructor(graph: ControlGraph, monitor: Monitor, values: Values, execution: Execution, places: Places) {
    this.#graph = graph;
    this.#monitor = monitor;
    this.#values = values;
    this.#execution = execution;
    this.#places = places;
  }

  step(
    tokens: readonly Token[],
    actor: number,
    state: Omit<State, 'tokens'>,
    moves: readonly number[],
    cost: number,
  ): Step {
    return this.stepOf(
      tokens.map((token) => ({ ...token })),
      actor,
      state,
      moves,
      cost,
    );
  }

  /** The same, of tokens that are nobody else's. */
  stepOf(tokens: Token[], actor: number, state: Omit<State, 'tokens'>, moves: readonly number[], cost: number): Step {
    return { ...this.settle(tokens, state), moves, actor, cost };
  }

  /** The event of a move, for its lane and the others, and what it does to values. */
  take(
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
  arrive(tokens: Token[], token: Token, move: number): Token[] {
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

  /** Ends lanes and bodies, and lets joins run that are complete, until nothing more follows by itself. */
  settle(given: Token[], state: Omit<State, 'tokens'>): Pick<Step, 'next' | 'ending' | 'origins'> {
    const graph = this.#graph;
    let tokens = given;
    let ground = state.ground;
    for (let again = true; again;) {
      again = false;
      for (const token of tokens) {
        const kind = token.place < graph.places ? graph.kind[token.place] : PLACE.plain;
        if (kind !== PLACE.abort && kind !== PLACE.terminate && kind !== PLACE.end) continue;
        const scope = graph.scope[token.place] as number;
        const { done, failed, items } = graph.instances[scope] as ControlGraph['instances'][number];
        const on = kind === PLACE.abort ? failed : done;
        if (on < 0) {
          if (kind !== PLACE.end)
            return {
              next: null,
              ending: this.#ending(kind === PLACE.abort, state.global),
              origins: [],
            };
          if (this.#execution === 'supersteps' && !this.#monitor.ofLane)
            ground = this.#monitor.together(ground, token.local);
          tokens = tokens.filter((each) => each !== token);
          again = true;
          break;
        }
        // An item that fails fails the node with all its items.
        const inside = tokens.filter(({ place }) =>
          kind === PLACE.abort && items !== undefined
            ? this.#places.isAmong(place, items)
            : this.#places.isWithin(place, scope),
        );
        if (
          kind === PLACE.end &&
          !inside.every(({ place }) => graph.kind[place] === PLACE.end && graph.scope[place] === scope)
        )
          continue;
        // What other items that are over have left is there already.
        if (kind !== PLACE.abort && items !== undefined) inside.push(...tokens.filter(({ place }) => place === on));
        this.#unite(token, inside);
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
    return this.finish(tokens, { ...state, ground });
  }

  /** What a lane knows that others know as well. */
  parted(local: number): number {
    return this.#monitor.parted?.(local) ?? local;
  }

  /** A `map` is over whose items run at the same time: what they left is the node's. */
  gather(tokens: readonly Token[], actor: Token): Token[] {
    const { held } = this.#graph.parallel[-2 - (this.#graph.group[actor.place] as number)] as ItemsGroup;
    const left = tokens.filter(({ place }) => place === held);
    this.#unite(actor, [actor, ...left]);
    return tokens.filter((token) => !left.includes(token));
  }

  #unite(token: Token, all: readonly Token[]): void {
    token.local = all.reduce((local, each) => this.#monitor.together(local, each.local), token.local);
    token.origins = [...new Set(all.flatMap(({ origins }) => origins))];
  }

  #ending(failed: boolean, global: number): Ending {
    return this.#monitor.endsBadly(global, failed) ? 'bad' : failed ? 'failed' : 'normal';
  }

  finish(given: readonly Token[], state: Omit<State, 'tokens'>): Pick<Step, 'next' | 'origins'> {
    const { locals } = this.#monitor;
    const numberOf = ({ place, local }: Token): number => place * locals + local;
    let tokens = given;
    let packed = tokens.map(numberOf);
    // Mostly they are in their order already.
    if (
      this.#execution !== 'sequential' &&
      packed.some((at, index) => index > 0 && at < (packed[index - 1] as number))
    ) {
      tokens = given.toSorted((a, b) => numberOf(a) - numberOf(b));
      packed = tokens.map(numberOf);
    }
    return {
      next: {
        tokens: packed,
        global: state.global,
        values:
          state.values === 0
            ? 0
            : this.#values.forget(
                state.values,
                tokens.map(({ place }) => this.#places.base(place)),
              ),
        phase: state.phase,
        ground: state.ground,
      },
      origins: tokens.map(({ origins }) => origins),
    };
  }

  /** The tokens after a join that can run has run; null when none can. */
  #joined(tokens: Token[], phase: number): Token[] | null {
    const graph = this.#graph;
    if (graph.joins.length === 0) return null;
    const waiting = new Set<number>();
    for (const { place } of tokens)
      if (place < graph.places && graph.kind[place] === PLACE.join) waiting.add(graph.group[place] as number);
    for (const group of waiting) {
      const { kind, waits, to } = graph.joins[group] as ControlGraph['joins'][number];
      let brought: Token[];
      if (kind === 'all') {
        const found = waits.map((place) => tokens.find((token) => token.place === place));
        if (found.includes(undefined)) continue;
        brought = found as Token[];
      } else {
        if (phase > 0) continue;
        const complete = this.#complete(tokens, group);
        if (complete === null) continue;
        brought = complete;
      }
      // In `sequential` the order of lanes is kept: of those that meet the first goes on.
      const first = tokens.find((token) => brought.includes(token)) as Token;
      first.local = brought.reduce((local, token) => this.#monitor.together(local, token.local), first.local);
      first.origins = [...new Set(brought.flatMap(({ origins }) => origins))];
      first.place = to;
      return this.#meet(
        tokens.filter((token) => token === first || !brought.includes(token)),
        first,
      );
    }
    return null;
  }

  /** The tokens that wait at a join `active`, where no other can still come to it; else null. */
  #complete(tokens: readonly Token[], group: number): Token[] | null {
    const graph = this.#graph;
    const brought = tokens.filter(({ place }) => graph.kind[place] === PLACE.join && graph.group[place] === group);
    const isAwaited = (token: Token): boolean =>
      !brought.includes(token) && this.#reaches(group, this.#places.base(token.place));
    return tokens.some(isAwaited) ? null : brought;
  }

  /** Supersteps: where lanes have come to that wait for nothing but the end of their step, at a join `active`. */
  joinedSoon(tokens: readonly Token[]): number[] {
    const { kind, group, joins } = this.#graph;
    const groups = new Set(tokens.flatMap(({ place }) => (kind[place] === PLACE.join ? [group[place] as number] : [])));
    return [...groups].flatMap((each) => {
      const join = joins[each] as ControlGraph['joins'][number];
      return join.kind === 'active' && this.#complete(tokens, each) ? [join.to] : [];
    });
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
