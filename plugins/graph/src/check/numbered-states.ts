import type { Moves } from './moves.js';
import type { State } from './state.js';

/** States in the order in which they were first seen; each has its place there as its number, from 0. */
export class NumberedStates {
  readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly moves: Pick<Moves, 'key'>) {}

  /** The number of a state: a new one where none with its key was seen. */
  numberOf(state: State): number {
    const key = this.moves.key(state);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.states.length);
    return this.states.push(state) - 1;
  }
}
