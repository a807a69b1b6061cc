import { explain } from '@ostiary/guard';
import { strictness } from '@ostiary/policy';
import { withValue } from '@ostiary/policy/symbolic';
import type { Hunt } from '../ask/hunt.js';
import type { ClassId } from '../model/class-id.js';
import type { Finding, Step } from '../model/finding.js';

/** The classes that find one call which is answered too mildly, whatever it says: any stricter answer is as it should be. */
const TOO_MILD: readonly ClassId[] = ['S05', 'S07', 'B10'];

/** How often one call is decided anew while a change of it is looked for. */
const MOST_DECISIONS = 2_000;

/**
 * Findings of one call that is answered too mildly, each with the nearest call that is not: one argument is another one, and the answer is
 * stricter. Those that show such a call by themselves are left as they are.
 */
export const withBenign = (hunt: Hunt, findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) => {
    const { witness, evidence } = finding;
    const [step, ...more] = witness?.steps ?? [];
    if (!step || more.length > 0 || evidence.benign || step.answer === 'refuse' || !TOO_MILD.includes(finding.class))
      return finding;
    const { fingerprint, evidenceHash } = finding;
    const name = JSON.stringify(['benign', fingerprint, evidenceHash]);
    const benign = hunt.remembered(name, step.call.tool, () => nearest(hunt, step));
    return benign ? { ...finding, evidence: { ...evidence, benign } } : finding;
  });

function nearest(hunt: Hunt, { call, context }: Step): Step | null {
  const decision = hunt.decide({ call, context });
  if (!decision) return null;
  const { flips } = explain(hunt.policy, call, context, decision, MOST_DECISIONS);
  for (const { path, to, answer } of flips) {
    if (strictness[answer] <= strictness[decision.answer] || !/^args(?:\.[A-Za-z_]\w*)+$/u.test(path)) continue;
    const changed = withValue({ call, context }, { root: 'args', path: path.split('.').slice(1) }, to);
    if (hunt.decide(changed)?.answer === answer) return hunt.step(changed);
  }
  return null;
}
