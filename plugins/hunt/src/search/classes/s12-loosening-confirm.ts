import type { CoreExpr, CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { leavesOf } from '../ask/guards/tests.js';
import { named, words } from '../ask/hunt/text.js';
import { type Ground, groundOf } from '../ask/rules/turned-away.js';
import { tightensSomewhere, Because, decidesAlone } from '../ask/rules/loosening.js';
import { refusing } from '../ask/rules/loosening-repairs.js';
import { groundName } from '../ask/rules/ground-name.js';
import type { Step } from '../model/finding.js';

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
    ([draft]) => asked.isAlone(draft) && hunt.answerWithout([rule], draft) === 'refuse',
  );
  if (lifted.kind !== 'found') return notFound(lifted, { rules: [rule], tool });
  const tightens = kind === 'label' ? FOUND : await tightensSomewhere(hunt, rule, kind);
  if (tightens.kind === 'undecided') return notFound(tightens, { rules: [rule], tool });
  return tightens.kind === 'never' ? CLEAR : told(hunt, rule, guard, kind, hunt.step(lifted.drafts[0]));
}

/** A label never speaks for a call. */
const FOUND = { kind: 'found' } as const;

function told(hunt: Hunt, rule: CoreRule, guard: CoreExpr, kind: Ground, step: Step): Answered {
  const { tool } = step.call;
  const leaf = leavesOf(guard).find((each) => groundOf(hunt, each) === kind);
  const what = leaf ? groundName(hunt, leaf, kind) : words('', '');
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      subkind: kind,
      severity: 'high',
      rules: [rule],
      tool,
      title: words(
        `${en} is meant to be stricter, but lets \`${tool}\` through`,
        `${pt} devia ser mais severa, mas deixa \`${tool}\` passar`,
      ),
      detail: words(
        `Only ${en} applies to this call, because of ${what.en}, and asks for confirmation. Without the rule \`default refuse\` would refuse the call: what should count against it lets it through. Make the rule refuse, or narrow it to calls that another rule allows.`,
        `Só ${pt} se aplica a esta chamada, por causa ${what.pt}, e pede confirmação. Sem a regra, \`default refuse\` recusaria a chamada: o que devia pesar contra ela deixa-a passar. Faça com que a regra recuse, ou restrinja-a a chamadas que outra regra permite.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      expected: words('Refuse, as without the rule', 'Recusar, como sem a regra'),
      repairs: refusing(hunt, rule, tool),
      concerns: {
        tools: hunt.toolsOf(rule),
        where: ({ answer }) => answer.milderThan(answer.without(rule)),
        milder: false,
      },
    },
  };
}
