/** onnxruntime with one thread, in this process: what the reading of a model is compared with. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Forest } from '../model/index.js';

type Row = readonly (number | string)[];

export interface RuntimeAnswer {
  readonly label?: number | string;
  readonly scores: readonly number[];
}

/** A model in the runtime, or why the runtime refuses it. */
export async function openModel(bytes: Uint8Array): Promise<InferenceSession | Error> {
  try {
    return await InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 });
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function tensorOf(type: Forest['columns'][number]['type'], values: Row, shape: readonly number[]): Tensor {
  switch (type) {
    case 'float32': {
      return new Tensor('float32', Float32Array.from(values as readonly number[]), shape);
    }
    case 'float64': {
      return new Tensor('float64', Float64Array.from(values as readonly number[]), shape);
    }
    case 'int32': {
      return new Tensor('int32', Int32Array.from(values as readonly number[]), shape);
    }
    case 'int64': {
      return new Tensor('int64', BigInt64Array.from(values, BigInt), shape);
    }
    case 'bool': {
      return new Tensor('bool', Uint8Array.from(values as readonly number[]), shape);
    }
    case 'string': {
      return new Tensor('string', values.map(String), shape);
    }
  }
}

/** What the runtime answers to records. */
export async function answersOf(
  session: InferenceSession,
  { columns, outputs }: Pick<Forest, 'columns' | 'outputs'>,
  rows: readonly Row[],
): Promise<readonly RuntimeAnswer[]> {
  const feeds: Record<string, Tensor> = {};
  for (const input of new Set(columns.map((column) => column.input))) {
    const places = columns.flatMap((column, place) => (column.input === input ? [place] : []));
    const values = rows.flatMap((row) => row.filter((_, place) => places.includes(place)));
    const type = columns.find((column) => column.input === input)?.type ?? 'float32';
    feeds[input] = tensorOf(type, values, [rows.length, places.length]);
  }
  const names = [outputs?.label, outputs?.scores].filter((name) => name !== undefined);
  const found = await session.run(feeds, names);
  const [labels, scores] = [outputs?.label, outputs?.scores].map((name) =>
    name === undefined ? undefined : (found[name]?.data as ArrayLike<number | bigint | string>),
  );
  const width = scores ? scores.length / rows.length : 0;
  return rows.map((_, row) => {
    const label = labels?.[row];
    return {
      ...(label !== undefined && { label: typeof label === 'bigint' ? Number(label) : label }),
      scores: Array.from({ length: width }, (__, at) => Number(scores?.[row * width + at])),
    };
  });
}
