import { type Principal, ProblemError } from '@ostiary/plugin-api';

/**
 * Refuses a caller who may not do what needs one of these grants. For checks that a route cannot declare because
 * they depend on the body, e.g. the grant of the mode a job names.
 * @throws ProblemError `account_suspended` or `missing_grant`
 */
export function requireGrant(principal: Principal, ...anyOf: readonly [string, ...string[]]): void {
  if (principal.suspended) throw new ProblemError('account_suspended');
  if (!anyOf.some((grant) => principal.grants.includes(grant))) {
    throw new ProblemError('missing_grant', {
      params: { grants: anyOf.join(', ') },
      extensions: { required_grants: anyOf },
    });
  }
}
