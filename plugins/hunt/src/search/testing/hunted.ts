import { type PreparedPolicy, preparePolicy } from '@ostiary/guard';
import { openZ3 } from '@ostiary/smt';
import type { HuntReport } from '../model/finding.js';
import { type RunOptions, runHunt } from '../run.js';

/** A policy that must be fine. */
export function prepared(text: string, catalogue?: unknown): PreparedPolicy {
  const result = preparePolicy({ text }, catalogue === undefined ? {} : { catalogue });
  if (!result.ok) throw new Error(JSON.stringify(result.faults.map(({ code, detail }) => [code, detail.en])));
  return result.policy;
}

/** A hunt with the real solver. */
export async function hunted(text: string, catalogue?: unknown, options: RunOptions = {}): Promise<HuntReport> {
  return runHunt(prepared(text, catalogue), await openZ3(), options);
}
