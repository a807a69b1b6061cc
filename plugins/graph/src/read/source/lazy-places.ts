import { pointerChild } from '@ostiary/catalogue';
import type { Place } from '../../model/index.js';

/** The items of one list of the source, by id: the position of each in the list at `pointer`. */
export interface PlacedList {
  /** What stands before an id: empty, or `<sub-graph>/`. */
  readonly prefix: string;
  readonly pointer: string;
  readonly positions: ReadonlyMap<string, number>;
}

/**
 * Where things stand in the source, made when it is asked: a map of a million places costs more than reading a million edges.
 * An id that two lists have is found in the one whose prefix is shorter.
 */
export class LazyPlaces implements ReadonlyMap<string, Place> {
  readonly #lists: readonly PlacedList[];
  readonly #byPrefix: ReadonlyMap<string, PlacedList>;
  readonly #placeOf: (pointer: string) => Place;

  constructor(lists: readonly PlacedList[], placeOf: (pointer: string) => Place) {
    this.#lists = lists;
    this.#byPrefix = new Map(lists.map((list) => [list.prefix, list]));
    this.#placeOf = placeOf;
  }

  get size(): number {
    return this.#lists.reduce((sum, { positions }) => sum + positions.size, 0);
  }

  get(id: string): Place | undefined {
    const found = this.#find(id);
    return found && this.#placeOf(pointerChild(found.list.pointer, found.position));
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Every beginning of the id that ends in a slash may be a prefix: there are few of these, and may be many lists. */
  #find(id: string): { readonly list: PlacedList; readonly position: number } | undefined {
    for (let cut = 0; ;) {
      const list = this.#byPrefix.get(id.slice(0, cut));
      const position = list?.positions.get(id.slice(cut));
      if (list && position !== undefined) return { list, position };
      const slash = id.indexOf('/', cut);
      if (slash < 0) return undefined;
      cut = slash + 1;
    }
  }

  *entries(): MapIterator<[string, Place]> {
    for (const { prefix, pointer, positions } of this.#lists)
      for (const [id, position] of positions) yield [prefix + id, this.#placeOf(pointerChild(pointer, position))];
  }

  *keys(): MapIterator<string> {
    for (const [id] of this.entries()) yield id;
  }

  *values(): MapIterator<Place> {
    for (const [, place] of this.entries()) yield place;
  }

  [Symbol.iterator](): MapIterator<[string, Place]> {
    return this.entries();
  }

  forEach(each: (place: Place, id: string, map: ReadonlyMap<string, Place>) => void): void {
    for (const [id, place] of this.entries()) each(place, id, this);
  }
}
