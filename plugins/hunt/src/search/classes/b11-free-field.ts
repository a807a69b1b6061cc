import type { Tool } from '@ostiary/catalogue';
import { type CoreRule, readValue } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Severity } from '../model/finding.js';
import type { Answered } from '../ask/answered.js';
import { aboveBounds } from '../ask/amounts.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import type { Hunt } from '../ask/hunt.js';
import { mentionsOf } from '../ask/mentions.js';
import { type Decisions, findCalls, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { askingBoth } from '../ask/asking-both.js';
import { type FieldPlace, placesOf, STRANGERS } from '../ask/field-places.js';

/**
 * What a rule stops in one argument passes in another of the same kind: sat D(x[other := v]) < D(x[main := v]), and so it is when
 * both are v, where nothing else can be what is stricter. Its rules are those that stop the value in the main argument in some such case.
 */
export const freeField: BugClass = {
  id: 'B11',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const entry = hunt.entry(tool);
      if (!entry) continue;
      const fields = placesOf(entry.args);
      for (const main of fields.filter((field) => field.path.length === 1 && isRead(hunt, tool, field.path[0] ?? '')))
        for (const other of fields)
          if (other.kind === main.kind && other.path[0] !== main.path[0] && !SENDS.test(other.path.join('_')))
            yield await askOf(hunt, entry, main, other);
    }
  },
};

/** Fields that say whose or where from, which a limit on where to does not concern. */
const SENDS = /^(?:from|sender|source|src|reply|debtor|payer|author|owner|on_behalf)/i;

const isRead = (hunt: Hunt, tool: string, name: string): boolean =>
  hunt.rulesOf(tool).some((rule) => asks(hunt, rule, tool, name));

function asks(hunt: Hunt, rule: CoreRule, tool: string, name: string): boolean {
  const guard = hunt.guardOf(rule, tool);
  return guard !== null && mentionsOf(hunt.policy.core, guard, name).value;
}

async function askOf(hunt: Hunt, { name: tool }: Tool, main: FieldPlace, other: FieldPlace): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const attribute = `args.${other.path.join('.')}`;
  const at = { rules: [], tool, attribute };
  const {
    type,
    path: [name = ''],
  } = main;
  const raw = type.kind === 'money' ? aboveBounds(hunt, tool, name, type) : STRANGERS[main.kind];
  const given = ({ path: [first = ''], around }: FieldPlace): Readonly<Record<string, unknown>> => ({
    [first]: around(raw),
  });
  const args = [given(main), given(other), { ...given(main), ...given(other) }];
  const [strict, mild, both] = args.map((changed) => questions.vary({ args: changed }));
  if (!strict || !mild || !both) throw new RangeError('less than three calls');
  const isSent = typeof raw === 'string' && [main, other].every((each) => readValue(each.type, raw).ok);
  const [strictly, mildly, doubly] = [strict, mild, both].map((call) => questions.answer(core, call));
  if (!strictly || !mildly || !doubly) throw new RangeError('less than three answers');
  const { factory } = questions;
  // A rule that lets it pass and looks at the other argument says what is meant there.
  const asking = hunt
    .rulesOf(tool)
    .filter((rule) => rule.effect !== 'refuse' && asks(hunt, rule, tool, other.path[0] ?? ''));
  const unasked = mildly.rules.filter(({ rule }) => asking.includes(rule)).map(({ fires }) => factory.not(fires));
  const goal = isSent ? factory.and(...unasked, mildly.milderThan(strictly), mildly.milderThan(doubly)) : factory.false;
  const isUnasked = (decision: Decisions[number] | undefined): boolean =>
    !decision?.deciding.some(({ rule }) => asking.some(({ id }) => id === rule));
  const shows = ([, stopped, passing, twice]: Decisions): boolean =>
    isUnasked(passing) && isMilder(passing, stopped) && isMilder(passing, twice);
  const varied = [strict, mild, both];
  let found = await findCalls(hunt, { questions, goal, varied, shows, at });
  if (found.kind === 'answered') return found.answered;
  // What is allowed weighs more than what a person is asked for, whichever was found.
  const allowed = await findCalls(hunt, {
    questions,
    goal: factory.and(goal, mildly.allow),
    varied,
    shows: (decisions) => shows(decisions) && decisions[2]?.answer === 'allow',
    at,
  });
  if (allowed.kind === 'shown') found = allowed;
  const [one, free] = [main, other].map(({ path }) => `\`${path.join('.')}\``);
  const [stopped, passing] = found.drafts
    .slice(1, 3)
    .map((draft, index) => hunt.step(draft, words(`in ${[one, free][index] ?? ''}`, `em ${[one, free][index] ?? ''}`)));
  if (!stopped || !passing) throw new RangeError('a pair of less than two');
  const decided = (drafts: readonly Draft[]): Decisions => drafts.map((draft) => hunt.decide(draft));
  const rules = await decidingRules(
    hunt,
    { questions, goal, varied, shows: (drafts) => shows(decided(drafts)), answers: [[1, strictly]] },
    found.drafts,
  );
  const stopping = rules.filter(({ id }) => stopped.deciding.includes(id));
  const by =
    stopping.length > 0
      ? { en: ` by ${named(stopping, 'en')}`, pt: ` por ${named(stopping, 'pt')}` }
      : { en: '', pt: '' };
  // Whoever is asked to confirm sees the call.
  const severity: Severity = passing.answer === 'allow' ? 'high' : 'medium';
  return {
    kind: 'found',
    bug: {
      subkind: main.path.join('.'),
      severity,
      rules,
      knownBy: [],
      tool,
      attribute,
      title: words(
        `${free} of \`${tool}\` escapes what holds for ${one}`,
        `${free} de \`${tool}\` escapa ao que vale para ${one}`,
      ),
      detail: words(
        `\`${String(raw)}\` in ${one} is answered ${stopped.answer}${by.en}; in ${free} it is answered ${passing.answer}. Ask the same of both.`,
        `\`${String(raw)}\` em ${one} recebe ${stopped.answer}${by.pt}; em ${free} recebe ${passing.answer}. Pergunte o mesmo de ambos.`,
      ),
      witness: { kind: 'calls', steps: [stopped, passing] },
      bound: hunt.boundOf(questions),
      ...askingBoth(hunt, tool, main, other, passing),
    },
  };
}
