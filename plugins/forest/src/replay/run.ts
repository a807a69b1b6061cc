import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { withOutput } from '../read/index.js';
import type { Replayed, ReplayAnswer, ReplayTask, RuntimeOutput } from './protocol.js';

/** The runtime's own version: a verdict is about this one. */
const RUNTIME = 'onnxruntime 1.30.0';
/** As many threads as a server with a few processors gives it: trees are then added in another order. */
const THREADS = 4;
/** Inputs scored at once with several threads. */
const BATCH = 4_096;

/** Scores the inputs of a task in onnxruntime: alone, in a batch, and with several threads. */
export async function replay({ path, columns, outputs: named, rows }: ReplayTask): Promise<ReplayAnswer> {
  let one: InferenceSession;
  let several: InferenceSession;
  try {
    const file = await readFile(path);
    one = await open(file, 1);
    let model: Uint8Array = file;
    if (named.scores !== undefined && !one.outputNames.includes(named.scores)) {
      // The scores go into a ZipMap, and maps are not given to JavaScript: the tensor is asked for itself.
      await one.release();
      model = withOutput(file, named.scores);
      one = await open(model, 1);
    }
    several = await open(model, THREADS);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  try {
    const outputs: Replayed[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      const slice = rows.slice(from, from + BATCH);
      const batch = await score(one, columns, slice, named);
      for (const [at, row] of slice.entries()) {
        const [alone] = await score(one, columns, [row], named);
        const [threads] = await score(several, columns, [row], named);
        const together = batch[at];
        if (alone === undefined || threads === undefined || together === undefined)
          throw new Error('the runtime gave fewer rows than it was asked');
        outputs.push({ alone, batch: together, threads });
      }
    }
    return { ok: true, runtime: RUNTIME, outputs };
  } finally {
    await Promise.all([one.release(), several.release()]);
  }
}

const open = (model: Uint8Array, threads: number): Promise<InferenceSession> =>
  InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Warnings of the runtime speak of the model of a caller: they are no log of ours.
    logSeverityLevel: 3,
  });

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

/** Each input of the model takes the columns that are part of it, in their places. */
function feedsOf(
  session: InferenceSession,
  columns: ReplayTask['columns'],
  rows: ReplayTask['rows'],
): Record<string, Tensor> {
  const feeds = session.inputMetadata.map((input): [string, Tensor] => {
    const own = columns.flatMap((column, at) => (column.input === input.name ? [{ ...column, at }] : []));
    const ordered = own.toSorted((a, b) => a.index - b.index);
    const cells = rows.flatMap((row) => ordered.map(({ at }) => row[at] ?? null));
    const flat = input.isTensor && input.shape.length < 2;
    const type = ordered[0]?.type ?? 'float32';
    return [input.name, tensorOf(type, cells, flat ? [rows.length] : [rows.length, ordered.length])];
  });
  return Object.fromEntries(feeds);
}

function tensorOf(
  type: ReplayTask['columns'][number]['type'],
  cells: readonly (number | string | null)[],
  dims: readonly number[],
): Tensor {
  const numbers = (): number[] => cells.map(Number);
  switch (type) {
    case 'float32':
      return new Tensor('float32', Float32Array.from(numbers()), dims);
    case 'float64':
      return new Tensor('float64', Float64Array.from(numbers()), dims);
    case 'int32':
      return new Tensor('int32', Int32Array.from(numbers()), dims);
    case 'int64':
      return new Tensor('int64', BigInt64Array.from(numbers().map(BigInt)), dims);
    case 'bool':
      return new Tensor('bool', Uint8Array.from(numbers()), dims);
    case 'string':
      return new Tensor('string', cells.map((cell) => cell ?? '') as string[], dims);
  }
}
