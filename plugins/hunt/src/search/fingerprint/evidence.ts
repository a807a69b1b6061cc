import { digestOf } from '@ostiary/guard';
import type { CorePolicy, CoreRule } from '@ostiary/policy';
import type { Witness } from '../model/finding.js';
import { meaningOf } from './rule-key.js';

/** What a bug rests on. */
interface Evidence {
  readonly rules: readonly CoreRule[];
  readonly witness?: Witness;
}

/** Digests that were reckoned before, by what they are of. */
const known = new WeakMap<Evidence, string>();

/** A digest of the rules of a bug as they are written and of its witness: another one tells that it was found in another way. */
export function evidenceHash(core: CorePolicy, evidence: Evidence): string {
  const { rules, witness } = evidence;
  const hash =
    known.get(evidence) ??
    digestOf([
      rules.map((rule) => meaningOf(core, rule)),
      witness?.steps.map(({ call, context, answer }) => [call, context, answer]) ?? null,
    ] as never);
  known.set(evidence, hash);
  return hash;
}

/** Says what the digest of something is, which was kept beside it. */
export const knowHash = (evidence: Evidence, hash: string): void => void known.set(evidence, hash);
