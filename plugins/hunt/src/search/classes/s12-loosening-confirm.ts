import { type CoreExpr, type CoreRule, placeText, within } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { withoutRules } from '../ask/rule-edits.js';
import { replaced } from '../ask/tests.js';
import { named, words } from '../ask/text.js';
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

type Kind = 'label' | 'clock' | 'flag';

/** What a test looks at that says something against a call. */
function groundOf(hunt: Hunt, expr: CoreExpr): Kind | null {
  if (expr.op === 'label') return 'label';
  const slots = [...within(expr)].flatMap((each) =>
    each.op === 'read' ? (hunt.policy.core.slots[each.slot] ?? []) : [],
  );
  if (slots.some(({ root }) => root === 'now')) return 'clock';
  return expr.op === 'read' && slots.some(({ type }) => type.kind === 'bool') ? 'flag' : null;
}

const JOINS: ReadonlySet<CoreExpr['op']> = new Set(['and', 'or', 'not', 'if']);

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

const leavesOf = (expr: CoreExpr): readonly CoreExpr[] =>
  JOINS.has(expr.op) ? [...within(expr)].filter(({ op }) => !JOINS.has(op)) : [expr];

async function loosens(hunt: Hunt, rule: CoreRule, tool: string, guard: CoreExpr, kind: Kind): Promise<Answered> {
  if (!(await decidesAlone(hunt, rule, tool))) return CLEAR;
  const questions = hunt.ownQuestions(tool);
  const { factory } = questions;
  const answer = questions.answer(hunt.policy.core);
  const turned = turnedAway(hunt, questions, rule, guard, kind);
  const own = answer.rules.find((each) => each.rule === rule)?.holds ?? factory.false;
  const firing = (effects: readonly string[]): BoolTerm =>
    factory.or(
      ...answer.rules
        .filter((each) => each.rule !== rule && effects.includes(each.rule.effect))
        .map((each) => each.fires),
    );
  const because = factory.and(own, turned, factory.not(firing(['confirm', 'refuse'])));
  const isAlone = (draft: Draft): boolean => {
    const decision = hunt.decide(draft);
    return (
      decision?.slug === 'confirm_required' && decision.deciding.length === 1 && decision.deciding[0]?.rule === rule.id
    );
  };
  const lifted = await questions.find(
    factory.and(because, factory.not(firing(['allow']))),
    ([draft]) => !!draft && isAlone(draft) && hunt.answerWithout([rule], draft) === 'refuse',
  );
  if (lifted.kind === 'never') return CLEAR;
  if (lifted.kind === 'undecided') return { ...lifted, rules: [rule], tool };
  if (kind !== 'label') {
    const tightens = await questions.exists(
      factory.and(because, firing(['allow'])),
      (draft) => isAlone(draft) && hunt.answerWithout([rule], draft) === 'allow',
    );
    if (tightens.kind === 'never') return CLEAR;
    if (tightens.kind === 'undecided') return { ...tightens, rules: [rule], tool };
  }
  const [draft] = lifted.drafts;
  return draft ? told(hunt, rule, tool, guard, kind, draft) : CLEAR;
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

/**
 * Where the guard would not be true if what it looks at there were otherwise, and the call would be refused: a rule that is the other half
 * of an allowance makes nothing milder.
 */
function turnedAway(hunt: Hunt, questions: CallQuestions, rule: CoreRule, guard: CoreExpr, kind: Kind): BoolTerm {
  const { factory } = questions;
  // An hour or a flag counts only where the rule also stands above an allowance, which is then not its other half.
  const others =
    kind === 'label' ? hunt.rulesOf(questions.tool).filter((each) => each !== rule && each.effect !== 'refuse') : [];
  const guards = [guard, ...others.flatMap((each) => hunt.guardOf(each, questions.tool) ?? [])];
  const otherwise = [true, false].map((value) => {
    const turned = guards.map((each) =>
      replaced(each, (part) =>
        !JOINS.has(part.op) && groundOf(hunt, part) === kind ? { op: 'const', value, type: { kind: 'bool' } } : null,
      ),
    );
    return factory.and(...turned.map((each) => factory.not(questions.truth(hunt.policy.core, each).holds)));
  });
  return factory.or(...otherwise);
}

function told(hunt: Hunt, rule: CoreRule, tool: string, guard: CoreExpr, kind: Kind, draft: Draft): Answered {
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
        `Esta chamada é confirmada só por ${pt}, por causa de ${what.pt}. Sem a regra, \`default refuse\` recusá-la-ia: o que devia pesar contra a chamada abre-lhe a porta. Faça a regra recusar, ou restrinja-a a chamadas que outra regra permite.`,
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

function groundName({ policy: { core } }: Hunt, leaf: CoreExpr, kind: Kind) {
  if (leaf.op === 'label') return words(`the label \`${leaf.label}\``, `a etiqueta \`${leaf.label}\``);
  if (kind === 'clock') return words('the time', 'a hora');
  const slot = leaf.op === 'read' ? core.slots[leaf.slot] : undefined;
  const place = slot ? placeText(slot) : '';
  return words(`\`${place}\``, `\`${place}\``);
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
