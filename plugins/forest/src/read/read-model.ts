import type { Forest } from '../model/index.js';
import { LIMITS } from './onnx/proto.js';
import { readOnnx } from './onnx/read-onnx.js';
import { type ReadProblem, Refusal } from './source/problems.js';

export interface ReadModelOptions {
  /** Most bytes of a file. */
  readonly maxBytes?: number;
}

export type ModelRead =
  | { readonly ok: true; readonly forest: Forest }
  | { readonly ok: false; readonly problem: ReadProblem };

/** Reads a model from its file, whose format is recognised. What cannot be read with its exact meaning is refused, with the reason. */
export function readModel(bytes: Uint8Array, { maxBytes = LIMITS.bytes }: ReadModelOptions = {}): ModelRead {
  try {
    return { ok: true, forest: readOnnx(bytes, { ...LIMITS, bytes: maxBytes }) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}
