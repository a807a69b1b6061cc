import { ANSWER_SLUGS, type Decision, type Effect } from '@ostiary/policy';
import type { TicketFault } from '../ticket/ticket.js';

/** Why an answer is what it is. A closed list: the language's, and those of confirmations. */
export const VERDICT_SLUGS = [
  ...ANSWER_SLUGS,
  'confirmation_mismatch',
  'confirmation_expired',
  'confirmation_stale',
  'confirmation_used',
] as const;

export type VerdictSlug = (typeof VERDICT_SLUGS)[number];

const FAULTS: Readonly<Record<TicketFault, string>> = {
  mismatch:
    'The confirmation is for another call, or was never asked for here: the call must be confirmed as it is now.',
  expired: 'The confirmation came too late: the call must be confirmed again.',
  stale: 'The policy has changed since the confirmation was asked for: the call must be confirmed again.',
  used: 'The confirmation was used before: each execution needs its own.',
};

/** The slug and the sentence of an answer. Rules are named by their ids; values of the call are never repeated here. */
export function reasonOf(
  decision: Decision,
  fault: TicketFault | null,
  ids: readonly string[],
  defaultEffect: Effect,
): { readonly slug: VerdictSlug; readonly detail: string } {
  if (fault !== null) return { slug: `confirmation_${fault}`, detail: FAULTS[fault] };
  return { slug: decision.slug, detail: sentence(decision, ids, defaultEffect) };
}

function sentence({ slug, answer, pointer }: Decision, ids: readonly string[], defaultEffect: Effect): string {
  const rules = `${ids.length === 1 ? 'rule' : 'rules'} ${ids.map((id) => `\`${id}\``).join(', ')}`;
  switch (slug) {
    case 'allowed':
      return `Allowed by ${rules}.`;
    case 'confirm_required':
      return `Needs a confirmation by ${rules}.`;
    case 'confirmed':
      return `Confirmed, as ${rules} ask.`;
    case 'refused':
      return `Refused by ${rules}.`;
    case 'guard_undefined':
      return `The guard of ${rules} cannot be evaluated with what is known, so the answer is ${answer}.`;
    case 'no_rule':
      return `No rule speaks about this call, so the default decides: ${defaultEffect}.`;
    case 'tool_unknown':
      return 'No such tool is known.';
    case 'argument_ill_typed':
      return `The argument at \`${pointer ?? ''}\` is not of its type.`;
    case 'currency_unknown':
      return `The currency at \`${pointer ?? ''}\` is not known.`;
  }
}
