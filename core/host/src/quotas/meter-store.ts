import type { Clock, MeteredUnits } from '@ostiary/plugin-api';
import type { Database, Em } from '../storage/database.js';
import { statement, timestamp } from '../storage/statement.js';
import { periodOf } from './period.js';

/** Units that were taken, to be given back. */
export interface TakenUnits extends MeteredUnits {
  readonly periodStart: Date;
}

/** Where units are taken that requests cost. */
export interface UnitStore {
  /**
   * Takes units, in the transaction of `em` if it has one.
   * @param bounded false: also beyond the limit of the account
   * @returns null when they do not fit
   */
  take(units: MeteredUnits, bounded: boolean, em?: Em): Promise<TakenUnits | null>;
  /** Gives units back that paid for nothing. */
  giveBack(taken: TakenUnits): Promise<void>;
  /** Returns what was taken in the running period, by meter. */
  read(accountId: string): Promise<Readonly<Record<string, number>>>;
}

/** Injection token of `UnitStore`. */
export const UNIT_STORE = Symbol('ostiary.unit_store');

/** Throws unless `units` are whole. */
export function requireWhole({ meter, units }: MeteredUnits): void {
  if (!Number.isSafeInteger(units) || units < 0) throw new Error(`the meter ${meter} takes whole units, not ${units}`);
}

/** Units of quota that are used at once, without a job: one conditional UPDATE, so that of many at once no more get through than fit. */
export class MeterStore implements UnitStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A period that has ended starts anew in the same statement. */
  async take({ accountId, meter, units }: MeteredUnits, bounded: boolean, em?: Em): Promise<TakenUnits | null> {
    requireWhole({ accountId, meter, units });
    const now = this.clock.now();
    const { start, end } = periodOf(now);
    const over = 'q.period_end <= $4::timestamptz';
    const [taken] = await statement<{ period_start: string | Date }>(
      em ?? this.database.forAccount(accountId),
      `with taken as (
         update core.quotas q set
           used = (case when ${over} then 0 else q.used end) + $3::bigint,
           period_start = case when ${over} then $5::timestamptz else q.period_start end,
           period_end = case when ${over} then $6::timestamptz else q.period_end end
         where q.account_id = $1
           and (not $7::boolean or (case when ${over} then 0 else q.used end) + q.reserved + $3::bigint <= q.units_limit)
         returning q.period_start
       ), read as (
         insert into core.meter_readings as m (account_id, meter, period_start, units)
         select $1, $2, period_start, $3::bigint from taken
         on conflict (account_id, meter, period_start) do update set units = m.units + excluded.units
       )
       select period_start from taken`,
      [accountId, meter, units, now, start, end, bounded],
    );
    return taken === undefined ? null : { accountId, meter, units, periodStart: timestamp(taken.period_start) };
  }

  /** Those of a period that has ended meanwhile are gone with it. */
  async giveBack({ accountId, meter, units, periodStart }: TakenUnits): Promise<void> {
    await statement(
      this.database.forAccount(accountId),
      `with freed as (
         update core.quotas set used = greatest(0, used - $3::bigint) where account_id = $1 and period_start = $4::timestamptz
         returning account_id
       )
       update core.meter_readings m set units = greatest(0, m.units - $3::bigint)
       from freed where m.account_id = $1 and m.meter = $2 and m.period_start = $4::timestamptz`,
      [accountId, meter, units, periodStart],
    );
  }

  async read(accountId: string): Promise<Readonly<Record<string, number>>> {
    const rows = await statement<{ meter: string; units: number | string }>(
      this.database.forAccount(accountId),
      `select m.meter, m.units from core.meter_readings m join core.quotas q using (account_id, period_start)
       where account_id = $1 and q.period_end > $2::timestamptz order by m.meter`,
      [accountId, this.clock.now()],
    );
    return Object.fromEntries(rows.map(({ meter, units }) => [meter, Number(units)]));
  }
}
