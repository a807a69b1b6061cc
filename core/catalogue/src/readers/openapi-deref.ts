import { resolveRef } from '../json-schema/refs.js';
import type { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

/** References to references are followed this far; a longer chain is taken for a cycle. */
const CHAIN = 16;

/** The object behind a possible `$ref` to a path item, parameter or body. What is not there is an error: nothing can stand in for it. */
export function deref(
  root: JsonObject,
  value: unknown,
  pointer: string,
  findings: Findings,
): { readonly value: JsonObject; readonly pointer: string } | null {
  let current = value;
  let at = pointer;
  for (let step = 0; step < CHAIN; step += 1) {
    if (!isObject(current)) {
      findings.error(at, 'wrong_type', { expected: 'object', found: kindOf(current) });
      return null;
    }
    const ref = get(current, '$ref');
    if (typeof ref !== 'string') return { value: current, pointer: at };
    const found = resolveRef(root, ref);
    if (found.kind !== 'found') {
      findings.error(child(at, '$ref'), found.kind === 'external' ? 'ref_external' : 'ref_unresolved', { ref });
      return null;
    }
    current = found.value;
    at = found.pointer;
  }
  findings.error(pointer, 'ref_cycle', { ref: pointer });
  return null;
}
