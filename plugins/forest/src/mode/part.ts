import { definePart, type PartContext, type SolveContext } from '@ostiary/plugin-api';
import { type Helper, type JobFacts, runInChild } from '@ostiary/policy-modes';
import { z } from 'zod';
import { ForestRequest } from '../request/index.js';
import type { PartState } from './ask.js';
import { auditor } from './solver.js';
import type { ForestTask } from './tasks.js';
import { withinTime } from './within-time.js';

const PartRequest = z.strictObject({ from: z.int().min(0), to: z.int().min(0) });

/** Some of the questions of a large job, asked in a child on any worker; null where there is no time to begin. */
export const forestPart = definePart({
  whole: ForestRequest,
  request: PartRequest,
  result: z.custom<PartState | null>((value) => typeof value === 'object'),
  solve: async (stretch, asked, ctx) => {
    const request = withinTime(asked, ctx);
    if (request.options.seconds <= 0) return null;
    const task = {
      kind: 'solve',
      mode: 'forest part',
      request: { request, stretch },
      job: jobOf(ctx),
    } satisfies ForestTask;
    return runInChild<PartState>(task, auditor.id, ctx, partHelper(ctx));
  },
});

/** A part has files where a whole job has artefacts. */
export function partHelper(ctx: PartContext): Helper {
  return {
    ...ctx,
    artefact: async ({ kind }) => {
      const file = await ctx.file(kind);
      return {
        write: (chunk) => file.write(chunk),
        close: async () => {
          await file.close();
          return { id: '', size: 0, sha256: '' };
        },
      };
    },
  };
}

/** What a child is told of the job. */
export function jobOf({
  jobId,
  accountId,
  attempt,
  submittedAt,
}: Pick<SolveContext, 'jobId' | 'accountId' | 'attempt' | 'submittedAt'>): JobFacts {
  return { jobId, accountId, attempt, now: submittedAt };
}
