import { pointerChild } from '@ostiary/catalogue';
import type { Place } from '../../model/index.js';

/** Where things stand in the source, as pointers by id: a Map, or something that knows without keeping a text for each. */
export type Pointers = Pick<ReadonlyMap<string, string>, 'size' | 'get' | 'entries'>;

/** Places, made when they are asked: line and column of a million things cost more than reading a million edges. */
export class LazyPlaces implements ReadonlyMap<string, Place> {
  readonly #pointers: Pointers;
  readonly #placeOf: (pointer: string) => Place;

  constructor(pointers: Pointers, placeOf: (pointer: string) => Place) {
    this.#pointers = pointers;
    this.#placeOf = placeOf;
  }

  get size(): number {
    return this.#pointers.size;
  }

  get(id: string): Place | undefined {
    const pointer = this.#pointers.get(id);
    return pointer === undefined ? undefined : this.#placeOf(pointer);
  }

  has(id: string): boolean {
    return this.#pointers.get(id) !== undefined;
  }

  *entries(): MapIterator<[string, Place]> {
    for (const [id, pointer] of this.#pointers.entries()) yield [id, this.#placeOf(pointer)];
  }

  *keys(): MapIterator<string> {
    for (const [id] of this.#pointers.entries()) yield id;
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

/** The items of one list of the source, by id: the position of each in the list at `pointer`. */
export interface PlacedList {
  /** What stands before an id: empty, or `<sub-graph>/`. */
  readonly prefix: string;
  readonly pointer: string;
  readonly positions: ReadonlyMap<string, number>;
}

/** Pointers of items of lists. An id that two lists have is found in the one whose prefix is shorter. */
export class ListPointers implements Pointers {
  readonly #lists: ReadonlyMap<string, PlacedList>;

  constructor(lists: readonly PlacedList[]) {
    this.#lists = new Map(lists.map((list) => [list.prefix, list]));
  }

  get size(): number {
    let size = 0;
    for (const { positions } of this.#lists.values()) size += positions.size;
    return size;
  }

  /** Every beginning of the id that ends in a slash may be a prefix: there are few of these, and may be many lists. */
  get(id: string): string | undefined {
    for (let cut = 0; ;) {
      const list = this.#lists.get(id.slice(0, cut));
      const position = list?.positions.get(id.slice(cut));
      if (list && position !== undefined) return pointerChild(list.pointer, position);
      const slash = id.indexOf('/', cut);
      if (slash < 0) return undefined;
      cut = slash + 1;
    }
  }

  *entries(): MapIterator<[string, string]> {
    for (const { prefix, pointer, positions } of this.#lists.values())
      for (const [id, position] of positions) yield [prefix + id, pointerChild(pointer, position)];
  }
}
