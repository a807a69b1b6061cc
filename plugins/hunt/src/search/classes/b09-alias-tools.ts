import type { Tool } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import type { Step } from '../model/finding.js';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import type { Hunt } from '../ask/hunt.js';
import { type Decisions, findCalls, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { takeTheSame, both } from '../ask/aliases.js';

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
  const { core } = hunt.policy;
  const questions = hunt.questions(one.name, 1);
  const own = Object.keys(one.args.fields).filter((name) => !Object.hasOwn(other.args.fields, name));
  const args = Object.fromEntries(own.map((name) => [name, undefined]));
  const varied = [questions.vary({ args }), questions.vary({ args, tool: other.name })];
  const [left, right] = varied.map((call) => questions.answer(core, call));
  if (!left || !right) throw new RangeError('a pair of less than two');
  const ask = (goal: BoolTerm, shows: (decisions: Decisions) => boolean) =>
    findCalls(hunt, { questions, goal, varied, shows, at: { rules: [], tool: one.name, attribute: 'tool' } });
  const differs = await ask(left.differsFrom(right), ([, a, b]) => !!a && !!b && a.answer !== b.answer);
  if (differs.kind === 'answered') return differs.answered;
  const speaks = ({ rules }: AnswerTerms): BoolTerm => questions.factory.or(...rules.map(({ fires }) => fires));
  // Whichever pair was found, it is always the first of these that is told.
  for (const [stricter, milder, [at, beside]] of [
    [left, right, [1, 2]],
    [right, left, [2, 1]],
  ] as const)
    for (const isStrict of [true, false]) {
      const goal = questions.factory.and(
        milder.milderThan(stricter),
        isStrict ? speaks(stricter) : questions.factory.not(speaks(stricter)),
      );
      const shows = (decisions: Decisions): boolean =>
        isMilder(decisions[beside], decisions[at]) && (decisions[at]?.deciding.length ?? 0) > 0 === isStrict;
      const found = await ask(goal, shows);
      if (found.kind === 'answered') continue;
      const drafts = [found.drafts[at], found.drafts[beside]];
      const rules = await decidingRules(
        hunt,
        {
          questions,
          goal,
          varied,
          shows: (all) => shows(all.map((draft) => hunt.decide(draft))),
          answers: [isStrict ? [at, stricter] : [beside, milder]],
        },
        found.drafts,
      );
      return told(
        hunt,
        questions,
        rules,
        isStrict,
        drafts.flatMap((draft) => (draft ? [hunt.step(draft)] : [])),
      );
    }
  return { kind: 'undecided', reason: 'not_replayed', rules: [], tool: one.name, attribute: 'tool' };
}

/** @param isStrict whether the rules are about the tool that is answered stricter @param steps the stricter answer first */
function told(
  hunt: Hunt,
  questions: CallQuestions,
  rules: readonly CoreRule[],
  isStrict: boolean,
  steps: readonly Step[],
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
        `\`${tool}\` does what \`${same}\` does, and is answered milder`,
        `\`${tool}\` faz o mesmo que \`${same}\`, e recebe resposta mais branda`,
      ),
      detail: words(
        `The catalogue says that both are names of one thing. With the same arguments \`${same}\` is answered ${strict.answer} and \`${tool}\` ${mild.answer}; ${named(rules, 'en')} ${isSingle ? 'speaks' : 'speak'} of one of the two. Name both there.`,
        `O catálogo diz que são dois nomes da mesma coisa. Com os mesmos argumentos \`${same}\` recebe ${strict.answer} e \`${tool}\` ${mild.answer}; ${named(rules, 'pt')} ${isSingle ? 'fala' : 'falam'} de uma das duas. Nomeie ambas aí.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      repairs: rules.flatMap((rule) => both(hunt, rule, isStrict ? [same, tool] : [tool, same])),
      concerns: { tools: [isStrict ? tool : same], milder: !isStrict },
    },
  };
}
