/** A source of numbers in [0, 1). */
export type Rng = () => number;

/** Mulberry32: small, fast, and the same everywhere for the same seed. */
export function seededRandom(seed: number): Rng {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from 0 to `below` - 1. */
export const below = (rng: Rng, limit: number): number => Math.floor(rng() * limit);

export const chance = (rng: Rng, probability: number): boolean => rng() < probability;

export function pick<Item>(rng: Rng, items: readonly Item[]): Item {
  if (items.length === 0) throw new RangeError('nothing to pick from');
  return items[below(rng, items.length)] as Item;
}

/** Between `min` and `max` items. */
export const several = <Item>(rng: Rng, min: number, max: number, make: () => Item): Item[] =>
  Array.from({ length: min + below(rng, max - min + 1) }, make);
