import type { RecordType, Tool, Type } from '@ostiary/catalogue';
import { type CoreRule, readValue } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Severity, Step } from '../model/finding.js';
import type { Answered } from '../ask/answered.js';
import { aboveBounds } from '../ask/amounts.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { mentionsOf } from '../ask/mentions.js';
import { type Decisions, findCalls, isMilder } from '../ask/milder.js';
import type { Mending } from '../ask/spellings.js';
import { conjunctsOf, slotsOf } from '../ask/tests.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';

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

/** A value of the call that leads somewhere or is worth something. */
interface FieldPlace {
  readonly path: readonly string[];
  /** `money`, or the format of a string. */
  readonly kind: string;
  readonly type: Type;
  /** Of the argument it lies in, around the value. */
  readonly around: (raw: unknown) => unknown;
}

/** A value no policy means to let through. */
const STRANGERS: Readonly<Record<string, string>> = {
  email: 'eve@attacker.example',
  domain: 'attacker.example',
  url: 'https://attacker.example/',
  iban: 'GB33BUKB20201555555555',
  ip: '203.0.113.7',
};

function placesOf({ fields }: RecordType, inside = false): readonly FieldPlace[] {
  return Object.entries(fields).flatMap(([name, { type }]): readonly FieldPlace[] => {
    if (type.kind === 'list')
      return placesIn(name, type.of, inside).map((place) => ({ ...place, around: (raw) => [place.around(raw)] }));
    return placesIn(name, type, inside);
  });
}

function placesIn(name: string, type: Type, inside: boolean): readonly FieldPlace[] {
  const kind = type.kind === 'string' ? type.format : type.kind;
  if (kind === 'money' || kind in STRANGERS) return [{ path: [name], kind, type, around: (raw) => raw }];
  if (type.kind !== 'record' || inside) return [];
  return placesOf(type, true).flatMap((place) => {
    const [first = ''] = place.path;
    const others = Object.entries(type.fields).filter(([each, { required }]) => required && each !== first);
    if (others.length > 0) return [];
    return [{ ...place, path: [name, ...place.path], around: (raw: unknown) => ({ [first]: place.around(raw) }) }];
  });
}

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

/** What the rules that let the call pass ask of the one argument, asked of the other as well. It concerns calls that give the other. */
function askingBoth(hunt: Hunt, tool: string, main: FieldPlace, other: FieldPlace, passing: Step): Mending {
  const [[from = ''], [to = '', ...inside]] = [main.path, other.path];
  const [one, field] = [from, to].map((name) => hunt.entry(tool)?.args.fields[name]);
  if (!one || !field || inside.length > 0 || ![from, to].every((name) => /^[A-Za-z_]\w*$/u.test(name))) return {};
  const letting = hunt.rulesOf(tool).filter(({ id }) => passing.deciding.includes(id));
  const { core } = hunt.policy;
  const [areLists, isOptional] = [[one, field].map(({ type }) => type.kind === 'list'), !field.required];
  const ofOther = (source: string): string | null => {
    const written = (name: string): string =>
      source.replaceAll(new RegExp(`(args has )?(?<![\\w.])(?:args\\.)?${from}\\b(?![("])`, 'gu'), (_, has?: string) =>
        has === undefined ? name : `${has}${to}`,
      );
    if (areLists[0] === areLists[1]) return written(`args.${to}`);
    return areLists[0] || core.dialect === 1 ? null : `args.${to}.all(each, ${written('each')})`;
  };
  const edits = letting.map((rule) => {
    const guard = hunt.guardOf(rule, tool);
    const test = (guard ? conjunctsOf(guard) : []).find(
      (each) => each.op !== 'not' && slotsOf(core, each).some(({ root, path }) => root === 'args' && path[0] === from),
    );
    return (
      test &&
      WrittenRule.of(hunt, rule)?.replacedWhereSaid(test, (source) => {
        const also = ofOther(source);
        if (also === null || (isOptional && core.dialect === 1)) return null;
        if (core.dialect === 1) return `${source} and ${also}`;
        const joined = (each: string): string => (source.includes('||') ? `(${each})` : each);
        const isGuarded = also.includes(`args has ${to}`);
        return `${joined(source)} && ${isOptional && !isGuarded ? `(!(has args.${to}) || ${also})` : joined(also)}`;
      })
    );
  });
  const place = { index: -1, root: 'args', path: [to], type: field.type, required: field.required } as const;
  return {
    repairs: repairOf(hunt, words(`Ask the same of \`${to}\``, `Perguntar o mesmo de \`${to}\``), edits),
    concerns: {
      tools: [tool],
      where: ({ questions: { factory, x } }) => factory.not(x.inputs.absent(place)),
      milder: false,
    },
  };
}
