import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { type PageLists, ProblemError, Route, Services, type StoredAnswers } from '@ostiary/plugin-api';
import { z } from 'zod';
import { faultsOf } from '../gate/conditions.js';
import { Projects } from '../store/projects.js';
import { AREA, forbidden, invalid, NO_SUCH_PROJECT, pageQuery, ProjectParams, UNAUTHENTICATED } from './answers.js';
import { callerOf } from './caller.js';
import {
  NewProfile,
  NewProject,
  profileView,
  ProjectList,
  projectView,
  ProjectView,
  SavedProfile,
} from './project-view.js';

const ListQuery = z.object(pageQuery);

interface HeaderSetter {
  setHeader(name: string, value: string): unknown;
}

@Controller('v1/projects')
export class ProjectsController {
  constructor(
    @Inject(Projects) private readonly projects: Projects,
    @Inject(Services.lists) private readonly lists: PageLists,
    @Inject(Services.answers) private readonly answers: StoredAnswers,
  ) {}

  @Post()
  @HttpCode(201)
  @Route({
    operationId: 'createProject',
    summary: 'Create a project',
    description:
      'A project keeps the scans of one policy together: findings are compared from scan to scan and triaged, and a gate decides whether a scan passes. The default gate fails on a new finding of high or critical severity.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    body: NewProject,
    idempotent: true,
    answers: [
      {
        status: 201,
        when: 'The project was created, with the default gate. `Location` is its path.',
        body: ProjectView,
        headers: { Location: 'Path of the project.' },
      },
      invalid(
        'The body is not valid: `errors` has JSON pointers. Bodies of more than 64 KiB are refused with `payload_too_large`.',
        'payload_too_large',
      ),
      UNAUTHENTICATED,
      forbidden('hunt'),
      {
        status: 409,
        when: 'A project of the account has that name (`id` says which), the account has as many projects as it may, or the Idempotency-Key was used for another request or one that is still carried out.',
        slugs: ['name_taken', 'project_limit', 'idempotency_key_reused', 'idempotency_in_progress'],
        headers: {
          'Retry-After': 'Seconds to wait before the next try, while the first request is still carried out.',
        },
      },
    ],
  })
  async create(
    @Req() request: object,
    @Res({ passthrough: true }) response: HeaderSetter,
    @Body() { name, description, default_branch }: z.output<typeof NewProject>,
  ): Promise<z.output<typeof ProjectView>> {
    const facts = { name, description: description ?? null, defaultBranch: default_branch };
    const seen = await this.projects.create(callerOf(request), facts, (made, tx) =>
      this.answers.keep(
        request,
        { status: 201, headers: { Location: pathOf(made.project.id) }, body: projectView(made.project, made) },
        tx,
      ),
    );
    response.setHeader('Location', pathOf(seen.project.id));
    return projectView(seen.project, seen);
  }

  @Get()
  @Route({
    operationId: 'listProjects',
    summary: 'List projects',
    description: 'Newest first. A limit or a cursor that is not valid counts as not sent.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    query: ListQuery,
    answers: [
      { status: 200, when: 'A page of the projects of the account.', body: ProjectList },
      UNAUTHENTICATED,
      forbidden('hunt'),
    ],
  })
  async list(
    @Req() request: object,
    @Query() { limit, cursor }: z.output<typeof ListQuery>,
  ): Promise<z.output<typeof ProjectList>> {
    const { accountId } = callerOf(request);
    const list = `projects ${accountId}`;
    const rows = await this.projects.list(accountId, this.lists.after(list, cursor), limit + 1);
    return this.lists.page(list, {
      rows,
      limit,
      position: ({ project: { createdAt: at, id } }) => ({ at, id }),
      view: (seen) => projectView(seen.project, seen),
    });
  }

  @Get(':id')
  @Route({
    operationId: 'readProject',
    summary: 'Read a project',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    params: ProjectParams,
    answers: [
      { status: 200, when: 'The project with its last scan, its open findings and its gate.', body: ProjectView },
      UNAUTHENTICATED,
      forbidden('hunt'),
      NO_SUCH_PROJECT,
    ],
  })
  async read(@Req() request: object, @Param('id') id: string): Promise<z.output<typeof ProjectView>> {
    const seen = await this.projects.see(callerOf(request).accountId, id);
    return projectView(seen.project, seen);
  }

  @Put(':id/profile')
  @Route({
    operationId: 'setProjectProfile',
    summary: "Set a project's quality gate",
    description:
      'Replaces the whole gate, and evaluates it at once for the last finished scan of the default branch. Setting the same gate again keeps its revision.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt_details'] },
    params: ProjectParams,
    body: NewProfile,
    answers: [
      { status: 200, when: 'The current gate, and its result for the last finished scan.', body: SavedProfile },
      invalid(
        'The body is not valid: an unknown metric, operator or scope, conditions that repeat or contradict each other, or more than 50. `errors` has JSON pointers.',
        'payload_too_large',
      ),
      UNAUTHENTICATED,
      forbidden('hunt_details'),
      NO_SUCH_PROJECT,
      {
        status: 409,
        when: '`revision` is not the current one (`current` is), or a scan of the project is being compared.',
        slugs: ['revision_conflict', 'scan_in_progress'],
        headers: { 'Retry-After': 'Seconds to wait before the next try, while a scan is being compared.' },
      },
    ],
  })
  async setProfile(
    @Req() request: object,
    @Param('id') id: string,
    @Body() { revision, conditions, on_unknown: onUnknown }: z.output<typeof NewProfile>,
  ): Promise<z.output<typeof SavedProfile>> {
    const errors = faultsOf(conditions);
    if (errors.length > 0) throw new ProblemError('invalid_request', { errors });
    const { project, result } = await this.projects.setGate(callerOf(request), id, revision, { conditions, onUnknown });
    return { object: 'project_profile', ...profileView(project), gate: result };
  }
}

const pathOf = (id: string): string => `/v1/projects/${id}`;
