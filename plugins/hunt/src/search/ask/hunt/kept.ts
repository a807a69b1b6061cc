/** What is kept by a name, made once. */
export function kept<Key, Kept>(by: Map<Key, Kept>, name: Key, make: () => Kept): Kept {
  const found = by.get(name) ?? make();
  by.set(name, found);
  return found;
}
