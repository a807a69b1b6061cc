import { Body, Controller, Get, Inject, Param, Patch, Query, Req } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  type Clock,
  forAccount,
  type PageLists,
  ProblemError,
  type ProblemItem,
  Route,
  Services,
  storableText,
  type Text,
} from '@ostiary/plugin-api';
import { z } from 'zod';
import { GRAPH_CLASS } from '../../request/hunted-graph.js';
import { CLASS_IDS, SEVERITIES } from '../../search/index.js';
import { Decision, FindingState } from '../finding-model.js';
import type { Triage } from '../triage/transitions.js';
import { pastOf } from '../store/finding-history.js';
import { placeOf, positionOf, SORTS } from '../store/finding-query.js';
import { Findings } from '../store/findings.js';
import { dayOf } from '../store/open-counts.js';
import { Projects } from '../store/projects.js';
import { AREA, forbidden, invalid, NO_SUCH_PROJECT, pageQuery, ProjectParams, UNAUTHENTICATED } from './answers.js';
import { callerOf } from './caller.js';
import { FindingList, findingSummary, FindingView, findingView, NewTriage } from './finding-view.js';
import { wordsIn, wordsOf } from './words.js';

const branch = storableText().max(200).optional();

const ANY_CLASS = `(?:${CLASS_IDS.join('|')}|${GRAPH_CLASS})`;

const ListQuery = z.object({
  ...pageQuery,
  branch: branch.describe('Findings of this branch; absent: the default branch.'),
  state: wordsOf(FindingState.options, 'Only findings in these states, separated by commas.'),
  severity: wordsOf(SEVERITIES, 'Only findings of these severities, separated by commas.'),
  class: z
    .string()
    .regex(new RegExp(`^${ANY_CLASS}(?:,${ANY_CLASS})*$`))
    .optional()
    .describe('Only findings of these classes, separated by commas: ids for policies, words for graphs.'),
  triage: wordsOf(
    Decision.options,
    'Only findings with these decisions, separated by commas; an accepted risk that has expired counts as open.',
  ),
  tool: storableText().max(200).optional().describe('Only findings about this tool.'),
  sort: z
    .enum(SORTS)
    .meta({
      id: 'FindingSort',
      description: 'The most severe first, or the newest by when they were first or last found.',
    })
    .default('severity')
    .describe('The order.'),
});

const ReadQuery = z.object({
  branch: branch.describe('The branch to show; absent: the default branch, or the one where it was last found.'),
});

const FindingParams = z.object({
  ...ProjectParams.shape,
  fingerprint: z
    .string()
    .regex(/^[fg][0-9]{1,3}_[a-z2-7]{8,64}$/)
    .describe('Fingerprint of the finding, or the one it had before a rule was renamed.'),
});

const NO_SUCH_FINDING = {
  status: 404,
  when: "The project or the fingerprint is unknown, malformed, or another account's.",
  slugs: ['not_found'],
};

@Controller('v1/projects/:id/findings')
export class FindingsController {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Findings) private readonly findings: Findings,
    @Inject(Projects) private readonly projects: Projects,
    @Inject(Services.lists) private readonly lists: PageLists,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  @Get()
  @Route({
    operationId: 'listFindings',
    summary: 'List findings',
    description: 'Without the grant `hunt_details` the calls that show a bug are left out: `witness` and `evidence`.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    params: ProjectParams,
    query: ListQuery,
    answers: [
      { status: 200, when: 'A page of the findings of a branch.', body: FindingList },
      {
        status: 400,
        when: 'A filter, the order, the limit or the cursor is not valid.',
        slugs: ['invalid_request', 'invalid_cursor'],
      },
      UNAUTHENTICATED,
      forbidden('hunt'),
      NO_SUCH_PROJECT,
    ],
  })
  async list(
    @Req() request: object,
    @Param('id') id: string,
    @Query() { limit, cursor, sort, ...asked }: z.output<typeof ListQuery>,
  ): Promise<z.output<typeof FindingList>> {
    const { accountId, grants } = callerOf(request);
    const project = await this.projects.find(accountId, id);
    // A cursor belongs to one order of one selection.
    const list = `findings ${id} ${sort} ${JSON.stringify(asked)}`;
    const after = this.lists.after(list, cursor);
    if (cursor !== undefined && after === null) throw new ProblemError('invalid_cursor');
    const filter = {
      branch: asked.branch,
      states: wordsIn(FindingState.options, asked.state),
      severities: wordsIn(SEVERITIES, asked.severity),
      classes: asked.class?.split(','),
      decisions: wordsIn(Decision.options, asked.triage),
      tool: asked.tool,
    };
    const rows = await this.findings.list(project, filter, {
      sort,
      after: after && placeOf(after),
      limit: limit + 1,
    });
    const [details, now] = [grants.includes('hunt_details'), this.clock.now()];
    return this.lists.page(list, {
      rows,
      limit,
      position: (row) => positionOf(sort, row),
      view: (row) => findingSummary(row, details, now),
    });
  }

  @Get(':fingerprint')
  @Route({
    operationId: 'readFinding',
    summary: 'Read a finding',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt_details'] },
    params: FindingParams,
    query: ReadQuery,
    answers: [
      {
        status: 200,
        when: 'The finding with the calls that show it, its history, the decision, and attempts.',
        body: FindingView,
      },
      UNAUTHENTICATED,
      forbidden('hunt_details'),
      NO_SUCH_FINDING,
    ],
  })
  async read(
    @Req() request: object,
    @Param('id') projectId: string,
    @Param('fingerprint') fingerprint: string,
    @Query() query: z.output<typeof ReadQuery>,
  ): Promise<z.output<typeof FindingView>> {
    const { accountId } = callerOf(request);
    const rows = await this.findings.find(accountId, projectId, fingerprint, query.branch);
    return findingView(rows, await pastOf(forAccount(this.em, accountId), rows[0]), this.clock.now());
  }

  @Patch(':fingerprint')
  @Route({
    operationId: 'triageFinding',
    summary: 'Triage a finding',
    description:
      'Records a decision about a finding, for all branches. The gate of their last scans is evaluated again. The same decision again changes nothing.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt_details'] },
    params: FindingParams,
    body: NewTriage,
    answers: [
      { status: 200, when: 'The finding with the decision.', body: FindingView },
      invalid(
        'The body is not valid: an unknown decision, no reason for an accepted risk or a false positive, or a day that has passed. `errors` has JSON pointers.',
        'payload_too_large',
      ),
      UNAUTHENTICATED,
      forbidden('hunt_details'),
      NO_SUCH_FINDING,
      {
        status: 409,
        when: '`revision` is not the current one (`current` is), or the decision cannot follow the current one (`allowed` lists those that can), e.g. for a fixed finding.',
        slugs: ['revision_conflict', 'transition_not_allowed'],
      },
    ],
  })
  async triage(
    @Req() request: object,
    @Param('id') projectId: string,
    @Param('fingerprint') fingerprint: string,
    @Body() { revision, ...said }: z.output<typeof NewTriage>,
  ): Promise<z.output<typeof FindingView>> {
    const triage = { decision: said.decision, reason: said.reason ?? null, until: said.until ?? null };
    const errors = faultsOf(triage, dayOf(this.clock.now()));
    if (errors.length > 0) throw new ProblemError('invalid_request', { errors });
    const principal = callerOf(request);
    await this.findings.triage(principal, projectId, fingerprint, { revision, ...triage });
    return this.read(request, projectId, fingerprint, {});
  }
}

function faultsOf({ decision, reason, until }: Triage, today: string): readonly ProblemItem[] {
  const fault = (pointer: string, slug: string, detail: Text): ProblemItem => ({ pointer, slug, detail });
  const mustSayWhy = decision === 'accepted_risk' || decision === 'false_positive';
  return [
    ...(mustSayWhy && reason === null ? [fault('/reason', 'required', NO_REASON)] : []),
    ...(until !== null && decision !== 'accepted_risk' ? [fault('/until', 'invalid_value', NOT_ACCEPTED)] : []),
    ...(until !== null && until <= today ? [fault('/until', 'in_the_past', PASSED)] : []),
  ];
}

const NO_REASON: Text = {
  en: 'A reason is needed to take a finding out of the counts.',
  pt: 'É precisa uma razão para retirar um achado das contagens.',
};
const NOT_ACCEPTED: Text = {
  en: 'Only an accepted risk has a day on which it ends.',
  pt: 'Só um risco aceite tem um dia em que termina.',
};
const PASSED: Text = { en: 'The day must be after today (UTC).', pt: 'O dia tem de ser depois de hoje (UTC).' };
