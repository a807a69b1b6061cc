import { Inject, Injectable } from '@nestjs/common';
import type { SolveContext } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import type { HuntInput } from '../request/request.js';
import type { HuntOutput } from '../request/result.js';
import { EarlierAnswers } from './earlier-answers.js';
import { inlineInput } from './load.js';
import { hunter } from './solver.js';
import type { HuntTask } from './tasks.js';

/** Does a hunt. A provider, so that tests of what is made of reports can give any report. */
@Injectable()
export class Hunter {
  constructor(@Inject(EarlierAnswers) private readonly answers: EarlierAnswers) {}

  /** Hunts in a child process: what it computes would hold up everybody else. */
  async hunt(asked: HuntInput, ctx: SolveContext): Promise<HuntOutput> {
    const request = await inlineInput(asked, ctx.input);
    const { jobId, accountId, attempt, clock } = ctx;
    const job = { jobId, accountId, attempt, now: clock.now() };
    return runInChild({ kind: 'solve', mode: 'hunt', request, job } satisfies HuntTask, hunter.id, ctx, ctx, {
      answers: () => this.answers.read(job),
      keep_answers: (text) => this.answers.keep(job, String(text)),
    });
  }
}
