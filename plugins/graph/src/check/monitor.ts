import type { Decider, PathStep } from '../model/index.js';
import type { Taken } from './state.js';

/** What a monitor says of an event that must not happen now. */
export const BAD = -1;

/** Why one step of a run matters: what happened in it at a node. */
export interface Reason {
  /** The index of the step. */
  readonly at: number;
  readonly node: number;
  readonly why: NonNullable<PathStep['why']>;
  /** A parameter that is told as the number of the step of the path in which another step of the run is. */
  readonly step?: { readonly name: string; readonly at: number; readonly node: number };
}

/**
 * A rule as an automaton over the events of a run. What it remembers is in two parts: the *local* state goes with each lane (a fact of one lane does not help
 * another, S6), the *global* one belongs to the run. All states are small numbers; a rule that needs one part only has one state of the other.
 *
 * Every search, every proof and every check of a proof asks these functions and nothing else of a rule: a new kind of rule is a new monitor.
 */
export interface Monitor {
  readonly locals: number;
  readonly globals: number;
  readonly startLocal: number;
  readonly startGlobal: number;
  /** What an event of the control graph is to this rule, by a number from 1; an event that is not here is nothing to it. */
  readonly symbolOf: ReadonlyMap<number, number>;
  /** `local + locals * global` after the event in the lane where it happens; {@link BAD} when it is forbidden then. */
  readonly act: (symbol: number, local: number, global: number) => number;
  /** What it leaves of the local state of another lane. `actor`: the local state of the lane where it happens, before it. */
  readonly others: (symbol: number, local: number, actor: number) => number;
  /**
   * The local state of each of several lanes that know the same: behind a fork, and at the end of a superstep. Absent: as it was. Where lanes are looked at one by
   * one it may be taken for this at any time.
   */
  readonly parted?: (local: number) => number;
  /** The local state behind a join `all` or `active`, of two lanes that met there. */
  readonly together: (left: number, right: number) => number;
  /** The local state of two lanes that became one by arriving at one node. */
  readonly alone: (left: number, right: number) => number;
  /** True when a run must not end in this state. `failed`: it ended in failure. */
  readonly endsBadly: (global: number, failed: boolean) => boolean;
  /** Whether any end can be bad: else ends need not be looked at. */
  readonly judgesEnds: boolean;
  /** Ends alone are judged: a run that goes round for ever has not ended (S12 speaks of rules that ask for something to happen). */
  readonly endsOnly?: true;
  /** It remembers of a lane no more than one fact, that one event ends. */
  readonly isOneFact?: true;
  /** Names of the facts that hold, for people. */
  readonly facts: (local: number, global: number) => readonly string[];
  /** What is not known of an event and matters here, in the state before it. */
  readonly doubtOf: (symbol: number, global: number, local: number) => Decider | undefined;
  /** The local state stays with its lane at the end of a superstep, when facts become common (S5). */
  readonly ofLane?: true;
  /** Why the steps of a run that ends badly matter, where that is more than which facts there are. */
  readonly reasons?: (run: readonly Taken[]) => readonly Reason[];
  /** Why the last event of a path is forbidden; absent: it lacks what it needs. */
  readonly forbidden?: string;
  /** Codes of what a step of a path changed; absent: those of facts that are established and end. */
  readonly codes?: {
    readonly gained: (fact: string) => string;
    readonly lost: string;
    readonly forbidden: string;
  };
}

/** Numbers for symbols: equal meanings share one. */
export class Symbols<T> {
  readonly #ids = new Map<string, number>();
  readonly meanings: (T | null)[] = [null];

  of(meaning: T): number {
    const key = JSON.stringify(meaning);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.meanings.length;
      this.meanings.push(meaning);
      this.#ids.set(key, id);
    }
    return id;
  }
}
