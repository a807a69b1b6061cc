import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  principalOf,
  type RouteDeclaration,
  type StoredAnswer,
  type StoredAnswers,
  type Transaction,
} from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { AnswerStore } from '../idempotency/answer-store.js';
import { idempotencyKeyOf } from '../idempotency/key.js';
import { requestDigest } from '../idempotency/request-digest.js';
import type { Em } from '../storage/database.js';
import { checked } from './metering.js';
import { stateOf } from './request-state.js';

/** Carries out a request with an `Idempotency-Key` once, and sends its answer again when the request is. See docs/adr/0132. */
@Injectable()
export class AnsweredOnce implements StoredAnswers {
  constructor(
    @Inject(AnswerStore) private readonly store: AnswerStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the answer the request was given before, or null when it is to be carried out now: then it is claimed, if it has a key.
   * @throws ProblemError `invalid_request` (the key), `idempotency_key_reused`, `idempotency_in_progress`
   */
  async before(request: Request, route: RouteDeclaration): Promise<StoredAnswer | null> {
    if (route.idempotent === undefined) return null;
    const key = idempotencyKeyOf(request.get('idempotency-key'));
    const { scope, answer = 'stored' } = route.idempotent === true ? {} : route.idempotent;
    if (key === undefined || answer === 'job') return null;
    const accountId = principalOf(request)?.accountId ?? null;
    const sent = checked(request);
    const whose = [accountId === null ? 'nobody' : `account ${accountId}`, ...(scope ? [scope(sent)] : [])].join(' ');
    const claimed = await this.store.claim({
      // A scope may hold what the caller wrote, e.g. an address: only its digest is stored.
      scope: this.digest('scope', whose),
      accountId,
      operation: `${request.method} ${request.path}`,
      key,
      fingerprint: this.digest(whose, {
        ...sent,
        body: Buffer.isBuffer(sent.body) ? sha256(sent.body) : (sent.body ?? null),
      }),
    });
    if ('answer' in claimed) return claimed.answer;
    stateOf(request).claim = claimed;
    return null;
  }

  /** Stores the answer that is about to be sent, unless the method has stored it. */
  async after(request: Request, response: Response, route: RouteDeclaration, body: unknown): Promise<void> {
    const state = stateOf(request);
    if (state.claim === undefined || state.answerKept) return;
    const { statusCode: status } = response;
    await this.store.keep(state.claim, { status, headers: declaredHeaders(response, route), body: body ?? null });
  }

  /** The method refused the request: it may be sent again with the same key. */
  async refused(request: Request): Promise<void> {
    const state = stateOf(request);
    if (state.claim !== undefined) await this.store.release(state.claim);
  }

  async keep(request: object, answer: StoredAnswer, within: Transaction): Promise<void> {
    const state = stateOf(request as Request);
    if (state.claim === undefined) return;
    await this.store.keep(state.claim, answer, within as unknown as Em);
    state.answerKept = true;
  }

  private digest(scope: string, value: unknown): string {
    return requestDigest(this.secrets.signing.reveal(), scope, value);
  }
}

/** The header fields of an answer that its declaration names; those every answer has are made anew. */
function declaredHeaders(response: Response, { answers }: RouteDeclaration): Record<string, string> {
  const declared = answers.find(({ status }) => status === response.statusCode)?.headers ?? {};
  return Object.fromEntries(
    Object.keys(declared).flatMap((name) => {
      const value = response.getHeader(name);
      return value === undefined ? [] : [[name, String(value)] as const];
    }),
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
