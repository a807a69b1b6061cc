import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable } from '@nestjs/common';
import { languageOf, type Logger, ProblemError, Services } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { BaseUrl } from '../base-url.js';
import { sendWhole } from '../body/linger.js';
import { stateOf } from '../request-state.js';
import { RouteTable } from '../route-table.js';
import { RateService } from '../../rates/rate.service.js';
import { asProblem } from './as-problem.js';
import { describe, type ProblemAnswer } from '../../problems/describe.js';

/** Returns everything that is thrown while a request is worked on, as application/problem+json. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(RouteTable) private readonly routes: RouteTable,
    @Inject(RateService) private readonly rates: RateService,
    @Inject(BaseUrl) private readonly baseUrl: BaseUrl,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      // A stream that broke in the middle: its end is all the client can still be told.
      this.defect(request, error);
      response.destroy();
      return;
    }
    const answer = this.answer(await this.problem(error, request, response), request);
    response.status(answer.status).setHeaders(new Map(Object.entries(answer.headers)));
    sendWhole(request, response.type('application/problem+json'), JSON.stringify(answer.body));
  }

  private async problem(error: unknown, request: Request, response: Response): Promise<ProblemError> {
    const problem = asProblem(error, stateOf(request).route !== undefined);
    if (!problem) {
      this.defect(request, error);
      return new ProblemError('internal');
    }
    return stateOf(request).route ? problem : this.unrouted(problem, request, response);
  }

  /** Nobody serves this path with this method. Such requests are counted too, by address. */
  private async unrouted(problem: ProblemError, request: Request, response: Response): Promise<ProblemError> {
    try {
      await this.rates.count(`ip:${request.ip ?? 'unknown'}`, response, 'refuse');
    } catch (limited) {
      if (limited instanceof ProblemError) return limited;
      throw limited;
    }
    const allowed = problem.slug === 'not_found' ? this.routes.methodsOf(request.path) : [];
    return allowed.length === 0 ? problem : new ProblemError('not_found', { headers: { Allow: allowed.join(', ') } });
  }

  private answer(problem: ProblemError, request: Request): ProblemAnswer {
    const { id, route } = stateOf(request);
    const context = {
      problems: this.registry.problems,
      route,
      language: languageOf(request),
      requestId: id,
      baseUrl: this.baseUrl.value,
    };
    try {
      return describe(problem, context);
    } catch (defect) {
      this.defect(request, defect);
      return describe(new ProblemError('internal'), context);
    }
  }

  private defect(request: Request, error: unknown): void {
    const { id, route } = stateOf(request);
    this.log.error({ err: error, request_id: id, operation: route?.operationId ?? null, defect: true }, 'defect');
  }
}
