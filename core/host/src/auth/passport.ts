import passport from 'passport';
import type { Principal } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import type { Strategy } from 'passport-custom';
import { KEY_STRATEGY } from './key-strategy.js';

/** Asks passport who sends a request. */
export type Identify = (request: Request, response: Response) => Promise<Principal>;

/**
 * A passport of its own: the package's default instance is one for the whole process, and a process may hold more than one host.
 * The result rejects with what the strategy fails with.
 */
export function identifyWith(strategy: Strategy): Identify {
  const own = new passport.Passport();
  own.use(KEY_STRATEGY, strategy);
  return (request, response) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: Principal | false | null) => {
        if (principal) resolve(principal);
        else reject(error instanceof Error ? error : new Error('the key strategy gave no principal'));
      };
      const handle = own.authenticate(KEY_STRATEGY, { session: false }, done) as (
        request: Request,
        response: Response,
        next: (error?: unknown) => void,
      ) => void;
      handle(request, response, (error) => done(error));
    });
}
