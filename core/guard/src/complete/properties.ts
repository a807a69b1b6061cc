import { analyseProperties, type PropertyResult, type SmtSolver, type UndecidedReason } from '@ostiary/policy/symbolic';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { actionOf, contextInputOf } from '../request/from-evaluator.js';
import type { ActionInput, ContextInput } from '../request/inputs.js';
import { SolverLost } from '../solver-lost.js';

/** What is known of one `never` or `always` of a policy. */
export interface PropertyVerdict {
  readonly title: string;
  readonly kind: 'always' | 'never';
  /** `vacuous`: it says nothing, since it is undefined for every call or the assumptions leave none. */
  readonly status: 'holds' | 'broken' | 'vacuous' | 'undecided';
  /** Titles of the assumptions without which it would not be known. */
  readonly assumptions: string[];
  /** For each tool that has one, a call that breaks it, decided by both evaluators; nothing can be left out of it. */
  readonly breaches: { readonly action: ActionInput; readonly context: ContextInput }[];
  readonly reason: UndecidedReason | SolverLost['reason'] | 'over_sessions' | null;
}

/** What a policy states about itself, in the order of the text. A lost solver leaves what needs one undecided. */
export async function propertiesOf(policy: PreparedPolicy, solver: SmtSolver): Promise<PropertyVerdict[]> {
  const { properties } = policy.core;
  if (properties.length === 0) return [];
  const known = settled.get(policy);
  if (known) return known;
  const verdicts = await analysed(policy, solver);
  let at = 0;
  const all = properties.map(({ title, quantifier, over }) => ({
    title,
    kind: quantifier,
    ...(over === 'session' ? undecided('over_sessions') : (verdicts[at++] ?? undecided('resource_limit'))),
  }));
  if (verdicts.every(({ status }) => status !== 'undecided')) settled.set(policy, all);
  return all;
}

/** They do not depend on the call: found once for a policy that stays in use. */
const settled = new WeakMap<PreparedPolicy, PropertyVerdict[]>();

type Finding = Omit<PropertyVerdict, 'title' | 'kind'>;

/** Of the properties over calls. */
async function analysed(policy: PreparedPolicy, solver: SmtSolver): Promise<readonly Finding[]> {
  try {
    return (await analyseProperties(policy, solver)).map(findingOf);
  } catch (error) {
    if (!(error instanceof SolverLost)) throw error;
    return policy.core.properties.filter(({ over }) => over === 'call').map(() => undecided(error.reason));
  }
}

function findingOf(result: PropertyResult): Finding {
  const none = { assumptions: [], breaches: [], reason: null };
  switch (result.kind) {
    case 'holds':
      return { ...none, status: 'holds', assumptions: [...result.assumptions] };
    case 'vacuous':
      return { ...none, status: 'vacuous', assumptions: [...result.assumptions] };
    case 'broken': {
      const breaches = result.breaches.map(({ call, context }) => ({
        action: actionOf(call),
        context: contextInputOf(context),
      }));
      return { ...none, status: 'broken', breaches };
    }
    case 'undecided':
      return undecided(result.reason);
  }
}

function undecided(reason: NonNullable<PropertyVerdict['reason']>): Finding {
  return { status: 'undecided', assumptions: [], breaches: [], reason };
}
