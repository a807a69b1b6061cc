import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import { ProblemError } from '@ostiary/plugin-api';
import type { Authenticator } from './authenticator.js';
import type { FailurePacing } from '../rates/failure-pacing.js';

/** Name under which passport knows the strategy. */
export const KEY_STRATEGY = 'ostiary-key';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="ostiary"' };
const WRONG = { 'WWW-Authenticate': 'Bearer realm="ostiary", error="invalid_token"' };

/**
 * Passport's bearer strategy for API keys. Fails with `missing_key` or `invalid_key`.
 * The published strategy for bearer tokens also reads them from the query and the body, where they would end up in logs.
 */
export function keyStrategy(authenticator: Authenticator, pacing: FailurePacing): Strategy {
  const verify = async (request: Request) => {
    const result = await authenticator.authenticate(request.headers.authorization);
    if (result.kind === 'valid') return result.principal;
    if (result.kind === 'missing') throw new ProblemError('missing_key', { headers: CHALLENGE });
    await pacing.failed(request.ip ?? 'unknown');
    throw new ProblemError('invalid_key', { headers: WRONG });
  };
  return new Strategy((request, done) => {
    verify(request).then((principal) => done(null, principal), done);
  });
}
