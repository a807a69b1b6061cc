import type { CoreRule } from '@ostiary/policy';
import type { Step } from '../../model/finding.js';
import { decides } from './find-calls.js';
import type { Hunt } from '../hunt/hunt.js';

/** A call that a rule decides; null where none was found. */
export async function firstCall(hunt: Hunt, rule: CoreRule): Promise<Step | null> {
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const { factory } = about.questions;
    const goal = factory.and(about.ofRule(rule).fires, about.answer[rule.effect]);
    const found = await about.questions.find(goal, ([draft]) => decides(rule, hunt.decide(draft)));
    if (found.kind === 'found') return hunt.step(found.drafts[0]);
  }
  return null;
}
