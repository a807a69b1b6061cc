import type { SolveContext } from '@ostiary/plugin-api';
import { loadChecked } from '@ostiary/policy-modes';
import { AnswerFiles } from './answers.js';
import { decideRows } from './decide-rows.js';
import { Duplicates } from './duplicates.js';
import { Findings } from './findings.js';
import { finish } from './finish.js';
import { Judge } from './judge.js';
import type { BatchInput } from './request.js';
import type { BatchOutput } from './result.js';
import { rowsOf } from './rows.js';
import { shapeOf } from './table.js';

type BatchContext = Pick<SolveContext, 'artefact' | 'input' | 'log' | 'progress' | 'signal' | 'solver' | 'submittedAt'>;

/** Decides a table row by row, in order; memory does not grow with the rows beyond what finding duplicates takes. See docs/adr/0043. */
export async function solveBatch(request: BatchInput, ctx: BatchContext): Promise<BatchOutput> {
  const policy = loadChecked(request.policy, request.catalogue);
  const { rows: last } = await shapeOf(request.rows, policy, ctx.input);
  const files = await AnswerFiles.open(ctx);
  const findings = new Findings(policy);
  const duplicates = new Duplicates();
  const judge = new Judge(policy, ctx.submittedAt.getTime(), request.language ?? 'en');
  const asked = duplicates.add.bind(duplicates);
  await decideRows(rowsOf(request, policy, ctx.input), { first: 1, last }, { judge, findings, files, asked }, ctx);
  return {
    ...(await finish(request, [findings.state], ctx)),
    duplicates: duplicates.result,
    artifacts: await files.close(),
  };
}
