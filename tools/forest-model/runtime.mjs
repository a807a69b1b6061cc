/** The runtime that serves models, with one thread: label and scores of many records. */
import { createRequire } from 'node:module';

const ort = createRequire(new URL('../../plugins/forest/package.json', import.meta.url))('onnxruntime-node');

function tensorOf(type, values, shape) {
  switch (type) {
    case 'float32':
      return new ort.Tensor('float32', Float32Array.from(values), shape);
    case 'float64':
      return new ort.Tensor('float64', Float64Array.from(values), shape);
    case 'int32':
      return new ort.Tensor('int32', Int32Array.from(values), shape);
    case 'int64':
      return new ort.Tensor(
        'int64',
        BigInt64Array.from(values, (value) => BigInt(value)),
        shape,
      );
    case 'bool':
      return new ort.Tensor('bool', Uint8Array.from(values), shape);
    default:
      return new ort.Tensor('string', values.map(String), shape);
  }
}

/** A session for a model's bytes. */
export async function open(bytes) {
  return await ort.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 });
}

/** Answers of a session: by output name, the data of its tensor. */
export async function ask(session, forest, rows, outputs) {
  const feeds = {};
  for (const name of new Set(forest.columns.map(({ input }) => input))) {
    const at = [...forest.columns.keys()].filter((column) => forest.columns[column].input === name);
    const values = rows.flatMap((row) => at.map((column) => row[column]));
    feeds[name] = tensorOf(forest.columns[at[0]].type, values, [rows.length, at.length]);
  }
  return await session.run(feeds, outputs);
}
