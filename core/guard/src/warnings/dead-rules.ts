import { neverDecides, type NeverDecides, type SmtSolver } from '@ostiary/policy/symbolic';
import { SolverLost } from '../solver-lost.js';
import type { Words } from '../words.js';
import { placeOfRule } from './place.js';
import type { PolicyWarning, PreparedPolicy } from '../prepare/prepare.js';

/**
 * A warning for each rule that decides no call, with the rules that cover it. Exact in dialect 1; in dialect 2 within the
 * limits of the solver, and what it does not settle gets none.
 */
export async function deadRules(policy: PreparedPolicy, solver: SmtSolver | null): Promise<readonly PolicyWarning[]> {
  return (await neverDeciding(policy, solver)).map((dead) => warningOf(dead, policy));
}

async function neverDeciding({ core }: PreparedPolicy, solver: SmtSolver | null): Promise<readonly NeverDecides[]> {
  try {
    return await neverDecides(core, solver);
  } catch (error) {
    if (!(error instanceof SolverLost)) throw error;
    return neverDecides(core, null);
  }
}

function warningOf({ rule, cause, coveredBy }: NeverDecides, { rules }: PreparedPolicy): PolicyWarning {
  const found = rules.get(rule);
  return {
    code: 'rule_never_decides',
    ...(cause === 'never_true' ? ofNothing(rule) : ofCover(rule, coveredBy)),
    severity: 'warning',
    place: placeOfRule(found),
  };
}

const ofNothing = (rule: string): { readonly detail: Words; readonly hint: Words } => ({
  detail: {
    en: `\`${rule}\` decides no call: its guard can never hold`,
    pt: `\`${rule}\` não decide nenhuma chamada: a sua condição nunca se verifica`,
  },
  hint: { en: 'mend its guard, or take it away', pt: 'corrija a condição, ou retire a regra' },
});

function ofCover(rule: string, coveredBy: readonly string[]): { readonly detail: Words; readonly hint: Words } {
  const covering = coveredBy.map((each) => `\`${each}\``).join(', ');
  return {
    detail: {
      en: `\`${rule}\` decides no call: whenever it fires, ${covering} ${coveredBy.length === 1 ? 'does' : 'do'}, and the strictest wins`,
      pt: `\`${rule}\` não decide nenhuma chamada: sempre que se aplica, também se ${coveredBy.length === 1 ? 'aplica' : 'aplicam'} ${covering}, e a mais estrita vence`,
    },
    hint: {
      en: 'give the stricter rules a lower bound, so that they begin where this one ends',
      pt: 'dê às regras mais estritas um limite inferior, para que comecem onde esta acaba',
    },
  };
}
