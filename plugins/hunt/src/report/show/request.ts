import { actionOf, contextInputOf } from '@ostiary/guard';
import type { Step } from '../../search/index.js';

/** A call and what stands around it as mode guardrail takes them: with the policy beside it, the request gives the same answer. */
export function requestOf({ call, context }: Step) {
  return { action: actionOf(call), context: contextInputOf(context) };
}
