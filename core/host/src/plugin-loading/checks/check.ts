import type { ServedRoute } from '../../http/route-table.js';
import type { Deployment } from '../../plugins/deployment.js';
import type { Candidate } from '../candidate.js';
import type { Refusal, RefusalCode } from '../refusal.js';

/** What the host itself has, which no plugin may take. */
export interface HostSide {
  readonly routes: readonly ServedRoute[];
  readonly problems: ReadonlySet<string>;
  /** Kind of the deployment. */
  readonly kind: Deployment['kind'];
}

/** Looks at all candidates together for one kind of fault. */
export type Check = (candidates: readonly Candidate[], host: HostSide) => readonly Refusal[];

export function refuse(candidate: Candidate, code: RefusalCode, message: string): Refusal {
  return { code, plugin: candidate.packageName, message };
}

/** Refuses each later candidate that claims a name an earlier one, or the host, has. */
export function claims(
  candidates: readonly Candidate[],
  code: RefusalCode,
  kind: string,
  namesOf: (candidate: Candidate) => readonly string[],
  ofHost: Iterable<string> = [],
): readonly Refusal[] {
  const owners = new Map<string, string>([...ofHost].map((name) => [name, 'the host']));
  const refusals: Refusal[] = [];
  for (const candidate of candidates) {
    for (const name of namesOf(candidate)) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, candidate.packageName);
      else refusals.push(refuse(candidate, code, `the ${kind} ${name} belongs to ${owner}`));
    }
  }
  return refusals;
}
