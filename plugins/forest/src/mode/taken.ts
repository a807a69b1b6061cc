import { type PrepareContext, ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { type ReplayAnswer, type ReplayTask, runtime } from '../replay/index.js';
import type { ForestInput } from '../request/index.js';

/** What was read of a model that is to be served: which outputs it is asked for. Null of a model that no runtime here serves. */
export type ServedOutputs = ReplayTask['outputs'] | null;

/** Models of a request, by the fields that name them. */
export type ServedModels = Readonly<Partial<Record<'model' | 'compare_model', ServedOutputs>>>;

/**
 * Opens the models of a request in the runtime: what it refuses has no answers, and nothing is asked of it.
 * @throws ProblemError `invalid_request` with `forest_runtime_refused`, at the field that names the model
 */
export async function mustBeTaken(
  request: Pick<ForestInput, 'model' | 'compare_model'>,
  served: ServedModels,
  ctx: Pick<PrepareContext, 'input' | 'solver'>,
): Promise<void> {
  const errors: ProblemItem[] = [];
  const given = (['model', 'compare_model'] as const).flatMap((field) => {
    const [file, outputs] = [request[field], served[field]];
    return file === undefined || outputs === undefined || outputs === null ? [] : [{ field, file, outputs }];
  });
  if (given.length === 0) return;
  const session = await ctx.solver(runtime.id);
  try {
    for (const { field, file, outputs } of given) {
      const { path } = await ctx.input(file);
      const task: ReplayTask = { path: await path(), asks: 'model', columns: [], outputs, rows: [] };
      const answer = (await session.request(task)) as ReplayAnswer;
      if (!answer.ok)
        errors.push({ pointer: `/${field}`, slug: 'forest_runtime_refused', detail: refused(answer.message) });
    }
  } finally {
    session.release();
  }
  if (errors.length > 0) throw new ProblemError('invalid_request', { errors });
}

/** Characters of what the runtime says. */
const MOST = 1_000;

function refused(message: string): { readonly en: string; readonly pt: string } {
  const said = message.slice(0, MOST);
  return {
    en: `The model was read, and onnxruntime does not take it: ${said}`,
    pt: `O modelo foi lido, e o onnxruntime não o aceita: ${said}`,
  };
}
