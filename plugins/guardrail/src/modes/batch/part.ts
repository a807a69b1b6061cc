import { type ArtefactWriter, definePart, type PartContext } from '@ostiary/plugin-api';
import { z } from 'zod';
import { type Helper, runInChild } from '../../child/run-in-child.js';
import { withFiles } from '@ostiary/policy-modes';
import type { ModeTask } from '../tasks.js';
import { FindingsState } from './findings.js';
import { BatchRequest } from './request.js';

const position = z.int().min(0);

/** A slice of the table. */
const PartRequest = z.strictObject({
  slice: z.strictObject({ offset: position, line: position, first: position, last: position }),
});

/** A slice of a large table, decided in a child: many of them keep a machine busy, and none the service's own thread. */
export const batchPart = definePart({
  whole: BatchRequest,
  request: PartRequest,
  result: FindingsState,
  solve: async ({ slice }, asked, ctx) => {
    const whole = await withFiles(asked, ctx.input);
    const { jobId, accountId, attempt, submittedAt } = ctx;
    const job = { jobId, accountId, attempt, now: submittedAt };
    const task = { kind: 'solve', mode: 'batch part', request: { whole, slice }, job } satisfies ModeTask;
    return runInChild(task, ctx, helperOf(ctx));
  },
});

/** A part has files where a whole job has artefacts, and no rows. */
function helperOf(ctx: PartContext): Helper {
  return {
    ...ctx,
    endRow: () => {
      throw new Error('a part of a batch stores no rows');
    },
    artefact: async ({ name }): Promise<ArtefactWriter> => {
      const file = await ctx.file(name);
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
