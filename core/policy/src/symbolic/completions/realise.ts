import type { CorePolicy } from '../../core/ir.js';
import { buildHistory } from '../decode/build-history.js';
import { Model } from '../decode/model.js';
import type { EncodedAnswer } from '../encode/answer.js';
import { Unrealisable } from '../encode/fresh.js';
import type { Assignment } from '../terms/evaluate.js';
import type { Draft } from './draft.js';

/** The completion a model stands for, as raw wire values; null when none can be built. */
export function realise(core: CorePolicy, encoded: EncodedAnswer, assignment: Assignment): Draft | null {
  try {
    const model = new Model(assignment, encoded.strings);
    const { call, context } = encoded.inputs.complete(model);
    const wanted = encoded.history?.wanted(model) ?? null;
    if (wanted === null) return { call, context };
    return { call, context: { ...context, history: buildHistory(core, wanted, call, context) } };
  } catch (error) {
    if (error instanceof Unrealisable) return null;
    throw error;
  }
}
