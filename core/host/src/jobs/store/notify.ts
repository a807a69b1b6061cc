import { PgliteConnection } from '@mikro-orm/pglite';
import type { Em } from '../../storage/database.js';

/** Channels of LISTEN/NOTIFY between processes on one PostgreSQL. The payload is a job's id, nothing else. */
export const CHANGED_CHANNEL = 'ostiary_job_changed';
export const CANCEL_CHANNEL = 'ostiary_job_cancel';

/**
 * Select-list item that tells the other processes at commit that job `j` has changed; `of` where another one is meant.
 * PGlite has one process, which hears by itself; there it would cost a third of the statement.
 */
export function notifyChanged(em: Em, of = 'j.id'): string {
  return notice(em, CHANGED_CHANNEL, of, 'told');
}

/** As `notifyChanged`, for a running job that is to stop. */
export function notifyCancel(em: Em): string {
  return notice(em, CANCEL_CHANNEL, 'j.id', 'told_cancel');
}

/** As `notifyCancel`, for every job of a CTE `stopped` (column `id`). */
export function notifyStopped(em: Em): string {
  return isAlone(em)
    ? 'null as told_stopped'
    : `(select count(pg_notify('${CANCEL_CHANNEL}', id)) from stopped) as told_stopped`;
}

function notice(em: Em, channel: string, of: string, column: string): string {
  return isAlone(em) ? `null as ${column}` : `pg_notify('${channel}', ${of}) as ${column}`;
}

function isAlone(em: Em): boolean {
  return em.getConnection() instanceof PgliteConnection;
}
