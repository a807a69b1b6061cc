import type { Execution } from '../model/index.js';

/** Where all lanes are, and what is remembered: one state of graph, rule and values together. */
export interface State {
  /** Per lane its place times the number of local states, and its local state. Sorted, but for `sequential`, where the first that can moves. */
  readonly tokens: readonly number[];
  readonly global: number;
  readonly values: number;
  /** Supersteps only: one more than the number of the body whose edges are followed, or 0. */
  readonly phase: number;
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
  /** Bounds of edges of a fork that were taken to be used up. */
  readonly spent?: readonly number[];
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
export const MOST_LANES = 80;
/** More lanes that run as they like make so many states, and each so large, that one counts for many of the budget. Where they take turns in one order alone there are far fewer. */
const FEW_LANES = 24;
const MANY_LANES_COUNT = 50;

/** For how many states of a budget one counts. */
export const weightOf = (tokens: readonly number[], execution: Execution): number =>
  tokens.length > FEW_LANES && execution !== 'sequential' ? MANY_LANES_COUNT : 1;

/** Free or opaque edges of one fork whose subsets are taken apart. */
export const MOST_SUBSETS = 8;

/** The state space is left where it is: what is asked is more than is explored exactly. */
export class TooWide extends Error {}

export interface Token {
  place: number;
  local: number;
  origins: readonly number[];
}

/** One step of a found run, and the state it leaves from. */
export interface Taken {
  readonly state: State;
  readonly step: Step;
}
