import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { languageOf, ProblemError, Route, type RouteAnswer } from '@ostiary/plugin-api';
import { ServedEverywhere } from '../../plugins/served-here.js';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import type { Language } from '../../problems/language.js';
import { pageFile } from '../pages/files.js';
import { sendPage } from '../pages/html.js';
import { problemList, problemPage } from '../pages/problem-page.js';
import { referencePage } from '../pages/reference-page.js';

const PageQuery = z.object({ lang: z.enum(['en', 'pt']).optional() });
type PageQuery = z.output<typeof PageQuery>;

const PAGE: RouteAnswer = { status: 200, when: 'The page.', mediaType: 'text/html' };
const NO_PAGE: RouteAnswer = { status: 404, when: 'There is no such page.', slugs: ['not_found'] };

/** For people: the reference and what each problem means. Without a key, and not part of the contract. */
@ServedEverywhere()
@Controller()
export class PagesController {
  constructor(@Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry) {}

  @Get()
  @Route({
    operationId: 'getReferencePage',
    summary: 'The interactive reference',
    access: { kind: 'public' },
    inContract: false,
    query: PageQuery,
    answers: [PAGE],
  })
  reference(@Query() query: PageQuery, @Req() request: Request, @Res() response: Response): void {
    const language = chosen(query, request);
    sendPage(response, language, referencePage(language));
  }

  @Get('reference/:file')
  @Route({
    operationId: 'getReferenceFile',
    summary: 'A file of the pages',
    access: { kind: 'public' },
    inContract: false,
    answers: [{ ...PAGE, when: 'The file.' }, NO_PAGE],
  })
  file(@Param('file') name: string, @Res() response: Response): void {
    const file = pageFile(name);
    if (!file) throw new ProblemError('not_found');
    response
      .status(200)
      .setHeaders(
        new Map([
          ['Content-Type', file.mediaType],
          ['Cache-Control', 'public, max-age=3600'],
        ]),
      )
      .end(file.bytes);
  }

  @Get('problems')
  @Route({
    operationId: 'getProblemList',
    summary: 'All kinds of problems',
    access: { kind: 'public' },
    inContract: false,
    query: PageQuery,
    answers: [PAGE],
  })
  problems(@Query() query: PageQuery, @Req() request: Request, @Res() response: Response): void {
    const language = chosen(query, request);
    sendPage(response, language, problemList(this.registry.problems, language));
  }

  @Get('problems/:slug')
  @Route({
    operationId: 'getProblemPage',
    summary: 'What a kind of problem means',
    access: { kind: 'public' },
    inContract: false,
    query: PageQuery,
    answers: [PAGE, NO_PAGE],
  })
  problem(
    @Param('slug') slug: string,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const problem = this.registry.problems.get(slug);
    if (!problem) throw new ProblemError('not_found');
    const language = chosen(query, request);
    sendPage(response, language, problemPage(slug, problem, language));
  }
}

/** The link of a page to its other language wins over the settings of the browser. */
function chosen({ lang }: PageQuery, request: Request): Language {
  return lang ?? languageOf(request);
}
