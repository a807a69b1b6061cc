/** Stands for the absence of an argument. */
export const REMOVED: unique symbol = Symbol('removed');

type Args = Readonly<Record<string, unknown>>;

/** A copy of the arguments with the member at `path` set or removed; null when the way there is barred by a value. */
export function withArgument(args: Args, path: readonly string[], value: unknown): Args | null {
  const [name, ...rest] = path;
  if (name === undefined) return null;
  const copy = Object.assign(Object.create(null) as Record<string, unknown>, args);
  if (rest.length === 0) {
    if (value === REMOVED) delete copy[name];
    else copy[name] = value;
    return copy;
  }
  const inner = copy[name];
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return null;
  const changed = withArgument(inner as Args, rest, value);
  if (changed) copy[name] = changed;
  return changed && copy;
}
