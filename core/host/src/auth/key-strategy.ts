import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-custom';
import { FailurePacing } from '../rates/failure-pacing.js';
import { Authenticator } from './authenticator.js';

/** Name under which passport knows the strategy. */
const NAME = 'ostiary-key';
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="ostiary"' };
const WRONG = { 'WWW-Authenticate': 'Bearer realm="ostiary", error="invalid_token"' };

/**
 * Passport's bearer strategy for API keys, in a passport of its own: the package's default instance is one for the whole process, and a
 * process may hold more than one host. The published strategy for bearer tokens also reads them from the query and the body, where they
 * would end up in logs.
 */
@Injectable()
export class KeyStrategy {
  private readonly passport = new passport.Passport();

  constructor(
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(FailurePacing) private readonly pacing: FailurePacing,
  ) {
    const strategy = new Strategy((request, done) => {
      this.verify(request).then((principal) => done(null, principal), done);
    });
    this.passport.use(NAME, strategy);
  }

  /**
   * Returns whose key a request carries.
   * @throws ProblemError `missing_key`, `invalid_key`
   */
  identify(request: Request, response: Response): Promise<Principal> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: Principal | false | null) => {
        if (principal) resolve(principal);
        else reject(error instanceof Error ? error : new Error('the key strategy gave no principal'));
      };
      const handle = this.passport.authenticate(NAME, { session: false }, done) as (
        request: Request,
        response: Response,
        next: (error?: unknown) => void,
      ) => void;
      handle(request, response, (error) => done(error));
    });
  }

  private async verify(request: Request): Promise<Principal> {
    const result = await this.authenticator.authenticate(request.headers.authorization);
    if (result.kind === 'valid') return result.principal;
    if (result.kind === 'missing') throw new ProblemError('missing_key', { headers: CHALLENGE });
    await this.pacing.failed(request.ip ?? 'unknown');
    throw new ProblemError('invalid_key', { headers: WRONG });
  }
}
