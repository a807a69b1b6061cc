import type { CoreExpr, CorePolicy, EventState, HistoryCondition } from '@ostiary/policy';
import { CallQuestions } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';

type State = Exclude<EventState, 'open'>;

/** The states that calls of each tool can come to, in sessions of any length. */
export type ReachableStates = ReadonlyMap<string, ReadonlySet<State>>;

const RUN: readonly State[] = ['ok', 'failed'];

/**
 * What can happen at all: at first nothing has, and with each round whatever the policy can answer after what can happen. No session
 * does more. What could not be decided counts as possible.
 */
export async function reachableStates(hunt: Hunt, tools: readonly string[]): Promise<ReachableStates> {
  let reached = new Map<string, ReadonlySet<State>>();
  for (let before = -1; before !== sizeOf(reached);) {
    before = sizeOf(reached);
    const core = after(hunt.policy.core, reached);
    const next = new Map<string, ReadonlySet<State>>();
    for (const tool of tools) next.set(tool, await statesOf(hunt, core, tool));
    reached = next;
  }
  return reached;
}

const sizeOf = (reached: ReachableStates): number =>
  [...reached.values()].reduce((sum, states) => sum + states.size, 0);

/** Whether an event of a condition can happen. */
export const canHappen = ({ event }: HistoryCondition, reached: ReachableStates): boolean =>
  event.tools.some((tool) => mayBe(reached, tool, event.state));

const mayBe = (reached: ReachableStates, tool: string, state: EventState): boolean => {
  const states = reached.get(tool);
  return state === 'open'
    ? (['allowed', 'confirmed', 'ok'] as const).some((each) => states?.has(each))
    : !!states?.has(state);
};

async function statesOf(hunt: Hunt, core: CorePolicy, tool: string): Promise<ReadonlySet<State>> {
  const { solver, limits } = hunt.options;
  const asker = { claims: hunt.claims };
  const questions = new CallQuestions([core], tool, { solver, ...(limits && { limits }), asker: () => asker });
  try {
    const { allow, confirm, refuse } = questions.answer(core);
    const states = new Set<State>();
    const reach = async (goal: typeof allow, ...some: readonly State[]): Promise<void> => {
      const found = await questions.conflict([goal]);
      if (found === 'possible' || found === null) for (const each of some) states.add(each);
    };
    await reach(allow, 'requested', 'allowed', ...RUN);
    await reach(confirm, 'requested', 'confirmed', ...RUN);
    await reach(refuse, 'requested', 'refused');
    return states;
  } finally {
    questions.close();
  }
}

/** The policy as it decides while nothing else has happened. */
function after(core: CorePolicy, reached: ReachableStates): CorePolicy {
  const rules = core.rules.map((rule) => ({
    ...rule,
    variants: rule.variants.map((variant) => ({ ...variant, guard: limited(variant.guard, reached) })),
  }));
  return { ...core, rules };
}

const constant = (value: boolean): CoreExpr => ({ op: 'const', value, type: { kind: 'bool' } });

/** A condition as it is while nothing else has happened. */
export function limited(expr: CoreExpr, reached: ReachableStates): CoreExpr {
  switch (expr.op) {
    case 'and':
    case 'or':
      return { ...expr, operands: expr.operands.map((operand) => limited(operand, reached)) };
    case 'not':
      return { ...expr, operand: limited(expr.operand, reached) };
    case 'any':
    case 'all':
      return { ...expr, body: limited(expr.body, reached) };
    case 'if':
      return {
        ...expr,
        condition: limited(expr.condition, reached),
        then: limited(expr.then, reached),
        else: limited(expr.else, reached),
      };
    case 'formerly':
    case 'previous':
    case 'since':
      return canHappen(expr, reached) ? expr : constant(false);
    case 'count':
      return canHappen(expr, reached) ? expr : constant(isMet(0, expr.cmp, expr.bound));
    default:
      return expr;
  }
}

function isMet(value: number, cmp: Extract<CoreExpr, { op: 'count' }>['cmp'], bound: number): boolean {
  switch (cmp) {
    case '==':
      return value === bound;
    case '!=':
      return value !== bound;
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}
