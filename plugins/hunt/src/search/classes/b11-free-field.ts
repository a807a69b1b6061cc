import type { CoreRule } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/hunt/answered.js';
import { askingBoth } from '../ask/rules/asking-both.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decidingRules } from '../ask/calls/deciding.js';
import { type CallsAsked, type Case, decides, findFirst } from '../ask/calls/find-calls.js';
import { type Escape, escaping, escapesOf, sentCalls } from '../ask/rules/free-fields.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { isMilder } from '../ask/calls/milder.js';
import { by, words } from '../ask/hunt/text.js';
import type { Bound } from '../model/finding.js';

/**
 * What a rule stops in one argument passes in another of the same kind: sat D(x[other := v]) < D(x[main := v]), and also < D(x) with v in
 * both, so that nothing but the main argument makes the answer stricter. Its rules are those that stop the value in the main argument in some such case.
 */
export const freeField: BugClass = {
  id: 'B11',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const escape of tools.flatMap((tool) => escapesOf(hunt, tool))) yield await askOf(hunt, escape);
  },
};

async function askOf(hunt: Hunt, escape: Escape): Promise<Answered> {
  const { tool, other, asking } = escape;
  const questions = hunt.questions(tool, 1);
  const sent = sentCalls(hunt, questions, escape);
  const { strict, mild, both } = sent;
  const asked: CallsAsked = {
    questions,
    goal: escaping(questions, escape, sent),
    varied: [strict.call, mild.call, both.call],
    shows: ([, stopped, passing, twice]) =>
      !asking.some((rule) => decides(rule, passing)) && isMilder(passing, stopped) && isMilder(passing, twice),
    at: { rules: [], attribute: `args.${other.path.join('.')}` },
  };
  // What is allowed weighs more than what a person is asked for.
  const allowed: Case = {
    goal: questions.factory.and(asked.goal, mild.answer.allow),
    shows: (decisions, drafts) => asked.shows(decisions, drafts) && decisions[2]?.answer === 'allow',
  };
  const found = await findFirst(hunt, asked, [allowed]);
  if (found.kind === 'answered') return found.answered;
  const rules = await decidingRules(hunt, asked, [[1, strict.answer]], found.drafts);
  return told(hunt, escape, rules, found.drafts.slice(1, 3), hunt.boundOf(questions));
}

/** @param drafts with the value in the main argument, and in the other one */
function told(
  hunt: Hunt,
  { tool, main, other, raw }: Escape,
  rules: readonly CoreRule[],
  drafts: readonly Draft[],
  bound: Bound,
): Answered {
  const [one, free] = [main, other].map(({ path }) => `\`${path.join('.')}\``);
  const [stopped, passing] = drafts.map((draft, index) =>
    hunt.step(draft, words(`in ${[one, free][index] ?? ''}`, `em ${[one, free][index] ?? ''}`)),
  );
  if (!stopped || !passing) throw new RangeError('a pair of less than two');
  const stopping = by(rules.filter(({ id }) => stopped.deciding.includes(id)));
  return {
    kind: 'found',
    bug: {
      subkind: main.path.join('.'),
      // Whoever is asked to confirm sees the call.
      severity: passing.answer === 'allow' ? 'high' : 'medium',
      rules,
      knownBy: [],
      tool,
      attribute: `args.${other.path.join('.')}`,
      title: words(
        `${free} of \`${tool}\` escapes the rule on ${one}`,
        `${free} de \`${tool}\` escapa à regra sobre ${one}`,
      ),
      detail: words(
        `\`${String(raw)}\` in ${one} gets \`${stopped.answer}\`${stopping.en}; in ${free} it gets \`${passing.answer}\`. Test both in the same way.`,
        `\`${String(raw)}\` em ${one} recebe \`${stopped.answer}\`${stopping.pt}; em ${free} recebe \`${passing.answer}\`. Teste os dois da mesma forma.`,
      ),
      witness: { kind: 'calls', steps: [stopped, passing] },
      bound,
      ...askingBoth(hunt, tool, main, other, passing),
    },
  };
}
