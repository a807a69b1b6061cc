import type { PluginRegistry } from '../assemble/registry.js';
import type { JobSignals } from '../jobs/signals.js';
import type { Database } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { ArtefactMaker } from './artefact-maker.js';
import { ARTEFACT_COLUMNS, toArtefact, type ArtefactRecord, type ArtefactRow } from './artefact-record.js';
import type { BlobStore } from './blobs/blob-store.js';

const HOUR_MS = 3_600_000;
/** A blob without a row is one whose row is about to be written, or an orphan; after this long it is the latter. */
const ORPHAN_AGE_MS = HOUR_MS;
const DRAFT_AGE_MS = 6 * HOUR_MS;

/** The artefacts of jobs: made, listed, found, and thrown away in time. */
export class ArtefactService {
  constructor(
    private readonly database: Database,
    readonly blobs: BlobStore,
    private readonly signals: JobSignals,
    private readonly registry: PluginRegistry,
    private readonly retentionDays: number,
  ) {}

  makerFor(job: { readonly id: string; readonly attempt: number; readonly mode: string }): ArtefactMaker {
    const grant = this.registry.mode(job.mode)?.grant ?? job.mode;
    return new ArtefactMaker(this.database, this.blobs, this.signals, {
      jobId: job.id,
      attempt: job.attempt,
      grant,
      retentionDays: this.retentionDays,
    });
  }

  /** Artefacts of a job, oldest first. */
  async ofJob(accountId: string, jobId: string): Promise<ArtefactRecord[]> {
    const rows = await statement<ArtefactRow>(
      this.database.em.fork(),
      `select ${ARTEFACT_COLUMNS} from core.artefacts a where a.job_id = $1 and a.account_id = $2 order by a.created_at, a.id`,
      [jobId, accountId],
    );
    return rows.map(toArtefact);
  }

  /** The account's artefact, or null: another tenant's looks as one that is not there. */
  async find(accountId: string, id: string): Promise<ArtefactRecord | null> {
    const [row] = await statement<ArtefactRow>(
      this.database.em.fork(),
      `select ${ARTEFACT_COLUMNS} from core.artefacts a where a.id = $1 and a.account_id = $2`,
      [id, accountId],
    );
    return row === undefined ? null : toArtefact(row);
  }

  /** The sweeper's chore: bytes past their retention, drafts of dead attempts, bytes no row names. */
  async sweep(now: Date): Promise<void> {
    const em = this.database.em.fork();
    const ended = await statement<{ id: string }>(
      em,
      'select id from core.artefacts where removed_at is null and expires_at <= statement_timestamp() limit 1000',
    );
    for (const { id } of ended) {
      await this.blobs.remove(id);
      await statement(em, 'update core.artefacts set removed_at = statement_timestamp() where id = $1', [id]);
    }
    await this.blobs.sweepUncommitted(new Date(now.getTime() - DRAFT_AGE_MS));
    for await (const blob of this.blobs.list()) {
      if (now.getTime() - blob.modifiedAt.getTime() < ORPHAN_AGE_MS) continue;
      const known = await statement(em, 'select 1 from core.artefacts where id = $1 and removed_at is null', [blob.id]);
      if (known.length === 0) await this.blobs.remove(blob.id);
    }
  }
}
