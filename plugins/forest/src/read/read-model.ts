import type { Forest } from '../model/index.js';
import { readLightgbm } from './lightgbm/read-lightgbm.js';
import { LIMITS } from './onnx/proto.js';
import { readOnnx } from './onnx/read-onnx.js';
import { refuseForeign, refuseForeignJson } from './source/foreign.js';
import { type ReadProblem, Refusal, refuse } from './source/problems.js';
import { readXgboost } from './xgboost/read-xgboost.js';

export interface ReadModelOptions {
  /** Most bytes of a file. */
  readonly maxBytes?: number;
}

export type ModelRead =
  | { readonly ok: true; readonly forest: Forest }
  | { readonly ok: false; readonly problem: ReadProblem };

/** The formats, as a problem names them. */
const FORMATS = 'ONNX, XGBoost JSON, LightGBM text';
/** Texts become values that are larger than they. */
const MAX_TEXT = 64 * 2 ** 20;

/** Reads a model from its file, whose format is recognised. What cannot be read with its exact meaning is refused, with the reason. See docs/adr/0154. */
export function readModel(bytes: Uint8Array, { maxBytes = LIMITS.bytes }: ReadModelOptions = {}): ModelRead {
  try {
    return { ok: true, forest: recognised(bytes, maxBytes) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

function recognised(bytes: Uint8Array, maxBytes: number): Forest {
  const [first] = bytes;
  refuseForeign(bytes);
  if (/^[\ufeff\s]*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 256)))) {
    const json = parsed(textOf(bytes, Math.min(maxBytes, MAX_TEXT)));
    refuseForeignJson(json);
    return readXgboost(json);
  }
  if (startsWith(bytes, 'tree\n') || startsWith(bytes, 'tree\r\n'))
    return readLightgbm(textOf(bytes, Math.min(maxBytes, MAX_TEXT)));
  // Files of ONNX begin with a field of the model: its version, or another one of the first few. All are numbers or texts (wire types 0, 2).
  if (first === undefined || ![0, 2].includes(first % 8) || first < 0x08)
    return refuse('forest_format_unknown', { formats: FORMATS });
  return readOnnx(bytes, { ...LIMITS, bytes: maxBytes });
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextEncoder().encode(text).every((byte, at) => bytes[at] === byte);

function textOf(bytes: Uint8Array, limit: number): string {
  if (bytes.length > limit) refuse('forest_too_large', { what: 'bytes', limit });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('forest_source_syntax', { format: 'UTF-8', reason: 'the text is not valid' });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('forest_source_syntax', {
      format: 'JSON',
      reason: error instanceof Error ? error.message : 'not valid',
    });
  }
}
