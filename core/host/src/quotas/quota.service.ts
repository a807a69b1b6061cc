import { Inject, Injectable } from '@nestjs/common';
import { type Clock, Services } from '@ostiary/plugin-api';
import type { Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { quotaExhausted } from './exhausted.js';
import { reservation, reservationTimes } from './reservation.js';
import { type Outcome, settlement } from './settlement.js';

interface Reservation {
  readonly accountId: string;
  readonly jobId: string;
  /** Whole number >= 0. */
  readonly units: number;
}

/**
 * Units of work: held when a job is stored, charged or given back when it ends.
 * Both run in the caller's transaction, so that a job and its units are there together or not at all.
 */
@Injectable()
export class QuotaService {
  constructor(@Inject(Services.clock) private readonly clock: Clock) {}

  /**
   * Holds the units of a job: one conditional UPDATE, so that of many at once no more get through than fit.
   * A period that has ended starts anew in the same statement; units held for running jobs are carried over.
   * @throws ProblemError `quota_exhausted` with `violated-policies` when they do not fit
   */
  async reserve(em: Em, { accountId, jobId, units }: Reservation): Promise<void> {
    const [now, start, end] = reservationTimes(this.clock.now());
    const reserved = await statement(
      em,
      `with wanted as (select $1::text as job_id, $2::text as account_id, $3::bigint as units), ${reservation('$4', '$5', '$6')}
       select job_id from reserved`,
      [jobId, accountId, units, now, start, end],
    );
    if (reserved.length === 0) throw quotaExhausted();
  }

  /**
   * Ends the reservation of a job: `charge` counts its units as used, `refund` gives them back.
   * The first settlement of a job counts; a later one changes nothing.
   */
  async settle(em: Em, { jobId, outcome }: { readonly jobId: string; readonly outcome: Outcome }): Promise<void> {
    await em.execute(`with moved as (select ?::text as id), ${settlement(outcome)} select account_id from freed`, [
      jobId,
    ]);
  }
}
