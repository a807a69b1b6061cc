import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ProblemError, Route, type Principal } from '@ostiary/plugin-api';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { Lists } from '../../http/lists.js';
import { ArtefactService } from '../artefact.service.js';
import { Downloads } from '../downloads.js';
import { ArtefactParams, NO_SUCH_ARTEFACT } from './answers.js';
import { ArtifactReadList, readView } from './artefact-view.js';

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries in a page.'),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
});

@Controller('v1')
export class ArtefactsController {
  constructor(
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(Downloads) private readonly reads: Downloads,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

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
    const artefact = await this.artefacts.find(accountId, id);
    if (artefact === null) throw new ProblemError('not_found');
    const list = `reads ${id}`;
    const rows = await this.reads.of({ id, account: accountId }, this.lists.after(list, cursor), limit + 1);
    return this.lists.page(list, { rows, limit, position: ({ at, id: read }) => ({ at, id: read }), view: readView });
  }
}
