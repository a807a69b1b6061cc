/** What a box is at work: one row of numbers, so that one trail takes back any of them; and what its best leaves add. */
export interface BoxState {
  readonly state: Int32Array;
  /** Parts of `state`, see Box. */
  readonly lo: Int32Array;
  readonly hi: Int32Array;
  readonly root: Int32Array;
  readonly best: Int32Array;
  readonly asked: Int32Array;
  readonly adds: Float64Array;
}

/** Numbers in the state of a box. */
export const stateSize = (axes: number, trees: number, forms: number): number => 2 * axes + trees + 2 * trees * forms;

/** A state of so many axes and trees that lies in two arrays. */
export function boxState(axes: number, trees: number, state: Int32Array, adds: Float64Array): BoxState {
  const bests = 2 * axes + trees;
  return {
    state,
    lo: state.subarray(0, axes),
    hi: state.subarray(axes, 2 * axes),
    root: state.subarray(2 * axes, bests),
    best: state.subarray(bests, bests + adds.length),
    asked: state.subarray(bests + adds.length),
    adds,
  };
}
