import { deriveRules } from '../check/index.js';
import {
  type Assumption,
  isWrite,
  type ReadGraph,
  type Rule,
  type StatedRole,
  type ToolEffect,
  type ToolEffects,
  type Verdict,
  type VerdictWord,
} from '../model/index.js';

/**
 * What becomes of a role that an export states and the catalogue does not (docs/adr/0165). It is taken; or the catalogue names another tool for the step, or another step for the tool; it does
 * not have the step; it says what can have no such role; the export names several tools for one step.
 */
export const STATED_CODES = ['taken', 'said_otherwise', 'step_unknown', 'cannot_be', 'several'] as const;
export type StatedCode = (typeof STATED_CODES)[number];

export interface ProposedRole extends StatedRole {
  readonly code: StatedCode;
}

/** The roles that an export states and the catalogue does not. */
export function proposedRoles({ roles = [] }: Pick<ReadGraph, 'roles'>, effects: ToolEffects): readonly ProposedRole[] {
  return roles
    .filter(({ tool, of }) => effects.get(tool)?.compensates !== of)
    .map((role) => ({ ...role, code: codeOf(role, roles, effects) }));
}

function codeOf({ tool, of }: StatedRole, roles: readonly StatedRole[], effects: ToolEffects): StatedCode {
  const [step, undoing] = [effects.get(of), effects.get(tool)];
  const isSaid = [...effects.values()].some(({ compensates }) => compensates === of);
  if (isSaid || undoing?.compensates !== undefined) return 'said_otherwise';
  if (step === undefined) return 'step_unknown';
  // A catalogue that said it would be refused.
  if (onlyReads(step) || step.compensates !== undefined || roles.some((other) => other.tool === of)) return 'cannot_be';
  if (undoing && (onlyReads(undoing) || undoing.classes.includes('pivot'))) return 'cannot_be';
  return roles.some((other) => other.of === of && other.tool !== tool) ? 'several' : 'taken';
}

const onlyReads = (effect: ToolEffect): boolean => effect.classes.includes('read') && !isWrite(effect);

/** What is asked, with what an export states. */
export interface StatedRules {
  readonly rules: readonly Rule[];
  /** Of each rule that takes something from the export, what would be asked without that; null where nothing would. */
  readonly bare: ReadonlyMap<string, Rule | null>;
  /** What is taken, with the rules that rest on it. */
  readonly assumptions: readonly Assumption[];
}

const CODE = 'compensation_stated';

/**
 * The rules of a request, or those that the catalogue implies, with the compensations that the export states where neither they nor the catalogue name one. Where the
 * request has no rules, a step of the catalogue that only the export has a compensation for is asked about as well.
 */
export function statedRules(
  read: Pick<ReadGraph, 'roles'>,
  effects: ToolEffects,
  given: readonly Rule[] | undefined,
): StatedRules {
  const taken = proposedRoles(read, effects).filter(({ code }) => code === 'taken');
  const before = given ?? deriveRules(effects);
  if (taken.length === 0) return { rules: before, bare: new Map(), assumptions: [] };
  const bare = new Map<string, Rule | null>();
  const named = new Map<ProposedRole, string[]>();
  const rules = (given ?? withSteps(before, taken)).map((rule): Rule => {
    if (rule.kind !== 'saga') return rule;
    const steps = rule.steps.map((step) => {
      const role = step.compensation === undefined && taken.find(({ of }) => of === step.tool);
      if (!role) return step;
      named.set(role, [...(named.get(role) ?? []), rule.id]);
      return { ...step, compensation: role.tool };
    });
    if (steps.every((step, at) => step === rule.steps[at])) return rule;
    bare.set(rule.id, before.find(({ id }) => id === rule.id) ?? null);
    return { ...rule, steps };
  });
  const assumptions = [...named].map(([{ tool, of, place }, asked]): Assumption => ({
    code: CODE,
    place,
    params: { tool, step: of },
    rules: asked,
  }));
  return { rules, bare, assumptions };
}

/** The rules that a catalogue implies, their saga with steps that only an export has a compensation for. */
function withSteps(derived: readonly Rule[], taken: readonly ProposedRole[]): readonly Rule[] {
  const saga = derived.find(({ kind }) => kind === 'saga');
  const known = saga?.kind === 'saga' ? saga.steps.map(({ tool }) => tool) : [];
  const steps = [...new Set([...known, ...taken.map(({ of }) => of)])].toSorted().map((tool) => ({ tool }));
  return [...derived.filter((rule) => rule !== saga), { id: 'saga', kind: 'saga' as const, steps }].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

const GRAVITY: Readonly<Record<VerdictWord, number>> = { vacuous: 0, proved: 0, possible: 1, broken: 2 };

/**
 * A verdict that is better with what an export states than without it is possible: whether it is so the catalogue says. What is worse with it, or asked only with it, stays.
 *
 * @param without the verdict of the same question where nothing is taken from the export; undefined where it is not asked then
 */
export function noMilder(verdict: Verdict, without: Verdict | undefined, assumptions: readonly Assumption[]): Verdict {
  if (without === undefined || GRAVITY[without.verdict] <= GRAVITY[verdict.verdict]) return verdict;
  const deciders = assumptions
    .filter(({ rules }) => rules?.includes(verdict.rule_id))
    .map(({ code, params }) => ({ code, at: String(params['tool']), params }));
  return { ...without, verdict: 'possible', deciders: [...(without.deciders ?? []), ...deciders] };
}
