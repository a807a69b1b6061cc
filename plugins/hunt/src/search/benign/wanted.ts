import type { PreparedPolicy } from '@ostiary/guard';
import { type Decision, type Effect, strictness } from '@ostiary/policy';
import { type Draft, StatementReplay } from '@ostiary/policy/symbolic';
import { namedProperties } from '../ask/properties/properties.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import type { ClassId } from '../model/class-id.js';
import type { Finding, Step } from '../model/finding.js';

/** When a call that is much like a witness is decided as it should be. */
export interface Wanted {
  /** The policies of which changed answers are looked for. */
  readonly policies: readonly PreparedPolicy[];
  readonly isSo: (draft: Draft, decision: Decision) => boolean;
}

/** The classes of which the witness is stopped although, perhaps, it should not be. */
const TOO_STRICT: readonly ClassId[] = ['G03', 'H14'];

/** The classes of which the witness is answered neither too mildly nor too strictly: what is wrong is that a rule says nothing, or two too much. */
const NEITHER: readonly ClassId[] = ['G02', 'S03', 'S04'];

/**
 * What is wanted of the last call of a finding's witness. A finding that a call is answered too mildly wants a stricter answer, whatever it
 * is, and one that it is answered too strictly a milder one; what compares two readings or versions wants them to agree, a property
 * wants to be kept, a calculation wants to have a value, and what flows from an unsafe source should have come from nowhere. Null where the
 * finding shows no call that should be decided otherwise.
 */
export function wantedOf(hunt: Hunt, finding: Finding, last: Step): Wanted | null {
  const { policy } = hunt;
  if (NEITHER.includes(finding.class)) return null;
  const other = comparedWith(hunt, finding.class);
  if (other)
    return {
      policies: [policy, other],
      isSo: (draft, { answer }) => hunt.decide(draft, other)?.answer === answer,
    };
  switch (finding.class) {
    case 'P01':
      return keeping(hunt, finding);
    case 'G06':
      return having(hunt, finding);
    case 'H10':
      return { policies: [policy], isSo: (draft, { answer }) => isClean(draft) || isStricter(answer, last) };
    default:
  }
  const isTooStrict = last.answer === 'refuse' || TOO_STRICT.includes(finding.class);
  return {
    policies: [policy],
    isSo: (_, { answer }) => (isTooStrict ? strictness[answer] < strictness[last.answer] : isStricter(answer, last)),
  };
}

/** Whether no part of a call comes from a source, as far as labels tell. */
const isClean = ({ context: { labels } }: Draft): boolean =>
  [labels?.session ?? [], ...Object.values(labels?.args ?? {})].every((each) => each.length === 0);

const isStricter = (answer: Effect, than: Step): boolean => strictness[answer] > strictness[than.answer];

function comparedWith({ options: { accepted, readings } }: Hunt, id: ClassId): PreparedPolicy | null {
  if (id === 'P03' || id === 'P04') return accepted;
  if (id === 'S10') return readings?.strictest ?? null;
  return id === 'G03' ? (readings?.closed ?? null) : null;
}

/** Of a broken property: that it is kept. */
function keeping({ policy }: Hunt, { subkind }: Finding): Wanted | null {
  const stated = namedProperties(policy.core).find(({ name }) => name === subkind);
  if (!stated) return null;
  const replay = new StatementReplay(policy, stated.property);
  return {
    policies: [policy],
    isSo: ({ call, context }) => replay.isAssumed(call, context) && !replay.breaks(call, context),
  };
}

/** Of a calculation without a value: that its rule has a truth. */
function having(hunt: Hunt, { rules: [id] }: Finding): Wanted | null {
  const rule = id === undefined ? undefined : hunt.policy.rules.get(id);
  return rule ? { policies: [hunt.policy], isSo: (draft) => hunt.truth(rule, draft) !== null } : null;
}
