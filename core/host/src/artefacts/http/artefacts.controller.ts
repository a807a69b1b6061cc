import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ProblemError, Route, type Principal } from '@ostiary/plugin-api';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { JobParams, NO_SUCH_JOB, isJobId } from '../../jobs/http/answers.js';
import { Cursors } from '../../jobs/http/cursor.js';
import { findJob } from '../../jobs/store/read.js';
import { DATABASE, type Database } from '../../storage/database.js';
import { ArtefactService } from '../artefact.service.js';
import { ReadLog } from '../read-log.js';
import { ArtefactParams, NO_SUCH_ARTEFACT, isArtefactId } from './answers.js';
import { ArtifactList, ArtifactReadList, artefactView, readView } from './artefact-view.js';

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries in a page.'),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
});

/** The same id under the name that this path gives it. */
const ListParams = z.object({ job_id: JobParams.shape.id });

@Controller('v1')
export class ArtefactsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(ReadLog) private readonly reads: ReadLog,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Get('solves/:job_id/artifacts')
  @Route({
    operationId: 'listSolveArtifacts',
    summary: "List a job's artefacts",
    description: 'Expired ones stay in the list.',
    access: { kind: 'any_key' },
    params: ListParams,
    answers: [
      { status: 200, when: 'All artefacts of the job, oldest first; none yet is an empty list.', body: ArtifactList },
      UNAUTHENTICATED,
      NO_SUCH_JOB,
    ],
  })
  async ofJob(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('job_id') id: string,
  ): Promise<z.output<typeof ArtifactList>> {
    const job = isJobId(id) ? await findJob(this.database.em.fork(), accountId, id) : null;
    if (job === null) throw new ProblemError('not_found');
    const made = await this.artefacts.ofJob(accountId, id);
    return { object: 'list', data: made.map(artefactView), has_more: false, next_cursor: null };
  }

  @Get('artifacts/:id/access')
  @Route({
    operationId: 'listArtifactReads',
    summary: 'Who has read an artefact',
    description: 'Also of an expired one.',
    access: { kind: 'any_key' },
    params: ArtefactParams,
    query: PageQuery,
    answers: [
      { status: 200, when: 'Reads of the artefact, newest first.', body: ArtifactReadList },
      UNAUTHENTICATED,
      NO_SUCH_ARTEFACT,
    ],
  })
  async readsOf(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('id') id: string,
    @Query() { limit, cursor }: z.output<typeof PageQuery>,
  ): Promise<z.output<typeof ArtifactReadList>> {
    const artefact = isArtefactId(id) ? await this.artefacts.find(accountId, id) : null;
    if (artefact === null) throw new ProblemError('not_found');
    const scope = `reads ${id}`;
    const reads = await this.reads.of(id, cursor === undefined ? null : this.cursors.read(scope, cursor), limit + 1);
    const page = reads.slice(0, limit);
    const last = page.at(-1);
    return {
      object: 'list',
      data: page.map(readView),
      has_more: reads.length > limit,
      next_cursor:
        reads.length > limit && last !== undefined ? this.cursors.write(scope, { at: last.at, id: last.id }) : null,
    };
  }
}
