import { type PreparedPolicy, preparePolicy } from '../prepare/prepare.js';

/** A policy for a test. @throws with every fault when it cannot be used */
export function prepared(text: string, catalogue?: unknown): PreparedPolicy {
  const result = preparePolicy({ text }, { catalogue });
  if (!result.ok) throw new Error(`${text}\n${JSON.stringify(result.faults)}`);
  return result.policy;
}
