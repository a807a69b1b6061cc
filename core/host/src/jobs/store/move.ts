import type { AnswerSummary } from '@ostiary/plugin-api';
import { settlement } from '../../quotas/settlement.js';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { StoredError, StoredProgress } from '../entities/job.js';
import { TRANSITIONS, isTerminal, type TransitionName } from '../transitions.js';
import { eventRow, NEXT_EVENT } from './event-row.js';
import { notifyChanged, notifyStopped } from './notify.js';
import { JOB_COLUMNS, toJob, type JobRecord, type JobRow } from './job-record.js';

/** What a job that ends leaves: its result inline or as an artefact, or its error. */
export interface Ending {
  readonly result?: {
    /** What the mode gave, for whoever is told of the end. */
    readonly value: unknown;
    readonly text: string | null;
    readonly bytes: number;
    readonly artefactId: string | null;
  };
  /** The answer in short, within its bounds. */
  readonly summary?: AnswerSummary | null;
  readonly error?: StoredError;
  /** The last progress, when newer than what is stored. */
  readonly progress?: StoredProgress;
  /** How long the ended job is kept. */
  readonly retentionDays: number;
  /** Rows of the mode's own that are stored with its success. */
  readonly endRows?: EndRows | null;
}

/** Rows of one table, as JSON by the names of its columns. */
export interface EndRows {
  /** `schema.table`, from the plugin's declaration: never a caller's choice. */
  readonly table: string;
  readonly rows: readonly object[];
}

export interface Move {
  readonly id: string;
  /** The attempt the mover knows of: a job that has moved on is left alone. */
  readonly attempt: number;
  readonly transition: TransitionName;
  /** Who runs it, for `start`. */
  readonly workerId?: string;
  readonly ending?: Ending;
  readonly eventData?: object;
  /** Its parts end with it: those that run are asked to stop, the others are deleted. */
  readonly endsParts?: boolean;
}

export interface MovedJob extends JobRecord {
  /** JSON of the request; only of a job that just started. */
  readonly request: string | null;
  /** Parts that were asked to stop with it. */
  readonly stopped: readonly string[];
}

/**
 * One compare-and-set on (id, status, attempt) that also writes the event and settles the units: one statement, which is
 * one transaction. Answers the job as it is now, or null when it was not as the mover believed: then nothing is changed.
 * See docs/adr/0050.
 */
export async function moveJob(em: Em, move: Move): Promise<MovedJob | null> {
  const { from, to, event } = TRANSITIONS[move.transition];
  const { ending } = move;
  const common = [move.id, from, move.attempt, to, event, JSON.stringify(move.eventData ?? null)];
  const { endsParts = false } = move;
  const rows = await statement<JobRow & { readonly request: string | null; readonly stopped: string[] | null }>(
    em,
    `${textWith(move.transition, ending?.endRows?.table, endsParts)}, ${notifyChanged(em, 'coalesce(j.parent_id, j.id)')}${
      endsParts ? `, ${notifyStopped(em)}` : ''
    } from moved j`,
    [
      ...common,
      ...(move.transition === 'start' ? [move.workerId ?? null] : []),
      ...(isTerminal(to)
        ? [
            ending?.result?.text ?? null,
            ending?.result?.bytes ?? null,
            ending?.result?.artefactId ?? null,
            ending?.error === undefined ? null : JSON.stringify(ending.error),
            ending?.progress === undefined ? null : JSON.stringify(ending.progress),
            ending?.retentionDays ?? 30,
            ending?.summary ? JSON.stringify(ending.summary) : null,
          ]
        : []),
      ...(ending?.endRows ? [JSON.stringify(ending.endRows.rows)] : []),
    ],
  );
  const [row] = rows;
  return row === undefined ? null : { ...toJob(row), request: row.request, stopped: row.stopped ?? [] };
}

/** One text for each transition and table, with parts and without: as many as modes declare, so each stays prepared. */
const texts = new Map<string, string>();

function textWith(name: TransitionName, table = '', endsParts = false): string {
  const key = `${name} ${table} ${endsParts}`;
  let text = texts.get(key);
  if (text === undefined) texts.set(key, (text = textOf(name, table, endsParts)));
  return text;
}

function textOf(name: TransitionName, table: string, endsParts: boolean): string {
  return `with moved as (
      update core.jobs set status = $4, ${NEXT_EVENT}, ${changesOf(name)}
      where id = $1 and status = $2 and attempt = $3 ${guardOf(name)} returning *
    ), ${eventRow('moved', '$5', `nullif($6::jsonb, 'null'::jsonb)`, 'parent_id is null')}${alsoOf(name)}${table === '' ? '' : `, ${endRowsInto(table, 'moved', '$14')}`}${endsParts ? `, ${END_OF_PARTS}` : ''}
    select ${JOB_COLUMNS}, ${name === 'start' ? 'j.request' : 'null as request'},
      ${endsParts ? '(select array_agg(id) from stopped)' : 'null'} as stopped`;
}

const END_OF_PARTS = `stopped as (
      update core.jobs p set cancel_requested_at = statement_timestamp() from moved
      where p.parent_id = moved.id and p.status = 'running' and p.cancel_requested_at is null returning p.id
    ), dropped_parts as (
      delete from core.jobs p using moved where p.parent_id = moved.id and p.status <> 'running'
    )`;

/** CTE that stores the rows of a JSON parameter with each job of the CTE `of`. */
export function endRowsInto(table: string, of: string, rows: string): string {
  return `end_rows as (insert into ${table} select r.* from ${of}, jsonb_populate_recordset(null::${table}, ${rows}::jsonb) r)`;
}

/** What else the statement does: settles the units of a job that ends, drops what a dead attempt made. */
function alsoOf(name: TransitionName): string {
  const { settle } = TRANSITIONS[name];
  if (settle !== null) return `, ${settlement(settle)}`;
  // The files go with the next sweep of the blob store.
  return name === 'retry' ? ', dropped as (delete from core.artefacts where job_id in (select id from moved))' : '';
}

function changesOf(name: TransitionName): string {
  const { to, settle } = TRANSITIONS[name];
  if (name === 'start')
    return 'started_at = statement_timestamp(), heartbeat_at = statement_timestamp(), worker_id = $7';
  if (name === 'retry') {
    return `attempt = attempt + 1, waiting = false, dispatched_at = null, started_at = null, worker_id = null, heartbeat_at = null,
      progress = null, artefact_count = 0`;
  }
  if (!isTerminal(to)) throw new Error(`no changes drawn for ${name}`);
  return `finished_at = statement_timestamp(), heartbeat_at = null, units_charged = ${settle === 'charge' ? 'units' : '0'},
    result = $7, result_bytes = $8::int, result_artefact_id = $9, error = $10::jsonb,
    progress = coalesce($11::jsonb, progress), summary = $13::jsonb,
    expires_at = case when parent_id is null then statement_timestamp() + $12::int * interval '1 day' end`;
}

/** A cancel that was asked for first wins over the result; a job past its deadline is not begun. */
function guardOf(name: TransitionName): string {
  if (name === 'succeed') return 'and cancel_requested_at is null';
  if (name === 'start') return 'and deadline_at > statement_timestamp()';
  return '';
}
