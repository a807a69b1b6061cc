import { Inject, Injectable } from '@nestjs/common';
import { type Database, DATABASE } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { ARTEFACT_COLUMNS, toArtefact, type ArtefactRecord, type ArtefactRow } from './artefact-record.js';
import { BLOB_STORE, type BlobStore } from './blobs/blob-store.js';

/** Whether a text has the form of an artefact's id; any other is not looked up. */
const isArtefactId = (id: string): boolean => /^art_[0-9A-HJKMNP-TV-Z]{26}$/.test(id);

/** The artefacts that jobs made: listed and found. */
@Injectable()
export class ArtefactService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BLOB_STORE) readonly blobs: BlobStore,
  ) {}

  /** Artefacts of a job, oldest first. */
  async ofJob(accountId: string, jobId: string): Promise<ArtefactRecord[]> {
    const rows = await statement<ArtefactRow>(
      this.database.forAccount(accountId),
      `select ${ARTEFACT_COLUMNS} from core.artefacts a where a.job_id = $1 and a.account_id = $2 order by a.created_at, a.id`,
      [jobId, accountId],
    );
    return rows.map(toArtefact);
  }

  /** The account's artefact. Null when there is none, when it is another tenant's, and for a text that is not an id. */
  async find(accountId: string, id: string): Promise<ArtefactRecord | null> {
    if (!isArtefactId(id)) return null;
    const [row] = await statement<ArtefactRow>(
      this.database.forAccount(accountId),
      `select ${ARTEFACT_COLUMNS} from core.artefacts a where a.id = $1 and a.account_id = $2`,
      [id, accountId],
    );
    return row === undefined ? null : toArtefact(row);
  }
}
