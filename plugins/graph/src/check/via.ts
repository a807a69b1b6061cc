import type { Moves } from './moves.js';
import type { State, Step, Taken } from './state.js';

/** So many steps a search keeps as they are. */
const MOST_KEPT = 4096;

/**
 * By which step each way of a search was come to. Of the first ones the step itself; of more its place among all steps that are possible there, which are the same whenever they are
 * asked for, and many more than are ever told.
 */
export class Via {
  private readonly steps: (Step | null)[] = [];
  private readonly places: number[] = [];

  constructor(private readonly moves: Pick<Moves, 'options'>) {}

  push(step: Step | null, place: number): void {
    if (this.places.push(place) <= MOST_KEPT) this.steps.push(step);
  }

  taken(way: number, state: State): Taken {
    const step = this.steps[way] ?? this.moves.options(state).flatMap(({ steps }) => steps)[this.places[way] as number];
    return { state, step: step as Step };
  }
}
