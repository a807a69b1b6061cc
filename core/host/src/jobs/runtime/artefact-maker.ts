import type { ArtefactWriter } from '@ostiary/plugin-api';
import { newId } from '../../ids/new-id.js';
import { AttemptAborted } from '../../compute/attempt-aborted.js';
import type { JobSignals } from '../signals.js';
import { eventRow, NEXT_EVENT } from '../store/event-row.js';
import { notifyChanged } from '../store/notify.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { BlobStore } from '../../artefacts/blobs/blob-store.js';
import { DigestSink } from '../../artefacts/blobs/digest-sink.js';
import { type ArtefactSigner, signedText } from '../../artefacts/signer.js';
import type { DeclaredKind } from '../../artefacts/declared-kind.js';

/** The attempt the artefacts belong to. */
interface Making {
  readonly jobId: string;
  readonly accountId: string;
  readonly attempt: number;
  /** Grant of the job's mode. */
  readonly grant: string;
  readonly retentionDays: number;
}

/** A file about to be made. */
export interface NewArtefact extends DeclaredKind {
  /** Name it is downloaded under. */
  readonly name: string;
  readonly mediaType: string;
}

/** Makes the artefacts of one attempt. The row, the event and the check that the attempt is still the job's are one statement. */
export class ArtefactMaker {
  private readonly open_ = new Set<DigestSink>();

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly signer: ArtefactSigner,
    private readonly signals: JobSignals,
    private readonly making: Making,
  ) {}

  async open(options: NewArtefact, signal: AbortSignal): Promise<ArtefactWriter> {
    signal.throwIfAborted();
    const id = newId('art');
    const sink = await DigestSink.create(this.blobs, id);
    this.open_.add(sink);
    return {
      write: async (chunk) => {
        signal.throwIfAborted();
        await sink.write(chunk);
      },
      close: async () => {
        signal.throwIfAborted();
        const { size, sha256 } = await sink.commit();
        this.open_.delete(sink);
        if (!(await this.list(id, options, size, sha256))) {
          await this.blobs.remove(id);
          throw new AttemptAborted('fenced');
        }
        this.signals.changed(this.making.jobId, false);
        return { id, size, sha256 };
      },
    };
  }

  /** Throws away what was opened and not closed. */
  async discardOpen(): Promise<void> {
    const open = [...this.open_];
    this.open_.clear();
    await Promise.all(open.map((sink) => sink.discard()));
  }

  private async list(id: string, options: NewArtefact, size: number, sha256: string): Promise<boolean> {
    const { jobId, accountId, attempt, grant, retentionDays } = this.making;
    const event = { artifact: { id, kind: options.kind, name: options.name, media_type: options.mediaType, size } };
    const signature = await this.signer.sign(signedText(id, sha256));
    const em = this.database.forAccount(accountId);
    const rows = await statement(
      em,
      `with j as (
         update core.jobs set artefact_count = artefact_count + 1, ${NEXT_EVENT}
         where id = $1 and status = 'running' and attempt = $2 returning id, account_id, attempt, event_seq, status
       ), listed as (
         insert into core.artefacts (id, job_id, account_id, attempt, needs_grants, kind, name, media_type, size, sha256, signature, created_at, expires_at)
         select $3, id, account_id, attempt, $4::text[], $5, $6, $7, $8::bigint, $9, $12::jsonb, statement_timestamp(),
           statement_timestamp() + $10::int * interval '1 day' from j
       ), ${eventRow('j', `'artifact.created'`, '$11::jsonb')}
       select ${notifyChanged(em)} from j`,
      [
        jobId,
        attempt,
        id,
        [grant, ...options.alsoNeeds],
        options.kind,
        options.name,
        options.mediaType,
        size,
        sha256,
        retentionDays,
        JSON.stringify(event),
        JSON.stringify(signature),
      ],
    );
    return rows.length > 0;
  }
}
