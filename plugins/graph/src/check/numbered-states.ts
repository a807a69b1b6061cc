import type { AlikeItems } from './alike-items.js';
import type { Moves } from './moves.js';
import type { State } from './state.js';

/** States in the order in which they were first seen; each has its place there as its number, from 0. Those that are alike have one number. */
export class NumberedStates {
  readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly moves: Pick<Moves, 'key'>,
    private readonly alike: AlikeItems | null = null,
  ) {}

  /** The number of a state: a new one where neither it was seen nor one that is alike. */
  numberOf(state: State): number {
    const key = this.moves.key(state);
    let number = this.numbers.get(key);
    if (number !== undefined) return number;
    const kind = this.kindOf(state, key);
    number = kind === key ? undefined : this.numbers.get(kind);
    if (number === undefined) {
      number = this.states.push(state) - 1;
      this.numbers.set(kind, number);
    }
    if (kind !== key) this.numbers.set(key, number);
    return number;
  }

  /** The same for states that are alike, and for no other. */
  keyOf(state: State): string {
    return this.kindOf(state, this.moves.key(state));
  }

  private kindOf(state: State, key: string): string {
    const kind = this.alike?.of(state) ?? state;
    return kind === state ? key : this.moves.key(kind);
  }
}
