import type { CoreExpr, CoreRule, CorePolicy } from '../../core/ir.js';
import type { Effect } from '../../syntax/ast.js';
import { childrenOf } from '../../core/walk.js';
import { ExpressionCompiler } from './expressions.js';
import type { Eval, Frame } from '../frame.js';
import { type SlotTest, slotTest } from './slot-test.js';
import type { Truth } from '../kleene.js';
import { getOrMake } from '../../maps.js';

/** A rule ready to be judged: the conjuncts of its guard. */
export interface CompiledRule {
  readonly id: string;
  readonly effect: Effect;
  /** The conjuncts that compare one slot with constants. */
  readonly slotTests: readonly SlotTest[];
  /** The others, cheap ones first. */
  readonly tests: readonly Eval[];
}

export class RuleCompiler {
  private readonly expressions: ExpressionCompiler;
  private readonly compiled = new Map<CoreExpr, Pick<CompiledRule, 'tests' | 'slotTests'>>();

  /** Tests by their text without spans: many rules ask the same question. */
  private readonly tests = new Map<string, Eval>();

  constructor(core: CorePolicy) {
    this.expressions = new ExpressionCompiler(core);
  }

  /** The rule under one of its guards. */
  rule(rule: CoreRule, guard: CoreExpr): CompiledRule {
    const parts = getOrMake(this.compiled, guard, () => {
      const conjuncts = flatten(guard).map((expr) => ({ expr, slotTest: slotTest(expr) }));
      const others = conjuncts.filter((conjunct) => conjunct.slotTest === null).map(({ expr }) => expr);
      return {
        slotTests: conjuncts.map((conjunct) => conjunct.slotTest).filter((test) => test !== null),
        tests: others
          .map((expr) => ({ expr, cost: cost(expr) }))
          .toSorted((a, b) => a.cost - b.cost)
          .map(({ expr }) => this.shared(expr)),
      };
    });
    return { id: rule.id, effect: rule.effect, ...parts };
  }

  private shared(expr: CoreExpr): Eval {
    const key = JSON.stringify(expr).replaceAll(SPAN, '');
    return getOrMake(this.tests, key, () => {
      const test = this.expressions.compile(expr);
      return cost(expr) < WORTH_KEEPING ? test : oncePerCall(test);
    });
  }
}

/** A member `span` as JSON writes it. No text holds this: its quotes would be escaped. */
const SPAN = /"span":\{"start":\d+,"end":\d+\}/g;

/** Below this cost a test is quicker than looking whether its answer is known. */
const WORTH_KEEPING = 4;

/** Returns a test once for each call. Only for whole tests of a rule: inside a quantifier the answer would vary. */
function oncePerCall(test: Eval): Eval {
  let epoch = -1;
  let answer: ReturnType<Eval> = false;
  return (frame) => {
    if (frame.epoch !== epoch) {
      answer = test(frame);
      epoch = frame.epoch;
    }
    return answer;
  };
}

/** Strong Kleene conjunction: its truth does not depend on the order of the tests. */
export function judgeTests(tests: readonly Eval[], frame: Frame): Truth {
  let result: Truth = true;
  for (let i = 0; i < tests.length; i++) {
    const truth = (tests[i] as Eval)(frame);
    if (truth === false) return false;
    if (truth !== true) result = truth as symbol;
  }
  return result;
}

/** The conjuncts of a guard; constant truths are left out. */
function flatten(guard: CoreExpr): CoreExpr[] {
  if (guard.op === 'and') return guard.operands.flatMap(flatten);
  return guard.op === 'const' && guard.value === true ? [] : [guard];
}

const COSTS: Readonly<Partial<Record<CoreExpr['op'], number>>> = {
  const: 0,
  read: 1,
  has: 1,
  compare: 1,
  member: 1,
  tool: 1,
  like: 4,
  part: 8,
  matches: 10,
  any: 20,
  all: 20,
  contains: 4,
  label: 6,
  convert: 10,
  formerly: 200,
  previous: 100,
  since: 1_000,
  count: 200,
  sum: 200,
};

function cost(expr: CoreExpr): number {
  return childrenOf(expr).reduce((sum, child) => sum + cost(child), COSTS[expr.op] ?? 2);
}
