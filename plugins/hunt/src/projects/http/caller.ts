import { type Principal, principalOf } from '@ostiary/plugin-api';

/** Who sent a request to a route that asks for a grant. */
export function callerOf(request: object): Principal {
  const principal = principalOf(request);
  if (principal === null) throw new Error('a route that asks for a grant was reached without a key');
  return principal;
}
