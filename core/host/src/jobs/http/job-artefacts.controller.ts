import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ProblemError, Route, type Principal } from '@ostiary/plugin-api';
import { z } from 'zod';
import { ArtefactService } from '../../artefacts/artefact.service.js';
import { ArtifactList, artefactView } from '../../artefacts/http/artefact-view.js';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { DATABASE, type Database } from '../../storage/database.js';
import { findJob } from '../store/read.js';
import { JobParams, NO_SUCH_JOB, isJobId } from './answers.js';

/** The same id under the name that this path gives it. */
const ListParams = z.object({ job_id: JobParams.shape.id });

/** The files of one job. */
@Controller('v1')
export class JobArtefactsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
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
    const job = isJobId(id) ? await findJob(this.database.forAccount(accountId), accountId, id) : null;
    if (job === null) throw new ProblemError('not_found');
    const made = await this.artefacts.ofJob(accountId, id);
    return { object: 'list', data: made.map(artefactView), has_more: false, next_cursor: null };
  }
}
