import { type CoreExpr, type CoreRule, placeText } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { withoutRules } from '../ask/rule-edits.js';
import { leavesOf, slotsOf } from '../ask/tests.js';
import { named, words } from '../ask/text.js';
import { type Ground, groundOf, turnedAway } from '../ask/turned-away.js';
import { WrittenRule } from '../ask/written-rule.js';
import type { Repair } from '../model/finding.js';

/**
 * A confirm rule that is meant to tighten and loosens: D(x) = confirm by it alone, and refuse by default without it, because of a label,
 * an hour or a flag that it looks at. An hour or a flag may as well be why a call is fit to be confirmed: there it counts only where the
 * rule also makes stricter what another one allows.
 */
export const looseningConfirm: BugClass = {
  id: 'S12',
  each: 'rules',
  async *ask(hunt, { rules }) {
    if (hunt.policy.core.default !== 'refuse') return;
    for (const rule of rules) if (rule.effect === 'confirm') yield await askOf(hunt, rule);
  },
};

async function askOf(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  for (const tool of hunt.toolsOf(rule)) {
    const guard = hunt.guardOf(rule, tool);
    const kinds = new Set(guard ? leavesOf(guard).flatMap((leaf) => groundOf(hunt, leaf) ?? []) : []);
    for (const kind of ['label', 'clock', 'flag'] as const) {
      if (!guard || !kinds.has(kind)) continue;
      const found = await loosens(hunt, rule, tool, guard, kind);
      if (found.kind !== 'clear') return found;
    }
  }
  return CLEAR;
}

async function loosens(hunt: Hunt, rule: CoreRule, tool: string, guard: CoreExpr, kind: Ground): Promise<Answered> {
  if (!(await decidesAlone(hunt, rule, tool))) return CLEAR;
  const asked = new Because(hunt, rule, tool, kind);
  const lifted = await asked.questions.find(
    asked.goal(guard, false),
    ([draft]) => !!draft && asked.isAlone(draft) && hunt.answerWithout([rule], draft) === 'refuse',
  );
  if (lifted.kind === 'never') return CLEAR;
  if (lifted.kind === 'undecided') return { ...lifted, rules: [rule], tool };
  if (kind !== 'label') {
    const tightens = await tightensSomewhere(hunt, rule, kind);
    if (tightens.kind === 'never') return CLEAR;
    if (tightens.kind === 'undecided') return { ...tightens, rules: [rule], tool };
  }
  const [draft] = lifted.drafts;
  return draft ? told(hunt, rule, tool, guard, kind, draft) : CLEAR;
}

type Existence = Awaited<ReturnType<CallQuestions['exists']>>;

/** Whether the rule makes stricter what another one allows, for any of its tools. */
async function tightensSomewhere(hunt: Hunt, rule: CoreRule, kind: Ground): Promise<Existence> {
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
class Because {
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
async function decidesAlone(hunt: Hunt, rule: CoreRule, tool: string): Promise<boolean> {
  const about = hunt.about(tool);
  const { factory } = about.questions;
  const others = about.answer.rules.filter((each) => each.rule !== rule);
  const alone = [about.ofRule(rule).holds, ...others.map(({ fires }) => factory.not(fires))];
  const found = await about.questions.exists(factory.and(...alone), () => true);
  return found.kind !== 'never';
}

function told(hunt: Hunt, rule: CoreRule, tool: string, guard: CoreExpr, kind: Ground, draft: Draft): Answered {
  const leaf = leavesOf(guard).find((each) => groundOf(hunt, each) === kind);
  const what = leaf ? groundName(hunt, leaf, kind) : words('', '');
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  const step = hunt.step(draft);
  return {
    kind: 'found',
    bug: {
      subkind: kind,
      severity: 'high',
      rules: [rule],
      tool,
      title: words(
        `${en} is meant to be stricter and lets \`${tool}\` through`,
        `${pt} devia ser mais estrita e deixa passar \`${tool}\``,
      ),
      detail: words(
        `This call is confirmed by ${en} alone, because of ${what.en}. Without the rule \`default refuse\` would refuse it: what should count against the call opens the door. Make the rule refuse, or narrow it to calls that another rule allows.`,
        `Esta chamada é confirmada só por ${pt}, por causa ${what.pt}. Sem a regra, \`default refuse\` recusá-la-ia: o que devia pesar contra a chamada abre-lhe a porta. Faça a regra recusar, ou restrinja-a a chamadas que outra regra permite.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      expected: words('refuse, as without the rule', 'recusar, como sem a regra'),
      repairs: refusing(hunt, rule, tool),
      concerns: {
        tools: hunt.toolsOf(rule),
        where: ({ answer }) => answer.milderThan(answer.without(rule)),
        milder: false,
      },
    },
  };
}

function groundName({ policy: { core } }: Hunt, leaf: CoreExpr, kind: Ground) {
  if (leaf.op === 'label') return words(`the label \`${leaf.label}\``, `do rótulo \`${leaf.label}\``);
  if (kind === 'clock') return words('the time', 'da hora');
  const [slot] = slotsOf(core, leaf);
  const place = slot ? placeText(slot) : '';
  return words(`\`${place}\``, `de \`${place}\``);
}

/** The rule refuses; or it asks only where another one allows, or no more about the tool, or not at all. */
function refusing(hunt: Hunt, rule: CoreRule, tool: string): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  if (!written) return [];
  const tools = hunt.toolsOf(rule);
  const rest = tools.filter((each) => each !== tool);
  const leftOut = words(
    `Leave \`${tool}\` out of ${named([rule], 'en')}`,
    `Retirar \`${tool}\` de ${named([rule], 'pt')}`,
  );
  const allowing = hunt.policy.core.rules.flatMap((other) => {
    const [both, its] = [hunt.toolsOf(other).filter((each) => tools.includes(each)), WrittenRule.of(hunt, other)];
    return other.effect === 'allow' && both.length > 0 && its ? [{ other, both, its }] : [];
  });
  const narrowed = allowing.map(({ both, its }) => [written.about(both), written.alsoWhere(its)]);
  const copies = allowing.slice(1).map(({ other }, at) => {
    const edits = narrowed[at + 1] ?? [];
    return written.copy(
      `${rule.id}-${other.id}`,
      edits.flatMap((edit) => edit ?? []),
    );
  });
  return [
    ...repairOf(hunt, words('Let it refuse', 'Fazê-la recusar'), [written.effect('refuse')]),
    ...(narrowed.some((edits) => edits.includes(null))
      ? []
      : repairOf(hunt, words('Ask only where another rule allows', 'Perguntar só onde outra regra permite'), [
          ...(narrowed[0] ?? []),
          ...copies,
        ])),
    ...(written.namesTools && tools.length > 1 ? repairOf(hunt, leftOut, [written.about(rest)]) : []),
    {
      title: words(`Remove ${named([rule], 'en')}`, `Retirar ${named([rule], 'pt')}`),
      text: withoutRules(hunt, [rule]),
    },
  ];
}
