import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type StoredAnswer } from '@ostiary/plugin-api';
import { parseJson } from '@ostiary/json';
import { newUlid } from '../ids/new-id.js';
import { type Database, DATABASE, type Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { IDEMPOTENCY_HOURS } from './key.js';

/** A request that came with an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Keys of different scopes have nothing to do with each other. */
  readonly scope: string;
  /** Null for callers without a key. */
  readonly accountId: string | null;
  /** Method and path, parameters filled in. */
  readonly operation: string;
  readonly key: string;
  /** See `requestDigest`. */
  readonly fingerprint: string;
}

/** The right to carry out a request and to store its answer. */
export interface Claim extends KeyedRequest {
  readonly claim: string;
}

/** Longer than any request is answered: whoever holds a claim for so long without an answer is dead. */
const CLAIM_SECONDS = 60;

interface Row {
  readonly fingerprint: string;
  readonly answer: string | null;
}

/** Which requests have been carried out, and what they were answered. */
@Injectable()
export class AnswerStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Claims a request, or returns the answer it was given before. The primary key decides between racers.
   * @throws ProblemError `idempotency_key_reused` for another request under the key; `idempotency_in_progress` while the first is carried out
   */
  async claim(request: KeyedRequest): Promise<Claim | { readonly answer: StoredAnswer }> {
    const em = this.for(request);
    const claim = newUlid();
    const identity = [request.scope, request.operation, request.key];
    const claimed = await statement(
      em,
      `insert into core.stored_answers as a
         (scope, operation, key, account_id, fingerprint, claim, claimed_until, answer, expires_at)
       values ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7::int * interval '1 second', null,
         statement_timestamp() + $8::int * interval '1 hour')
       on conflict (scope, operation, key) do update
         set account_id = excluded.account_id, fingerprint = excluded.fingerprint, claim = excluded.claim,
           claimed_until = excluded.claimed_until, answer = null, expires_at = excluded.expires_at
         where a.expires_at <= statement_timestamp()
           or (a.answer is null and a.claimed_until <= statement_timestamp() and a.fingerprint = excluded.fingerprint)
       returning claim`,
      [...identity, request.accountId, request.fingerprint, claim, CLAIM_SECONDS, IDEMPOTENCY_HOURS],
    );
    if (claimed.length > 0) return { ...request, claim };
    const [held] = await statement<Row>(
      em,
      'select fingerprint, answer from core.stored_answers where scope = $1 and operation = $2 and key = $3',
      identity,
    );
    // Given up between the two statements: the next try finds it free.
    if (held === undefined) throw inProgress();
    if (held.fingerprint !== request.fingerprint) throw new ProblemError('idempotency_key_reused');
    if (held.answer === null) throw inProgress();
    return { answer: parseJson(held.answer) as StoredAnswer };
  }

  /**
   * Stores the answer of a claimed request, in the transaction of `em` if it has one.
   * @throws ProblemError `idempotency_in_progress` when the claim has lapsed and another try holds it
   */
  async keep(claimed: Claim, answer: StoredAnswer, em?: Em): Promise<void> {
    const { scope, operation, key, claim } = claimed;
    const kept = await statement(
      em ?? this.for(claimed),
      `update core.stored_answers set answer = $5 where scope = $1 and operation = $2 and key = $3 and claim = $4 returning claim`,
      [scope, operation, key, claim, JSON.stringify(answer)],
    );
    if (kept.length === 0) throw inProgress();
  }

  /** What callers without a key asked for is nobody's, so only the host finds it again. */
  private for({ accountId }: KeyedRequest): Em {
    return accountId === null ? this.database.asHost() : this.database.forAccount(accountId);
  }

  /** Gives a claim back: the request was refused, and may be sent again with the same key. */
  async release(claimed: Claim): Promise<void> {
    const { scope, operation, key, claim } = claimed;
    await statement(
      this.for(claimed),
      'delete from core.stored_answers where scope = $1 and operation = $2 and key = $3 and claim = $4 and answer is null',
      [scope, operation, key, claim],
    );
  }
}

function inProgress(): ProblemError {
  return new ProblemError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}
