import type { Bindings, Place } from '../../model/index.js';

/** What every reader takes beside the tree. */
export interface ReadOptions {
  readonly bindings?: Bindings;
  /** Line and column of a pointer, where the text is known. */
  readonly placeOf?: (pointer: string) => Place;
}

export const pointerOnly = (pointer: string): Place => ({ pointer });
