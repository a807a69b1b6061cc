import type { Policy, PolicyState } from './limits.js';

/** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10, e.g. `"burst";q=60;w=1, "minute";q=600;w=60`. */
export function policyField(policies: readonly Policy[]): string {
  return policies.map(({ name, quota, seconds }) => `"${name}";q=${quota};w=${seconds}`).join(', ');
}

/** `RateLimit` of the same draft, e.g. `"burst";r=59;t=1, "minute";r=599;t=60`. Whole seconds, rounded up. */
export function stateField(states: readonly PolicyState[]): string {
  return states
    .map(({ policy, remaining, resetMs }) => `"${policy.name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`)
    .join(', ');
}
