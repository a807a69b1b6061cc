/**
 * The next event of a job is its number, which a statement that changes the job counts up (`NEXT_EVENT`), and a row, which the same
 * statement stores (`eventRow`).
 */

/** Assignment that gives a job of `core.jobs` the number of its next event. */
export const NEXT_EVENT = 'event_seq = event_seq + 1';

/** Columns of a job that `eventRow` reads. */
export const EVENT_SOURCE = 'id, account_id, event_seq, status';

const COLUMNS = 'job_id, account_id, seq, type, status, at, data';

/**
 * CTE `logged` that stores the event of the jobs in a CTE `of`, which has at least the columns of `EVENT_SOURCE`; `type` and `data` are
 * SQL expressions.
 */
export function eventRow(of: string, type: string, data = 'null::jsonb', where = 'true'): string {
  return eventRows(
    `select id, account_id, event_seq, ${type}, status, statement_timestamp(), ${data} from ${of} where ${where}`,
  );
}

/** CTE `logged` that stores what a query gives: id of the job, account, number, type, status, time and data of an event. */
export function eventRows(query: string): string {
  return `logged as (insert into core.job_events (${COLUMNS}) ${query})`;
}
