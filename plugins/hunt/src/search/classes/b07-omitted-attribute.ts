import { type Answered, CLEAR } from '../ask/hunt/answered.js';
import { isGiven } from '../ask/calls/attribute-terms.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decides, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { isMilder } from '../ask/calls/milder.js';
import { named, words } from '../ask/hunt/text.js';
import {
  givenAndOmitted,
  isOpened,
  isSwitchedOff,
  meantByAbsence,
  type Omission,
  omissionsOf,
  severityOfOmission,
  withAndWithout,
} from '../ask/rules/omission.js';
import type { Bound, Step } from '../model/finding.js';
import { stoppedWithout } from '../ask/rules/stopped-without.js';

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
    for (const omission of tools.flatMap((tool) => omissionsOf(hunt, tool))) {
      if (isSwitchedOff(hunt, omission)) yield await switchedOff(hunt, omission);
      if (isOpened(hunt, omission)) yield await opened(hunt, omission);
    }
  },
};

/** Sat D(x without a) < D(x), by the rule, and by no allowance that speaks of the absence. */
async function switchedOff(hunt: Hunt, omission: Omission): Promise<Answered> {
  const { tool, name, rule } = omission;
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const { varied, whole, less } = givenAndOmitted(hunt, questions, omission);
  const meant = meantByAbsence(hunt, omission);
  const found = await findCalls(hunt, {
    questions,
    goal: factory.and(
      whole.firing(rule),
      less.milderThan(whole),
      ...less.rules.filter((each) => meant.includes(each.rule)).map(({ fires }) => factory.not(fires)),
    ),
    varied,
    shows: (decisions) => {
      const [one, other] = decisions.slice(-2);
      return decides(rule, one) && !meant.some((each) => decides(each, other)) && isMilder(other, one);
    },
    at: { rules: [rule], attribute: `args.${name}` },
  });
  if (found.kind === 'answered') return found.answered;
  return toldSwitchedOff(hunt, omission, withAndWithout(hunt, name, found.drafts.slice(-2)), hunt.boundOf(questions));
}

/** Sat D(x) = refuse by default, and D(x without a) = confirm by the rule alone, which cannot be read then. */
async function opened(hunt: Hunt, omission: Omission): Promise<Answered> {
  const { tool, name, rule } = omission;
  const { core } = hunt.policy;
  const there = isGiven(hunt, name);
  if (!there) return CLEAR;
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const without = questions.vary({ args: { [name]: undefined } });
  const [whole, less] = [questions.answer(core), questions.answer(core, without)];
  const found = await findCalls(hunt, {
    questions,
    goal: factory.and(questions.truth(core, there).holds, factory.not(whole.ruled), less.confirm),
    varied: [without],
    shows: ([one, other]) =>
      one?.answer === 'refuse' &&
      one.deciding.length === 0 &&
      other?.slug === 'guard_undefined' &&
      other.deciding.every((each) => each.rule === rule.id),
    at: { rules: [rule], attribute: `args.${name}` },
  });
  if (found.kind === 'answered') return found.answered;
  return toldOpened(omission, withAndWithout(hunt, name, found.drafts), hunt.boundOf(questions));
}

function toldSwitchedOff(
  hunt: Hunt,
  { tool, name, type, rule }: Omission,
  steps: readonly Step[],
  bound: Bound,
): Answered {
  const answers = steps.map(({ answer }) => answer);
  return {
    kind: 'found',
    bug: {
      severity: severityOfOmission(type),
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `Leaving out \`${name}\` gets around ${named([rule], 'en')}`,
        `Omitir \`${name}\` contorna ${named([rule], 'pt')}`,
      ),
      detail: words(
        `With \`${name}\` this call of \`${tool}\` gets \`${answers[0]}\`. The same call without it gets \`${answers[1]}\`, because ${named([rule], 'en')} tests \`${name}\` only where it is given. The catalogue does not say what \`${tool}\` does without it. Without \`has\` the rule would stop such calls by itself.`,
        `Com \`${name}\` esta chamada de \`${tool}\` recebe \`${answers[0]}\`. A mesma chamada sem ele recebe \`${answers[1]}\`, porque ${named([rule], 'pt')} só testa \`${name}\` quando ele é dado. O catálogo não diz o que \`${tool}\` faz sem ele. Sem \`has\`, a própria regra bloquearia essas chamadas.`,
      ),
      witness: { kind: 'calls', steps },
      bound,
      ...stoppedWithout(hunt, tool, name, rule),
    },
  };
}

function toldOpened({ tool, name, type, rule }: Omission, steps: readonly Step[], bound: Bound): Answered {
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
        `Without \`${name}\` ${en} applies to every call`,
        `Sem \`${name}\`, ${pt} aplica-se a qualquer chamada`,
      ),
      detail: words(
        `With this \`${name}\` the default refuses the call of \`${tool}\`. Without it the condition of ${en} has no value, and a rule that confirms then applies: the call goes through once it is confirmed. Test \`has\` as well, unless calls without \`${name}\` are meant.`,
        `Com este \`${name}\`, o valor por omissão recusa a chamada de \`${tool}\`. Sem ele, a condição de ${pt} não tem valor, e uma regra que confirma aplica-se então: a chamada passa depois de confirmada. Teste também \`has\`, a menos que se queiram chamadas sem \`${name}\`.`,
      ),
      witness: { kind: 'calls', steps },
      bound,
    },
  };
}
