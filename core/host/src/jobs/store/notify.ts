import { PgliteConnection } from '@mikro-orm/pglite';
import type { Em } from '../../storage/database.js';

/** Channels of LISTEN/NOTIFY between processes on one PostgreSQL. The payload is a job's id, nothing else. */
export const CHANGED_CHANNEL = 'ostiary_job_changed';
export const CANCEL_CHANNEL = 'ostiary_job_cancel';

/**
 * Select-list item that tells the other processes at commit that job `j` has changed.
 * PGlite has one process, which hears by itself; there it would cost a third of the statement.
 */
export function notifyChanged(em: Em): string {
  return notice(em, CHANGED_CHANNEL, 'told');
}

/** As `notifyChanged`, for a running job that is to stop. */
export function notifyCancel(em: Em): string {
  return notice(em, CANCEL_CHANNEL, 'told_cancel');
}

function notice(em: Em, channel: string, column: string): string {
  return em.getConnection() instanceof PgliteConnection
    ? `null as ${column}`
    : `pg_notify('${channel}', j.id) as ${column}`;
}
