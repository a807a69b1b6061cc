import { type CoreExpr, type CoreRule, strictness } from '@ostiary/policy';
import { eventless } from '../ask/eventless.js';
import { missingIn } from '../ask/missing.js';
import type { Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { orElse } from '../ask/or-else.js';
import { testOfPlace, whereMissing } from '../ask/where-missing.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';
import { dropped } from '../ask/dropped.js';
import type { Repair } from '../model/finding.js';

/**
 * A confirm or refuse rule that alone decides a call of which it cannot be read: sat V and U(rule) and D(x without the rule) < D(x), whatever
 * its conditions on events come to. Of a policy whose language drops such a rule: a call that is answered milder for it.
 */
export const mayBeUndefined: BugClass = {
  id: 'G03',
  each: 'rules',
  async *ask(hunt, part) {
    const closed = hunt.options.readings?.closed;
    if (closed) return yield* dropped(hunt, closed, part);
    for (const rule of part.rules) if (rule.effect !== 'allow') yield await askOf(hunt, rule);
  },
};

async function askOf(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const { questions, answer } = about;
    const { factory } = questions;
    const readings = readingsOf(hunt, rule, tool);
    const unread = factory.or(...readings.map((each) => questions.truth(hunt.policy.core, each).undefined));
    const found = await questions.find(
      factory.and(
        about.ofRule(rule).undefined,
        unread,
        about.wholeEvents,
        about.unconfirmed,
        answer.without(rule).milderThan(answer),
      ),
      ([draft]) => !!draft && isUnread(hunt, rule, readings, draft),
    );
    if (found.kind === 'undecided') return { ...found, rules: [rule], tool, severity: 'info' };
    const draft = found.kind === 'found' ? found.drafts[0] : undefined;
    if (draft) return told(hunt, rule, tool, draft);
  }
  return CLEAR;
}

/** What the rule asks of a call of the tool, with whatever its conditions on events come to. */
function readingsOf(hunt: Hunt, rule: CoreRule, tool: string): readonly CoreExpr[] {
  const guard = hunt.guardOf(rule, tool);
  return guard ? eventless(hunt.policy.core, guard) : [];
}

const unreadOf = (hunt: Hunt, readings: readonly CoreExpr[], draft: Draft): CoreExpr | null =>
  readings.find((each) => hunt.truthOf(each, draft) === null) ?? null;

function isUnread(hunt: Hunt, rule: CoreRule, readings: readonly CoreExpr[], draft: Draft): boolean {
  if (!unreadOf(hunt, readings, draft)) return false;
  const decision = hunt.decide(draft);
  const isAlone = decision?.slug === 'guard_undefined' && decision.deciding.every((each) => each.rule === rule.id);
  return isAlone && strictness[hunt.answerWithout([rule], draft)] < strictness[rule.effect];
}

function told(hunt: Hunt, rule: CoreRule, tool: string, draft: Draft): Answered {
  const step = hunt.step(draft);
  const unread = unreadOf(hunt, readingsOf(hunt, rule, tool), draft);
  const missing = unread && missingIn(hunt.policy.core, unread, draft);
  const place =
    missing === null ? { en: 'what it reads', pt: 'o que lê' } : { en: `\`${missing}\``, pt: `\`${missing}\`` };
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      severity: 'info',
      rules: [rule],
      tool,
      ...(missing !== null && { attribute: missing }),
      title: words(`${en} also applies where ${place.en} is missing`, `${pt} também se aplica onde falta ${place.pt}`),
      detail: words(
        `Without ${place.en} the condition of ${en} has no value, and a rule that confirms or refuses then applies. That is the safe side. If calls without it are meant to pass, say so with \`or else\` or \`has\`.`,
        `Sem ${place.pt} a condição de ${pt} não tem valor, e uma regra que confirma ou recusa aplica-se então. É o lado seguro. Se as chamadas sem ele devem passar, diga-o com \`or else\` ou \`has\`.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      ...(missing !== null && {
        repairs: [...saying(hunt, rule, tool, missing), ...orElse(hunt, rule, tool, missing)],
      }),
    },
  };
}

/** The rule where the place is given, and once more where it is not: the same answers, and no test without a truth. */
function saying(hunt: Hunt, rule: CoreRule, tool: string, missing: string): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  const test = testOfPlace(hunt, rule, tool, missing);
  // The clock is no attribute, and `has` asks of attributes.
  if (!written || !test || missing.startsWith('now')) return [];
  const { dialect } = hunt.policy.core;
  const guarded = written.replaced(test, (source) =>
    dialect === 1
      ? `has ${missing} and ${source}`
      : `has ${missing} && ${source.includes('||') ? `(${source})` : source}`,
  );
  return repairOf(hunt, words(`Say that it applies without \`${missing}\``, `Dizer que se aplica sem \`${missing}\``), [
    guarded,
    whereMissing(hunt, rule, tool, missing),
  ]);
}
