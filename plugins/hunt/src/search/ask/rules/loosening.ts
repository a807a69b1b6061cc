import { type CoreExpr, type CoreRule } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';
import { type Ground, turnedAway } from './turned-away.js';

type Existence = Awaited<ReturnType<CallQuestions['exists']>>;

/** Whether the rule makes stricter what another one allows, for any of its tools. */
export async function tightensSomewhere(hunt: Hunt, rule: CoreRule, kind: Ground): Promise<Existence> {
  let open: Existence = { kind: 'never' };
  for (const tool of hunt.toolsOf(rule)) {
    const guard = hunt.guardOf(rule, tool);
    if (!guard) continue;
    const asked = new Because(hunt, rule, tool, kind);
    const found = await asked.questions.exists(
      asked.goal(guard, true),
      (draft) => asked.isAlone(draft) && hunt.answerWithout([rule], draft) === 'allow',
    );
    if (found.kind === 'found') return found;
    if (found.kind === 'undecided') open = found;
  }
  return open;
}

/** What a rule confirms because of a label, an hour or a flag, no other confirmation or refusal applying. */
export class Because {
  readonly questions: CallQuestions;

  constructor(
    private readonly hunt: Hunt,
    private readonly rule: CoreRule,
    private readonly tool: string,
    private readonly kind: Ground,
  ) {
    this.questions = hunt.ownQuestions(tool);
  }

  /** @param allowed whether another rule allows the call, or none does, also where what the rule looks at is otherwise */
  goal(guard: CoreExpr, allowed: boolean): BoolTerm {
    const { factory } = this.questions;
    const { rules } = this.questions.answer(this.hunt.policy.core);
    const own = rules.find(({ rule }) => rule === this.rule)?.holds ?? factory.false;
    const firing = (...effects: readonly string[]): BoolTerm =>
      factory.or(
        ...rules.filter(({ rule }) => rule !== this.rule && effects.includes(rule.effect)).map(({ fires }) => fires),
      );
    // Where a refusal speaks of calls that are otherwise, what the rule looks at speaks for the call.
    const others = this.hunt
      .rulesOf(this.tool)
      .filter((each) => each !== this.rule && (!allowed || each.effect === 'refuse'));
    const turned = turnedAway(this.hunt, this.questions, guard, this.kind, others);
    const lenient = allowed ? firing('allow') : factory.not(firing('allow'));
    return factory.and(own, turned, factory.not(firing('confirm', 'refuse')), lenient);
  }

  isAlone(draft: Draft): boolean {
    const decision = this.hunt.decide(draft);
    const [deciding, ...others] = decision?.deciding ?? [];
    return decision?.slug === 'confirm_required' && others.length === 0 && deciding?.rule === this.rule.id;
  }
}

/** Whether the rule may be true where no other one fires: asked of what all classes share, it spares most rules a world of their own. */
export async function decidesAlone(hunt: Hunt, rule: CoreRule, tool: string): Promise<boolean> {
  const about = hunt.about(tool);
  const { factory } = about.questions;
  const others = about.answer.rules.filter((each) => each.rule !== rule);
  const alone = [about.ofRule(rule).holds, ...others.map(({ fires }) => factory.not(fires))];
  const found = await about.questions.exists(factory.and(...alone), () => true);
  return found.kind !== 'never';
}
