/** Records as tensors of the runtime. */
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { ReplayTask } from './protocol.js';

/** Each input of the model takes the columns that are part of it, in their places. */
export function feedsOf(
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
