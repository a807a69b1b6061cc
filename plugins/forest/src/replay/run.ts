import { readFile } from 'node:fs/promises';
import { InferenceSession, type Tensor } from 'onnxruntime-node';
import { readModel, withOutput } from '../read/index.js';
import { asOnnx, canAsk, SUMS } from './as-onnx.js';
import { feedsOf } from './feeds.js';
import type { Replayed, ReplayAnswer, ReplayFailed, ReplayTask, RuntimeOutput } from './protocol.js';

/** The runtime's own version: a verdict is about this one. See docs/adr/0158. */
const RUNTIME = 'onnxruntime 1.30.0';
/** As many threads as a server with a few processors gives it: trees are then added in another order. */
const THREADS = 4;
/** Inputs scored at once. */
const BATCH = 4_096;
/** From 51 inputs on, several threads share the trees of each input among them; up to 50 they share the inputs. Inputs are repeated. */
const LEAST_BATCH = 64;

/** Scores the inputs of a task in onnxruntime; without any, says whether the runtime takes the model. */
export async function replay(task: ReplayTask): Promise<ReplayAnswer> {
  const file = await readFile(task.path);
  try {
    return task.asks === 'sums' ? await sums(file, task) : await served(file, task);
  } catch (error) {
    if (error instanceof NotTaken) return { ok: false, message: error.message };
    throw error;
  }
}

/** Each input alone with one thread; in a batch and alone with several. */
async function served(file: Uint8Array, { columns, outputs: named, rows }: ReplayTask): Promise<ReplayAnswer> {
  let one = await open(file, 1);
  let model = file;
  if (named.scores !== undefined && !one.outputNames.includes(named.scores)) {
    // The scores go into a ZipMap, and maps are not given to JavaScript: the tensor is asked for itself.
    await one.release();
    model = withOutput(file, named.scores);
    one = await open(model, 1);
  }
  if (rows.length === 0) {
    await one.release();
    return { ok: true, runtime: RUNTIME, outputs: [] };
  }
  const several = await open(model, THREADS);
  try {
    const outputs: (Replayed | ReplayFailed)[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      const slice = rows.slice(from, from + BATCH);
      const singles = await alone(one, columns, slice, named);
      // One input that the runtime fails on would take its batch with it.
      const taken = slice.filter((_, at) => !('failed' in (singles[at] ?? {})));
      const filled = Array.from(
        { length: taken.length === 0 ? 0 : Math.max(taken.length, LEAST_BATCH) },
        (_, at) => taken[at % taken.length] ?? [],
      );
      const batch = taken.length === 0 ? [] : await score(several, columns, filled, named);
      let place = 0;
      for (const [at, row] of slice.entries()) {
        const single = singles[at];
        if (single !== undefined && 'failed' in single) {
          outputs.push(single);
          continue;
        }
        const [threads] = await score(several, columns, [row], named);
        const together = batch[place];
        place += 1;
        if (single === undefined || threads === undefined || together === undefined) throw new Error(FEWER);
        outputs.push({ alone: single, others: [together, threads] });
      }
    }
    return { ok: true, runtime: RUNTIME, outputs };
  } finally {
    await Promise.all([one.release(), several.release()]);
  }
}

/** Each input by itself, with one thread. */
async function alone(
  session: InferenceSession,
  columns: ReplayTask['columns'],
  rows: ReplayTask['rows'],
  named: ReplayTask['outputs'],
): Promise<(RuntimeOutput | ReplayFailed | undefined)[]> {
  const found: (RuntimeOutput | ReplayFailed | undefined)[] = [];
  for (const row of rows)
    try {
      found.push((await score(session, columns, [row], named))[0]);
    } catch (error) {
      found.push({ failed: error instanceof Error ? error.message : String(error) });
    }
  return found;
}

/** The sums of a model of another format. */
async function sums(file: Uint8Array, { columns, rows }: ReplayTask): Promise<ReplayAnswer> {
  const read = readModel(file);
  if (!read.ok) throw new Error(`the model was read, and is no longer: ${read.problem.slug}`);
  const { forest } = read;
  const model = asOnnx(forest);
  if (model === undefined) return { ok: true, runtime: RUNTIME, outputs: rows.map(() => null) };
  const session = await open(model, 1);
  try {
    const outputs: (Replayed | null)[] = [];
    for (const row of rows) {
      const [single] = await score(session, columns, [row], { scores: SUMS });
      if (single === undefined) throw new Error(FEWER);
      outputs.push(canAsk(forest, row.map(Number)) ? { alone: single, others: [] } : null);
    }
    return { ok: true, runtime: RUNTIME, outputs };
  } finally {
    await session.release();
  }
}

const FEWER = 'the runtime gave fewer rows than it was asked';

/** The runtime refuses a model. */
class NotTaken extends Error {}

async function open(model: Uint8Array, threads: number): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(model, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Warnings of the runtime speak of the model of a caller: they are no log of ours.
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new NotTaken(error instanceof Error ? error.message : String(error));
  }
}

async function score(
  session: InferenceSession,
  columns: ReplayTask['columns'],
  rows: ReplayTask['rows'],
  named: ReplayTask['outputs'],
): Promise<RuntimeOutput[]> {
  const tensorNames = session.outputMetadata.filter(({ isTensor }) => isTensor).map(({ name }) => name);
  const wanted = [named.label, named.scores].filter(
    (name) => name !== undefined && tensorNames.includes(name),
  ) as string[];
  const results = await session.run(feedsOf(session, columns, rows), wanted);
  const tensors = wanted.map((name) => results[name]).filter((value): value is Tensor => value !== undefined);
  const label = tensors.find(({ type }) => type === 'int64' || type === 'string');
  const scores = tensors.find(({ type }) => type === 'float32' || type === 'float64');
  const width = scores === undefined ? 0 : scores.size / rows.length;
  return rows.map((_, at) => ({
    label: label === undefined ? null : labelOf(label.data[at]),
    scores:
      scores === undefined ? [] : Array.from({ length: width }, (_each, i) => Number(scores.data[at * width + i])),
  }));
}

const labelOf = (value: unknown): string | number | null =>
  typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? value : null;
