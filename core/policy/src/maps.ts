interface Keeper<Key, Kept> {
  get(key: Key): Kept | undefined;
  set(key: Key, kept: Kept): unknown;
}

/** What is kept under a key: made, and kept, when it is asked for first. */
export function getOrMake<Key, Kept>(keeper: Keeper<Key, Kept>, key: Key, make: () => Kept): Kept {
  const known = keeper.get(key);
  if (known !== undefined) return known;
  const made = make();
  keeper.set(key, made);
  return made;
}

/** As {@link getOrMake}, of a cache that is emptied when so many are kept. */
export function cached<Key, Kept>(cache: Map<Key, Kept>, most: number, key: Key, make: () => Kept): Kept {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= most) cache.clear();
  return getOrMake(cache, key, make);
}

/** Adds an item to the list under a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  getOrMake(lists, key, (): Item[] => []).push(item);
}
