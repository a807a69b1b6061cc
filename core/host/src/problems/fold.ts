import type { RouteDeclaration } from '@ostiary/plugin-api';

/**
 * The status a problem is answered with, given what the contract lists for the operation. A status that is not listed
 * is that of the answer that names the slug, or folded into one that is listed; undefined when there is none: then the code has
 * answered what it must not.
 */
export function foldStatus(status: number, route: RouteDeclaration | undefined, slug?: string): number | undefined {
  const listed = route && new Set(route.answers.map((answer) => answer.status));
  if (!listed || listed.has(status)) return status;
  const named = slug !== undefined && route.answers.find(({ slugs = [] }) => slugs.includes(slug));
  if (named) return named.status;
  // The whole service is away: no operation has a say.
  if (status === 503) return status;
  for (const candidate of FOLDS.get(status) ?? []) if (listed.has(candidate)) return candidate;
  return undefined;
}

const FOLDS: ReadonlyMap<number, readonly number[]> = new Map([
  [400, [404]],
  [404, [400]],
  [405, [404, 400]],
  [409, [400]],
  [410, [404, 400]],
  [412, [400]],
  [413, [400]],
  [415, [400]],
  [422, [400]],
]);
