import type { CoreRule } from '@ostiary/policy';
import { type Answered, EXACT } from '../ask/hunt/answered.js';
import { askingFirst, askingInstead, askingMore } from '../ask/written/asking-first.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decidingRules } from '../ask/calls/deciding.js';
import { type CallsAsked, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { by, named, words } from '../ask/hunt/text.js';
import type { Repair, Severity, Step } from '../model/finding.js';

/**
 * A privileged or irreversible tool that runs without anybody being asked: sat V and D = allow. Its rules are all those by which it does,
 * each of which decides such a call.
 */
export const privilegedAllowed: BugClass = {
  id: 'S07',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const classes = hunt.entry(tool)?.classes ?? [];
      if (classes.includes('privileged') || classes.includes('irreversible')) yield await askOf(hunt, tool);
    }
  },
};

async function askOf(hunt: Hunt, tool: string): Promise<Answered> {
  const { questions, answer, unconfirmed } = hunt.about(tool);
  const asked: CallsAsked = {
    questions,
    goal: questions.factory.and(answer.allow, unconfirmed),
    shows: ([decision], [draft]) => draft.context.confirmed !== true && decision?.answer === 'allow',
    at: { rules: [] },
  };
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') return found.answered;
  const rules = await decidingRules(hunt, asked, [[0, answer]], found.drafts);
  // A policy that says when to ask about the tool says also when not to.
  const severity = (await isEverAsked(hunt, tool)) ? 'low' : 'high';
  return told(hunt, tool, severity, rules, hunt.step(found.drafts[0]));
}

/** Whether a rule asks a person about some call of the tool: one that never does says nothing of when to ask. */
async function isEverAsked(hunt: Hunt, tool: string): Promise<boolean> {
  if (!hunt.rulesOf(tool).some(({ effect }) => effect === 'confirm')) return false;
  const { questions, answer } = hunt.about(tool);
  const { factory } = questions;
  const asking = answer.rules.filter(({ rule }) => rule.effect === 'confirm').map(({ fires }) => fires);
  const found = await questions.exists(factory.and(answer.confirm, factory.or(...asking)), (draft) => {
    const decision = hunt.decide(draft);
    return decision?.answer === 'confirm' && decision.deciding.length > 0;
  });
  return found.kind === 'found';
}

function told(hunt: Hunt, tool: string, severity: Severity, rules: readonly CoreRule[], step: Step): Answered {
  const allowing = by(
    rules.filter(({ id }) => step.deciding.includes(id)),
    words(' by default', ' por omissão'),
  );
  return {
    kind: 'found',
    bug: {
      severity,
      rules,
      knownBy: [],
      tool,
      title: words(`\`${tool}\` runs without confirmation`, `\`${tool}\` é executada sem confirmação`),
      detail: words(
        `The catalogue says that \`${tool}\` is privileged, or that what it does cannot be undone. This call is allowed${allowing.en} without asking anyone.`,
        `O catálogo diz que \`${tool}\` é privilegiada, ou que o que ela faz não pode ser desfeito. Esta chamada é permitida${allowing.pt} sem consultar ninguém.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      repairs: repairsOf(hunt, tool),
      concerns: { tools: [tool], where: ({ answer: { allow } }) => allow, milder: false },
    },
  };
}

/** A person is asked about every call of the tool; or the rules that allow it ask. */
function repairsOf(hunt: Hunt, tool: string): readonly Repair[] {
  const allowing = hunt.rulesOf(tool).filter(({ effect }) => effect === 'allow');
  const title = words(
    `Ask for confirmation where ${named(allowing, 'en')} allows`,
    `Pedir confirmação onde ${named(allowing, 'pt')} permite`,
  );
  return [...askingInstead(hunt, tool, allowing, title), askingFirst(hunt, tool), ...askingMore(hunt, tool)];
}
