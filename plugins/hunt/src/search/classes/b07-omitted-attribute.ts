import type { Type } from '@ostiary/catalogue';
import { type CoreRule, strictness } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import {
  isOpened,
  isSwitchedOff,
  mayBeOmitted,
  mentionsIn,
  NOTHING,
  severityOfOmission,
  withAndWithout,
} from '../ask/omission.js';
import { stoppedWithout } from '../ask/stopped-without.js';

/**
 * An optional argument that, left out, switches off the rule that asks about its value: sat D(x without a) < D(x). A rule without `has`
 * and `or else` is undefined then, and fires. Where the policy says what absence stands for (`or else` a value, an allowance for calls
 * without it) that is what was meant; where the catalogue says it, see B12. A confirmation that fires because it is undefined opens what
 * the default would refuse with most values.
 */
export const omittedAttribute: BugClass = {
  id: 'B07',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const [name, { type, required, default: known }] of Object.entries(hunt.entry(tool)?.args.fields ?? {}))
        if (!required && known === undefined && mayBeOmitted(type))
          for (const rule of hunt.rulesOf(tool)) {
            const of = mentionsIn(hunt, rule, tool, name);
            if (isSwitchedOff(of) && rule.effect !== 'allow') yield await askOf(hunt, { tool, name, type, rule });
            if (of && isOpened(hunt, rule, tool, of)) yield await askOpened(hunt, { tool, name, type, rule });
          }
  },
};

interface At {
  readonly tool: string;
  readonly name: string;
  readonly type: Type;
  readonly rule: CoreRule;
}

async function askOf(hunt: Hunt, { tool, name, type, rule }: At): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const nothing = type.kind in NOTHING;
  const given = nothing ? [questions.vary({ args: { [name]: NOTHING[type.kind] } })] : [];
  const varied = [...given, questions.vary({ args: { [name]: undefined } })];
  const [whole, less] = [given[0] ?? questions.x, varied.at(-1)].map((call) => questions.answer(core, call));
  if (!whole || !less) throw new RangeError('a pair of less than two');
  const fires = whole.rules.find((each) => each.rule === rule)?.fires ?? factory.false;
  // An allowance that speaks of the absence meant it.
  const meant = less.rules.filter((each) => {
    const of = mentionsIn(hunt, each.rule, tool, name);
    return strictness[each.rule.effect] < strictness[rule.effect] && of !== null && (of.presence || of.fallback);
  });
  const found = await findCalls(hunt, {
    questions,
    goal: factory.and(fires, less.milderThan(whole), ...meant.map((each) => factory.not(each.fires))),
    varied,
    shows: (decisions) => {
      const [one, other] = decisions.slice(-2);
      const byRule = one?.deciding.some((each) => each.rule === rule.id) ?? false;
      const isMeant = meant.some((each) => other?.deciding.some(({ rule: id }) => id === each.rule.id));
      return byRule && !isMeant && isMilder(other, one);
    },
    at: { rules: [rule], tool, attribute: `args.${name}` },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = withAndWithout(hunt, name, found.drafts.slice(-2));
  const answers = steps.map(({ answer }) => answer);
  return {
    kind: 'found',
    bug: {
      severity: severityOfOmission(type),
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `Leaving out \`${name}\` gets round ${named([rule], 'en')}`,
        `Omitir \`${name}\` contorna ${named([rule], 'pt')}`,
      ),
      detail: words(
        `With \`${name}\` this call of \`${tool}\` is answered ${answers[0]}. The same call without it is answered ${answers[1]}, since ${named([rule], 'en')} asks about \`${name}\` only where it is given, and the catalogue does not say what \`${tool}\` takes in its place. Without \`has\` the rule would stop such calls by itself.`,
        `Com \`${name}\` esta chamada de \`${tool}\` recebe ${answers[0]}. A mesma chamada sem ele recebe ${answers[1]}, pois ${named([rule], 'pt')} só pergunta por \`${name}\` quando ele é dado, e o catálogo não diz o que \`${tool}\` assume no seu lugar. Sem \`has\` a regra travaria sozinha essas chamadas.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      ...stoppedWithout(hunt, tool, name, rule),
    },
  };
}

/** Sat D(x) = refuse by default, and D(x without a) = confirm by the rule alone, which cannot be read then. */
async function askOpened(hunt: Hunt, { tool, name, type, rule }: At): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const without = questions.vary({ args: { [name]: undefined } });
  const [whole, less] = [questions.answer(core), questions.answer(core, without)];
  const slot = core.slots.find(({ root, path }) => root === 'args' && path.length === 1 && path[0] === name);
  if (!slot) return CLEAR;
  const speaks = (answer: AnswerTerms): BoolTerm => factory.or(...answer.rules.map(({ fires }) => fires));
  const isThere = questions.truth(core, { op: 'has', slot: slot.index }).holds;
  const found = await findCalls(hunt, {
    questions,
    goal: factory.and(isThere, factory.not(speaks(whole)), less.confirm),
    varied: [without],
    shows: ([one, other]) =>
      one?.answer === 'refuse' &&
      one.deciding.length === 0 &&
      other?.slug === 'guard_undefined' &&
      other.deciding.every((each) => each.rule === rule.id),
    at: { rules: [rule], tool, attribute: `args.${name}` },
  });
  if (found.kind === 'answered') return found.answered;
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      subkind: 'opened',
      // Somebody is asked, and sees that it is missing.
      severity: severityOfOmission(type) === 'high' ? 'medium' : 'low',
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `Without \`${name}\` ${en} applies to any call`,
        `Sem \`${name}\` ${pt} aplica-se a qualquer chamada`,
      ),
      detail: words(
        `With this \`${name}\` the default refuses the call of \`${tool}\`. Without it ${en} cannot be read, and a rule that confirms applies then: the call is let through once it is confirmed. Ask for \`has\` as well, if calls without \`${name}\` are not meant.`,
        `Com este \`${name}\` a omissão recusa a chamada de \`${tool}\`. Sem ele ${pt} não se pode ler, e uma regra que confirma aplica-se então: a chamada passa depois de confirmada. Exija também \`has\`, se não se pretendem chamadas sem \`${name}\`.`,
      ),
      witness: { kind: 'calls', steps: withAndWithout(hunt, name, found.drafts) },
      bound: hunt.boundOf(questions),
    },
  };
}
