import type { Mending } from '../hunt/answered.js';
import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, variantFor } from '@ostiary/policy';
import type { Repair } from '../../model/finding.js';
import { hasId } from '../../fingerprint/rule-key.js';
import { isReadAlike } from './drift.js';
import type { Hunt } from '../hunt/hunt.js';
import { applied, type Edit } from '../written/mend.js';
import { words } from '../hunt/text.js';

/**
 * The rules about a tool as they were accepted: those by which calls are answered milder now, then those that have changed or are gone, then
 * both. It concerns the calls that are answered milder than in the accepted version.
 *
 * @param letting the rules of this version that decide such calls
 */
export function restored(hunt: Hunt, accepted: PreparedPolicy, tool: string, letting: readonly CoreRule[]): Mending {
  const { policy } = hunt;
  if (!hunt.tools.every((each) => isReadAlike(accepted.catalogue, policy.catalogue, each))) return {};
  const before = new Map(accepted.core.rules.filter(hasId).map((rule) => [rule.id, rule]));
  const now = new Set(policy.core.rules.map(({ id }) => id));
  const asAccepted = (rule: CoreRule): readonly Edit[] => {
    const old = hasId(rule) ? before.get(rule.id) : undefined;
    const text = old ? sourceOf(accepted, old) : '';
    return text === sourceOf(policy, rule) ? [] : [{ ...rule.span, text }];
  };
  const mild = letting.flatMap(asAccepted);
  const others = hunt
    .rulesOf(tool)
    .filter((rule) => !letting.includes(rule) && before.has(rule.id))
    .flatMap(asAccepted);
  const gone = [...before.values()].filter(({ id, variants }) => !now.has(id) && variantFor(variants, tool) !== null);
  const end = policy.text.length;
  const again: readonly Edit[] =
    gone.length === 0
      ? []
      : [{ start: end, end, text: ['', ...gone.map((rule) => sourceOf(accepted, rule)), ''].join('\n') }];
  const title = words(
    `The rules about \`${tool}\` as they were accepted`,
    `As regras sobre \`${tool}\` como foram aceites`,
  );
  const changes = [mild, [...others, ...again], [...mild, ...others, ...again]].filter((edits) => edits.length > 0);
  return {
    repairs: changes.map((edits): Repair => ({ title, text: applied(policy.text, edits) })),
    concerns: {
      tools: hunt.tools,
      others: [accepted.core],
      where: ({ questions, answer }) => answer.milderThan(questions.answer(accepted.core)),
      milder: false,
    },
  };
}

const sourceOf = ({ text }: PreparedPolicy, { span }: CoreRule): string => text.slice(span.start, span.end);
