import type { CoreRule } from '@ostiary/policy';
import type { RuleTerms } from '@ostiary/policy/symbolic';
import { byKey } from '../../fingerprint/rule-key.js';
import type { Hunt } from '../hunt/hunt.js';

/**
 * The rules that together refuse every call of a tool, none of which can be left out; none where other rules play a part. There may be
 * several such sets: rules are tried in an order that does not depend on where they stand, so that it is always the same one.
 */
export async function blocking(hunt: Hunt, tool: string): Promise<readonly CoreRule[]> {
  const { questions, answer } = hunt.about(tool);
  const { factory } = questions;
  const inOrder = byKey(hunt.policy.core);
  const [refusing, letting] = [true, false].map((is) =>
    answer.rules.filter(({ rule }) => (rule.effect === 'refuse') === is),
  );
  const lets = hunt.policy.core.default === 'refuse' ? [factory.or(...(letting ?? []).map(({ fires }) => fires))] : [];
  const isBlocked = async (by: readonly RuleTerms[]): Promise<boolean> => {
    const silent = by.map(({ fires }) => factory.not(fires));
    return (await questions.exists(factory.and(...lets, ...silent), () => true)).kind === 'never';
  };
  let kept = (refusing ?? []).toSorted((a, b) => inOrder(a.rule, b.rule));
  if (!(await isBlocked(kept))) return [];
  for (const each of kept) {
    const fewer = kept.filter((other) => other !== each);
    if (await isBlocked(fewer)) kept = fewer;
  }
  return kept.map(({ rule }) => rule).toSorted((a, b) => a.index - b.index);
}
