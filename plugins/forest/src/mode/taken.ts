import { type PrepareContext, ProblemError, type ProblemItem, type SolverSession } from '@ostiary/plugin-api';
import { LRUCache } from 'lru-cache';
import { type ReplayAnswer, type ReplayTask, runtime } from '../replay/index.js';
import type { ForestInput } from '../request/index.js';

/** What was read of a model that is to be served: which outputs it is asked for. Null of a model that no runtime here serves. */
export type ServedOutputs = ReplayTask['outputs'] | null;

/** Models of a request, by the fields that name them. */
export type ServedModels = Readonly<Partial<Record<'model' | 'compare_model', ServedOutputs>>>;

/**
 * What the runtime said of models that it opened before; null: it takes them. Of the same bytes and outputs it says the same, and a process
 * that opens them costs more than all else of a submission (bench/RESULTS.md). By account: nobody learns what others have uploaded.
 */
const known = new LRUCache<string, { readonly refusal: string | null }>({ max: 2_000 });

/**
 * Opens the models of a request in the runtime: what it refuses has no answers, and nothing is asked of it.
 * @throws ProblemError `invalid_request` with `forest_runtime_refused`, at the field that names the model
 */
export async function mustBeTaken(
  request: Pick<ForestInput, 'model' | 'compare_model'>,
  served: ServedModels,
  ctx: Pick<PrepareContext, 'accountId' | 'input' | 'solver'>,
): Promise<void> {
  const errors: ProblemItem[] = [];
  let session: SolverSession | undefined;
  try {
    for (const field of ['model', 'compare_model'] as const) {
      const [file, outputs] = [request[field], served[field]];
      if (file === undefined || outputs === undefined || outputs === null) continue;
      const { path, sha256 } = await ctx.input(file);
      const key = JSON.stringify([ctx.accountId, sha256, outputs]);
      let answer = known.get(key);
      if (answer === undefined) {
        session ??= await ctx.solver(runtime.id);
        const task: ReplayTask = { path: await path(), asks: 'model', columns: [], outputs, rows: [] };
        const opened = (await session.request(task)) as ReplayAnswer;
        answer = { refusal: opened.ok ? null : opened.message };
        known.set(key, answer);
      }
      if (answer.refusal !== null)
        errors.push({ pointer: `/${field}`, slug: 'forest_runtime_refused', detail: refused(answer.refusal) });
    }
  } finally {
    session?.release();
  }
  if (errors.length > 0) throw new ProblemError('invalid_request', { errors });
}

/** Characters of what the runtime says. */
const MOST = 1_000;

function refused(message: string): { readonly en: string; readonly pt: string } {
  const said = message.slice(0, MOST);
  return {
    en: `The model was read, but onnxruntime refuses it: ${said}`,
    pt: `O modelo foi lido, mas o onnxruntime recusa-o: ${said}`,
  };
}
