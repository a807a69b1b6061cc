import type { PreparedPolicy } from '@ostiary/guard';
import type { CoreRule, Decision } from '@ostiary/policy';
import type { AnswerTerms, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../hunt/answered.js';
import { decides, findCalls } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { firstAnswer } from '../hunt/in-turn.js';
import { isMilder } from '../calls/milder.js';
import { missingOf } from '../guards/missing.js';
import type { Part } from '../hunt/part.js';
import { named, words } from '../hunt/text.js';

/** A policy and its reading that drops no rule, asked about one tool. */
interface Asked {
  readonly questions: CallQuestions;
  readonly open: AnswerTerms;
  readonly closed: AnswerTerms;
}

/**
 * Rules that confirm or refuse and are dropped where they have no value, and rules that allow what they cannot read: sat V and U(rule) and
 * D(x) < D'(x), with D' the reading of the policy in which no rule does either.
 */
export async function* dropped(hunt: Hunt, closed: PreparedPolicy, part: Part): AsyncIterable<Answered> {
  const tools = part.tools.map((tool): Asked => {
    const questions = hunt.questions(tool, undefined, [closed]);
    return { questions, open: questions.answer(hunt.policy.core), closed: questions.answer(closed.core) };
  });
  for (const rule of part.rules) yield await firstAnswer(tools, (asked) => askOf(hunt, closed, rule, asked));
}

async function askOf(
  hunt: Hunt,
  reading: PreparedPolicy,
  rule: CoreRule,
  { questions, open, closed }: Asked,
): Promise<Answered> {
  const terms = closed.rules.find((each) => each.rule.id === rule.id);
  if (!terms) return CLEAR;
  const letsPass = rule.effect === 'allow' ? open.firing(rule) : closed[rule.effect];
  const found = await findCalls(hunt, {
    questions,
    goal: questions.factory.and(terms.undefined, letsPass, open.milderThan(closed)),
    shows: ([mild], [draft]) => isDropped(rule, mild, hunt.decide(draft, reading)),
    at: { rules: [rule] },
  });
  if (found.kind === 'answered') return found.answered;
  return told(hunt, reading, rule, found.drafts[0], questions);
}

/** Whether a call is answered milder than by the other reading, for a rule that has no truth of it. */
function isDropped(rule: CoreRule, mild: Decision | null | undefined, strict: Decision | null): boolean {
  if (!isMilder(mild, strict)) return false;
  return decides(rule, rule.effect === 'allow' ? mild : strict?.slug === 'guard_undefined' ? strict : null);
}

function told(hunt: Hunt, reading: PreparedPolicy, rule: CoreRule, draft: Draft, questions: CallQuestions): Answered {
  const same = reading.rules.get(rule.id);
  const missing = same ? missingOf(reading.core, same, draft) : null;
  const place = missing === null ? words('what it reads', 'o que ela lê') : words(`\`${missing}\``, `\`${missing}\``);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool: draft.call.tool,
      ...(missing !== null && { attribute: missing }),
      title: words(`Leaving out ${place.en} gets past ${en}`, `Omitir ${place.pt} contorna ${pt}`),
      detail:
        rule.effect === 'allow'
          ? words(
              `In the language of this policy a restriction on a missing argument does not count: without ${place.en} the call goes through by ${en}, whatever ${en} restricts. Make the argument required in the tool, or refuse calls without it.`,
              `Na linguagem desta política, uma restrição sobre um argumento ausente não conta: sem ${place.pt} a chamada passa por ${pt}, restrinja ${pt} o que restringir. Torne o argumento obrigatório na ferramenta, ou recuse chamadas sem ele.`,
            )
          : words(
              `Where ${place.en} is missing, the condition of ${en} fails and the language of this policy skips the rule: the call is decided as if the rule were not there. Test first whether it is there, and refuse the call if it is not.`,
              `Quando falta ${place.pt}, a condição de ${pt} falha e a linguagem desta política salta a regra: a chamada é decidida como se a regra não existisse. Teste primeiro se está presente, e recuse a chamada se não estiver.`,
            ),
      witness: { kind: 'call', steps: [hunt.step(draft)] },
      expected:
        rule.effect === 'allow'
          ? words(
              `Without ${place.en} the call should not be allowed.`,
              `Sem ${place.pt} a chamada não devia ser permitida.`,
            )
          : words(`What ${en} says when it applies.`, `O que ${pt} diz quando se aplica.`),
      bound: hunt.boundOf(questions),
    },
  };
}
