import type { PluginDefinition } from '@ostiary/plugin-api';
import semver from 'semver';
import type { Candidate } from '../candidate.js';
import { type Check, refuse } from './check.js';

export const requiresMissing: Check = (candidates) => {
  const versions = new Map(candidates.map(({ definition, version }) => [definition.id, version]));
  return candidates.flatMap((candidate) =>
    Object.entries(candidate.definition.requires ?? {}).flatMap(([id, range]) => {
      const version = versions.get(id);
      if (version === undefined)
        return [
          refuse(
            candidate,
            'requires_missing',
            `it requires the plugin ${id} ${range}, which is not there: name its package in the deployment file`,
          ),
        ];
      if (semver.satisfies(version, range)) return [];
      return [refuse(candidate, 'requires_missing', `it requires the plugin ${id} ${range}; there is ${version}`)];
    }),
  );
};

export const requiresCycle: Check = (candidates) => {
  const { circular } = inOrder(candidates);
  const requires = new Map(circular.map(({ definition }) => [definition.id, needsOf(definition)]));
  return circular.flatMap((candidate) => {
    const { id } = candidate.definition;
    const circle = [...reached(id, requires)].filter((other) => reached(other, requires).has(id));
    // One that only needs a plugin of a circle is not in it, and goes in once the circle is mended.
    if (circle.length === 0) return [];
    const told =
      circle.length === 1 ? 'it requires itself' : `these plugins require each other: ${circle.toSorted().join(', ')}`;
    return [refuse(candidate, 'requires_cycle', told)];
  });
};

/** All that a plugin requires, directly or through others; itself only if it stands in a circle. */
function reached(id: string, requires: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = [...(requires.get(id) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(requires.get(next) ?? []));
  }
  return seen;
}

/** Ids of the plugins that one comes after: those it requires, and those whose services it uses where they are there. */
export function needsOf({ id, requires = {}, consumesOptional = [] }: PluginDefinition): readonly string[] {
  const offering = consumesOptional.map(({ name }) => name.slice(0, Math.max(0, name.indexOf('.'))));
  return [...new Set([...Object.keys(requires), ...offering.filter((other) => other !== id)])];
}

/** Candidates in an order in which each comes after those it requires, and those for which there is none. */
export function inOrder(candidates: readonly Candidate[]): {
  readonly ordered: readonly Candidate[];
  readonly circular: readonly Candidate[];
} {
  const present = new Set(candidates.map(({ definition }) => definition.id));
  const ordered: Candidate[] = [];
  const done = new Set<string>();
  let left = [...candidates];
  for (;;) {
    const ready = left.filter(({ definition }) => needsOf(definition).every((id) => done.has(id) || !present.has(id)));
    if (ready.length === 0) return { ordered, circular: left };
    ordered.push(...ready);
    for (const { definition } of ready) done.add(definition.id);
    left = left.filter((candidate) => !ready.includes(candidate));
  }
}
