import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common';
import { Route } from '@ostiary/plugin-api';
import { ServedEverywhere } from '../plugins/served-here.js';
import type { Response } from 'express';
import { Readiness } from './readiness.js';

/** For load balancers and orchestrators; not part of the contract. */
@ServedEverywhere()
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Get('live')
  @Route({
    operationId: 'getLiveness',
    summary: 'Whether the process lives',
    access: { kind: 'public' },
    inContract: false,
    answers: [{ status: 200, when: 'The process answers.' }],
  })
  live(): object {
    return { object: 'health', status: 'live' };
  }

  @Get('ready')
  @Route({
    operationId: 'getReadiness',
    summary: 'Whether requests can be served',
    access: { kind: 'public' },
    inContract: false,
    answers: [
      { status: 200, when: 'Requests can be served.' },
      { status: 503, when: 'Starting, stopping, or something needed does not answer.' },
    ],
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const { ready, checks } = await this.readiness.check();
    response.status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return { object: 'health', status: ready ? 'ready' : 'not_ready', checks };
  }
}
