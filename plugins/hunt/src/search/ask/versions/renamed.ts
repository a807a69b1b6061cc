import type { CorePolicy } from '@ostiary/policy';

/** A policy in which a tool has another name, in the scopes of rules and in the events they look at. */
export function withToolNamed(core: CorePolicy, from: string, to: string): CorePolicy {
  const copy = <Part>(value: Part): Part => {
    if (Array.isArray(value)) return value.map(copy) as Part;
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, inner]): [string, unknown] => [
      name,
      name === 'tools' && Array.isArray(inner)
        ? inner.map((each: unknown) => (each === from ? to : each))
        : copy(inner),
    ]);
    return Object.fromEntries(members) as Part;
  };
  return { ...core, rules: copy(core.rules) };
}
