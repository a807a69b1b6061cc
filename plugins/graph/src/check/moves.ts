import { type ControlGraph, type ItemsGroup, OWNER, PLACE } from '../lower/index.js';
import type { Execution } from '../model/index.js';
import { Forks } from './forks.js';
import { FreeBodies } from './free-bodies.js';
import { Heard } from './heard.js';
import { Lanes } from './lanes.js';
import { Leaving } from './leaving.js';
import type { Monitor } from './monitor.js';
import { Places } from './places.js';
import { type Option, type State, type Step, type Token, weightOf } from './state.js';
import type { Values } from './values.js';

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
  readonly #places: Places;
  readonly #lanes: Lanes;
  readonly #forks: Forks;
  readonly #leaving: Leaving;
  readonly #bodies: FreeBodies;
  /** False once something that can happen was left out: that another lane runs a body of which all that are followed are taken. */
  whole = true;

  constructor(graph: ControlGraph, monitor: Monitor, values: Values, execution: Execution, splitting = false) {
    this.#graph = graph;
    this.#monitor = monitor;
    this.#values = values;
    this.#execution = graph.lanes ? execution : 'tokens';
    this.#splitting = splitting;
    this.#places = new Places(graph);
    this.#lanes = new Lanes(graph, monitor, values, this.#execution, this.#places);
    this.#forks = new Forks(graph, values, this.#places, this.#lanes);
    this.#leaving = new Leaving(graph, this.#places, new Heard(monitor), splitting);
    this.#bodies = new FreeBodies(graph, this.#places);
  }

  start(): State {
    const { startLocal, startGlobal } = this.#monitor;
    const made = this.#lanes.settle([{ place: this.#graph.start, local: startLocal, origins: [] }], {
      global: startGlobal,
      values: 0,
      phase: 0,
      ground: startLocal,
    });
    if (made.next === null) return { tokens: [], global: startGlobal, values: 0, phase: 0, ground: 0 };
    return made.next;
  }

  /** The same for the same state, and for no other. Not for people: a sign or more for each number is shorter than its digits, and made sooner. */
  key({ tokens, global, values, phase, ground }: State): string {
    const signs: number[] = [];
    for (const token of tokens) addSigns(signs, token);
    for (const number of [global, values, phase, ground]) addSigns(signs, number);
    return String.fromCharCode(...signs);
  }

  /** For how many states of a budget a state counts. */
  weightOf({ tokens }: State): number {
    return weightOf(tokens, this.#execution);
  }

  placeOf(token: number): number {
    return this.#places.base(Math.floor(token / this.#monitor.locals));
  }

  /** Whether a token is at a fork that is being answered. */
  isAnswered(token: number): boolean {
    return Math.floor(token / this.#monitor.locals) >= this.#graph.places;
  }

  /** A token at another place. Where it is at a fork that is being answered, the answers are the same. */
  movedTo(token: number, to: (place: number) => number): number {
    const { locals } = this.#monitor;
    const at = Math.floor(token / locals);
    const place = to(this.#places.base(at));
    const { count, bits } = this.#places.answers(at);
    return (count === 0 || place < 0 ? place : this.#places.answered(place, count, bits)) * locals + (token % locals);
  }

  localOf(token: number): number {
    return token % this.#monitor.locals;
  }

  /** The places that lanes have come to: where they are, and behind a join where they wait for nothing but the end of their step. */
  placesOf(state: State): readonly number[] {
    const places = state.tokens.map((token) => this.placeOf(token));
    return state.phase === 0 ? places : [...places, ...this.#lanes.joinedSoon(this.#tokensOf(state))];
  }

  #tokensOf({ tokens }: State): Token[] {
    const { locals } = this.#monitor;
    return tokens.map((token, index) => ({
      place: Math.floor(token / locals),
      local: token % locals,
      origins: [index],
    }));
  }

  options(state: State): readonly Option[] {
    const tokens = this.#tokensOf(state);
    const middle = tokens.findIndex(
      ({ place }) =>
        place >= this.#graph.places || this.#graph.kind[place] === PLACE.atomic || this.#leaving.beginsItem(place),
    );
    if (middle >= 0) return this.#optionsOf(state, tokens, middle);
    if (this.#execution === 'supersteps') return this.#superstep(state, tokens);
    const movable = tokens.flatMap((token, index) => (this.#waits(token.place) ? [] : [index]));
    if (this.#execution === 'sequential') return this.#inTurn(state, tokens, movable);
    return movable
      .filter((index) => index === 0 || state.tokens[index] !== state.tokens[index - 1])
      .flatMap((index) => this.#optionsOf(state, tokens, index));
  }

  /** Sequential: the first lane that waits for nothing, or the items of one `map` that do. */
  #inTurn(state: State, tokens: Token[], movable: readonly number[]): readonly Option[] {
    if (this.#graph.parallel.length === 0)
      return movable.slice(0, 1).flatMap((index) => this.#optionsOf(state, tokens, index));
    const placeAt = (index: number): number => (tokens[index] as Token).place;
    const able = movable.filter((index) => !this.#places.waitsForItems(tokens, placeAt(index)));
    return able
      .filter((index, at) =>
        able.slice(0, at).every((before) => this.#places.areItems(placeAt(before), placeAt(index))),
      )
      .flatMap((index) => this.#optionsOf(state, tokens, index));
  }

  #waits(place: number): boolean {
    const kind = this.#graph.kind[place];
    return kind === PLACE.join || kind === PLACE.end || kind === PLACE.held;
  }

  /**
   * Supersteps: every node that has a token runs; when all of a body have, all their edges are followed at once (S5). A body that a node runs takes steps of
   * its own, and its node has run when it is over.
   */
  #superstep(state: State, tokens: Token[]): readonly Option[] {
    if (state.phase > 0) return this.#following(state, tokens, state.phase - 1);
    const options = tokens.flatMap(({ place }, index) =>
      this.#waits(place) || this.#leaving.isAt(place) ? [] : this.#optionsOf(state, tokens, index),
    );
    const bodies = new Set(tokens.flatMap(({ place }) => (this.#leaving.isAt(place) ? [this.#bodyOf(place)] : [])));
    for (const body of bodies) {
      const ran = ({ place }: Token): boolean =>
        !this.#places.isWithin(place, body) ||
        (this.#bodyOf(place) === body && (this.#waits(place) || this.#leaving.isAt(place)));
      if (tokens.every(ran))
        options.push({ adversary: false, steps: [this.#lanes.step(tokens, 0, { ...state, phase: body + 1 }, [], 0)] });
    }
    return options;
  }

  /** The edges of a body are followed. With the last of them its step is over: what a lane established is established for all of the body. */
  #following(state: State, tokens: Token[], body: number): readonly Option[] {
    const leaving = tokens.flatMap(({ place }, index) =>
      this.#bodyOf(place) === body && this.#leaving.isAt(place) ? [index] : [],
    );
    if (leaving.length > 0)
      return this.#leaving
        .next(leaving, (index) => (tokens[index] as Token).place)
        .flatMap((index) => this.#optionsOf(state, tokens, index));
    const { together, ofLane } = this.#monitor;
    const inside = tokens.filter(({ place }) => this.#bodyOf(place) === body);
    // What lanes that are over left is known where they were: at the top, for those of other bodies are still there.
    const left = body === this.#bodyOf(this.#graph.start) ? state.ground : null;
    const [first = 0, ...more] = [...(left === null ? [] : [left]), ...inside.map(({ local }) => local)];
    const all = this.#lanes.parted(more.reduce(together, first));
    const after =
      ofLane === true
        ? { tokens, ground: state.ground }
        : {
            tokens: tokens.map((token) => (inside.includes(token) ? { ...token, local: all } : token)),
            ground: left === null ? state.ground : all,
          };
    return [
      {
        adversary: false,
        steps: [this.#lanes.step(after.tokens, 0, { ...state, phase: 0, ground: after.ground }, [], 0)],
      },
    ];
  }

  #bodyOf(place: number): number {
    return this.#graph.scope[this.#places.base(place)] as number;
  }

  #optionsOf(state: State, tokens: Token[], actor: number): readonly Option[] {
    const graph = this.#graph;
    const { place } = tokens[actor] as Token;
    const { first, owner, kind } = graph;
    if (kind[place] === PLACE.items) return this.#items(state, tokens, actor);
    const isFork = place >= graph.places || kind[place] === PLACE.fork;
    const asked = isFork ? this.#forks.asked(place) : null;
    const opaque = isFork ? asked?.adversary === true : owner[place] === OWNER.others;
    const written = owner[place] === OWNER.values;
    if ((opaque || written) && this.#splitting) {
      const split = this.#values.split(
        state.values,
        tokens.map((token) => this.#places.base(token.place)),
      );
      if (split)
        return [
          {
            adversary: written,
            steps: split.map((values) => this.#lanes.step(tokens, actor, { ...state, values }, [], 0)),
          },
        ];
    }
    if (asked) return [{ adversary: opaque, steps: this.#forks.answer(state, tokens, actor, asked) }];
    if (isFork) return [{ adversary: false, steps: this.#forks.choose(state, tokens, actor) }];
    const from = first[place] as number;
    const to = first[place + 1] as number;
    const steps: Step[] = [];
    // Only where there are bodies may one be taken.
    const several = tokens.length > 1 && graph.instances.length > 1 && this.#execution !== 'supersteps';
    const entered = several ? this.#free(tokens, actor) : null;
    for (let move = from; move < to; move += 1)
      if (entered === null || entered === move || !this.#bodies.isEntered(move))
        steps.push(...this.#move(state, tokens, actor, move));
    return steps.length === 0 ? [] : [{ adversary: opaque, steps }];
  }

  /** The move by which a lane enters the body that is free for it; -1 where none is, null where it enters none. */
  #free(tokens: readonly Token[], actor: number): number | null {
    const move = this.#bodies.first(tokens, actor);
    if (move === -1) this.whole = false;
    return move;
  }

  /** Another item begins in the first of the lanes for items that is free; or the node is over, when no item is left. */
  #items(state: State, tokens: Token[], actor: number): readonly Option[] {
    const { first, group, to, parallel } = this.#graph;
    const token = tokens[actor] as Token;
    const { copies } = parallel[-2 - (group[token.place] as number)] as ItemsGroup;
    const free = copies.findIndex((copy) => !tokens.some(({ place }) => this.#places.isWithin(place, copy)));
    const idle = copies.every((copy) => !tokens.some(({ place }) => this.#places.isWithin(place, copy)));
    const steps: Step[] = [];
    let item = 0;
    for (let move = first[token.place] as number; move < (first[token.place + 1] as number); move += 1) {
      if (this.#leaving.beginsItem(to[move] as number)) {
        if (item === free) steps.push(...this.#move(state, tokens, actor, move));
        item += 1;
      } else if (idle) {
        const own = { ...token };
        const left = this.#lanes.gather(
          tokens.map((each) => (each === token ? own : each)),
          own,
        );
        steps.push(...this.#move(state, left, left.indexOf(own), move).map((step) => ({ ...step, actor })));
      }
    }
    return steps.length === 0 ? [] : [{ adversary: false, steps }];
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
      const fate = this.#lanes.take(working, working[actor] as Token, move, mutable);
      if (fate === 'never') continue;
      if (fate === 'bad') steps.push({ next: null, ending: 'bad', moves: [move], actor, origins: [], cost });
      else
        steps.push(
          this.#lanes.stepOf(this.#lanes.arrive(working, working[actor] as Token, move), actor, mutable, [move], cost),
        );
    }
    return steps;
  }
}

/** Fifteen bits a sign; the sixteenth says that more follow. */
function addSigns(signs: number[], number: number): void {
  let left = number;
  for (; left >= MORE; left = Math.floor(left / MORE)) signs.push(MORE + (left % MORE));
  signs.push(left);
}

const MORE = 2 ** 15;
