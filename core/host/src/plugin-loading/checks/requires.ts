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
  const ids = circular.map(({ definition }) => definition.id).join(', ');
  const told = circular.length === 1 ? 'it requires itself' : `these plugins require each other: ${ids}`;
  return circular.map((candidate) => refuse(candidate, 'requires_cycle', told));
};

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
    const ready = left.filter(({ definition }) =>
      Object.keys(definition.requires ?? {}).every((id) => done.has(id) || !present.has(id)),
    );
    if (ready.length === 0) return { ordered, circular: left };
    ordered.push(...ready);
    for (const { definition } of ready) done.add(definition.id);
    left = left.filter((candidate) => !ready.includes(candidate));
  }
}
