import { type ArtefactWriter, definePart, type PartContext } from '@ostiary/plugin-api';
import { type Helper, runInChild } from '@ostiary/policy-modes';
import { z } from 'zod';
import { ForestRequest } from '../request/index.js';
import type { PartState } from './ask.js';
import { auditor } from './solver.js';
import type { ForestTask } from './tasks.js';
import { withinTime } from './within-time.js';

const PartRequest = z.strictObject({ from: z.int().min(0), to: z.int().min(0) });

/** Some of the questions of a large job, asked in a child on any worker. */
export const forestPart = definePart({
  whole: ForestRequest,
  request: PartRequest,
  result: z.custom<PartState>((value) => typeof value === 'object' && value !== null),
  solve: (stretch, asked, ctx) => {
    const request = withinTime(asked, ctx);
    const { jobId, accountId, attempt, submittedAt } = ctx;
    const job = { jobId, accountId, attempt, now: submittedAt };
    const task = { kind: 'solve', mode: 'forest part', request: { request, stretch }, job } satisfies ForestTask;
    return runInChild<PartState>(task, auditor.id, ctx, partHelper(ctx));
  },
});

/** A part has files where a whole job has artefacts. */
export function partHelper(ctx: PartContext): Helper {
  return {
    ...ctx,
    artefact: async ({ kind }): Promise<ArtefactWriter> => {
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
