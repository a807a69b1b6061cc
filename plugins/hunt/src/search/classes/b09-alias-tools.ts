import type { Tool } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import type { AnswerTerms, CallQuestions } from '@ostiary/policy/symbolic';
import { both, takeTheSame, underBothNames } from '../ask/rules/aliases.js';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decidingRules } from '../ask/calls/deciding.js';
import { type CallsAsked, type Case, findFirst } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { isMilder } from '../ask/calls/milder.js';
import { named, words } from '../ask/hunt/text.js';
import type { Bound, Step } from '../model/finding.js';

/**
 * Two tools that the catalogue calls names of one thing, answered differently for the same arguments: sat alias(t, t') and D(t') < D(t), or
 * else the other way round. Its rules are those that decide the stricter call in some such pair; where none does, the default being
 * stricter, those that decide the milder one.
 */
export const aliasTools: BugClass = {
  id: 'B09',
  async *ask(hunt) {
    const tools = hunt.tools.flatMap((name) => hunt.entry(name) ?? []);
    for (const [index, one] of tools.entries())
      for (const other of tools.slice(index + 1))
        if (one.aliasGroup !== undefined && one.aliasGroup === other.aliasGroup && takeTheSame(one, other))
          yield await askOf(hunt, one, other);
  },
};

async function askOf(hunt: Hunt, one: Tool, other: Tool): Promise<Answered> {
  const questions = hunt.questions(one.name, 1);
  const [left, right] = underBothNames(hunt, questions, one, other);
  const answers = { 1: left.answer, 2: right.answer };
  const differ: CallsAsked = {
    questions,
    goal: left.answer.differsFrom(right.answer),
    varied: [left.call, right.call],
    shows: ([, a, b]) => !!a && !!b && a.answer !== b.answer,
    at: { rules: [], attribute: 'tool' },
  };
  const cases = SIDES.map((sides) => caseOf(questions.factory, answers, sides));
  const found = await findFirst(hunt, differ, cases);
  if (found.kind === 'answered') return found.answered;
  const sides = SIDES[found.at ?? SIDES.length];
  if (!sides) return { kind: 'undecided', reason: 'not_replayed', tool: one.name, ...differ.at };
  const counted = sides.isRuled ? sides.strict : sides.mild;
  const asked = { ...differ, ...cases[found.at ?? 0] };
  const rules = await decidingRules(hunt, asked, [[counted, answers[counted]]], found.drafts);
  const steps = [sides.strict, sides.mild].flatMap((place) => found.drafts.slice(place, place + 1));
  return told(
    hunt,
    rules,
    sides.isRuled,
    steps.map((draft) => hunt.step(draft)),
    hunt.boundOf(questions),
  );
}

/** Which of the two is answered stricter, and whether by rules or by default. */
interface Sides {
  readonly strict: 1 | 2;
  readonly mild: 1 | 2;
  readonly isRuled: boolean;
}

/** Whichever pair is found, the first of these is told that there is. */
const SIDES: readonly Sides[] = [
  { strict: 1, mild: 2, isRuled: true },
  { strict: 1, mild: 2, isRuled: false },
  { strict: 2, mild: 1, isRuled: true },
  { strict: 2, mild: 1, isRuled: false },
];

const caseOf = (
  factory: CallQuestions['factory'],
  answers: Readonly<Record<1 | 2, AnswerTerms>>,
  { strict, mild, isRuled }: Sides,
): Case => ({
  goal: factory.and(
    answers[mild].milderThan(answers[strict]),
    isRuled ? answers[strict].ruled : factory.not(answers[strict].ruled),
  ),
  shows: (decisions) =>
    isMilder(decisions[mild], decisions[strict]) && (decisions[strict]?.deciding.length ?? 0) > 0 === isRuled,
});

/** @param isStrict whether the rules are about the tool that is answered stricter @param steps the stricter answer first */
function told(
  hunt: Hunt,
  rules: readonly CoreRule[],
  isStrict: boolean,
  steps: readonly Step[],
  bound: Bound,
): Answered {
  const [strict, mild] = steps;
  if (!strict || !mild) throw new RangeError('a pair of less than two');
  const { tool } = mild.call;
  const same = strict.call.tool;
  const isSingle = rules.length === 1;
  return {
    kind: 'found',
    bug: {
      subkind: same,
      severity: 'high',
      rules,
      knownBy: [],
      tool,
      title: words(
        `\`${tool}\` does what \`${same}\` does, and gets a milder answer`,
        `\`${tool}\` faz o mesmo que \`${same}\` e recebe uma resposta mais branda`,
      ),
      detail: words(
        `The catalogue says that both do the same thing. With the same arguments \`${same}\` gets \`${strict.answer}\` and \`${tool}\` gets \`${mild.answer}\`; ${named(rules, 'en')} ${isSingle ? 'names' : 'name'} only one of the two. Name both there.`,
        `O catálogo diz que as duas fazem a mesma coisa. Com os mesmos argumentos, \`${same}\` recebe \`${strict.answer}\` e \`${tool}\` recebe \`${mild.answer}\`; ${named(rules, 'pt')} ${isSingle ? 'nomeia' : 'nomeiam'} só uma das duas. Nomeie as duas aí.`,
      ),
      witness: { kind: 'calls', steps },
      bound: bound,
      repairs: rules.flatMap((rule) => both(hunt, rule, isStrict ? [same, tool] : [tool, same])),
      concerns: { tools: [isStrict ? tool : same], milder: !isStrict },
    },
  };
}
