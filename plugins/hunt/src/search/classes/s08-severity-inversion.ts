import type { Type } from '@ostiary/catalogue';
import type { CoreRule, Decision } from '@ostiary/policy';
import { ANY_VALUE, type AnswerTerms, type BoolTerm } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import { aboveBounds } from '../ask/amounts.js';
import type { BugClass } from '../ask/bug-class.js';
import { restOf, someOf } from '../ask/calls-where.js';
import { decidingRules } from '../ask/deciding.js';
import type { Hunt } from '../ask/hunt.js';
import { boundTests, closing, readsArgument, tightening, turning } from '../ask/inversion-repairs.js';
import { type Decisions, findCalls, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { isTied } from '../ask/tied.js';

/**
 * More money, weaker answer: sat amount(x) < amount(x') and D(x') < D(x), all else equal. A minimum that is written down is not one; so the smaller
 * amount asks for a confirmation that the larger one does not, or an amount between two is stricter than both, or only what is large is
 * allowed, however large. Of whole numbers, the second only. Its rules are those that decide a call of some such pair or three.
 */
export const severityInversion: BugClass = {
  id: 'S08',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const [name, type] of numbersOf(hunt, tool)) yield await askOf(hunt, tool, name, type);
  },
};

/** The money and the whole numbers of a tool on which rules have bounds. */
function numbersOf(hunt: Hunt, tool: string): ReadonlyMap<string, Type> {
  const bounds = hunt.rulesOf(tool).flatMap((rule) => boundTests(hunt, rule, tool));
  const numbers = bounds.filter(({ ofItem, type }) => !ofItem && ['money', 'int'].includes(type.kind));
  return new Map(numbers.map(({ name, type }) => [name, type]));
}

async function askOf(hunt: Hunt, tool: string, name: string, type: Type): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const { factory, x } = questions;
  const huge = type.kind === 'money' && type.currencyFrom === undefined ? aboveBounds(hunt, tool, name, type) : null;
  const [less, more, most] = [ANY_VALUE, ANY_VALUE, huge ?? ANY_VALUE].map((raw) =>
    questions.vary({ args: { [name]: raw } }),
  );
  if (!less || !more || !most) throw new RangeError('less than three calls');
  const at = { root: 'args', path: [name], type } as const;
  const [below, above, far] = [
    questions.compare(less, x, at, '<').holds,
    questions.compare(x, more, at, '<').holds,
    questions.compare(x, most, at, '<').holds,
  ];
  const [low, mid, high, top] = [less, x, more, most].map((call) => questions.answer(core, call));
  if (!low || !mid || !high || !top) throw new RangeError('less than four answers');
  const tied = hunt.rulesOf(tool).filter((rule) => isTied(hunt, rule, tool, name));
  const plain = [low, mid, high, top].flatMap(({ rules }) =>
    rules.filter(({ rule }) => tied.includes(rule)).map(({ fires }) => factory.not(fires)),
  );
  const silent = ({ rules }: AnswerTerms): BoolTerm => factory.and(...rules.map(({ fires }) => factory.not(fires)));
  const isRefused = ({ rules }: AnswerTerms): BoolTerm =>
    factory.or(...rules.filter(({ rule }) => rule.effect === 'refuse').map(({ fires }) => fires));
  const bump = factory.and(below, above, low.milderThan(mid), high.milderThan(mid));
  const inverted = factory.and(above, mid.confirm, high.allow);
  const large = huge === null ? factory.false : factory.and(far, silent(mid), top.milderThan(mid));
  const kinds: readonly (readonly [Kind, BoolTerm, AnswerTerms])[] =
    type.kind === 'money'
      ? [
          ['inverted', inverted, high],
          ['between', bump, high],
          ['only_large', large, top],
        ]
      : [['between', factory.and(bump, factory.not(isRefused(mid))), high]];
  const varied = [less, more, most];
  const all = { goal: factory.or(...kinds.map(([, goal]) => goal)), isOne: () => true };
  const ask = ({ goal, isOne }: Case): ReturnType<typeof findCalls> =>
    findCalls(hunt, {
      questions,
      goal: factory.and(...plain, goal),
      varied,
      shows: (decisions) => {
        const places = shownBy(decisions, type, tied, huge !== null);
        return places !== null && isOne(kindOf(places), decisions[places.at(-1) ?? 0]);
      },
      at: { rules: [], tool, attribute: `args.${name}` },
    });
  let found = await ask(all);
  if (found.kind === 'answered') return found.answered;
  // Of several kinds it is always the first that is told, and of one kind what is allowed, whichever call was found.
  const cases = kinds.flatMap(([kind, goal, { allow }]): readonly Case[] => [
    { goal: factory.and(goal, allow), isOne: (one, mildest) => one === kind && mildest?.answer === 'allow' },
    { goal, isOne: (one) => one === kind },
  ]);
  for (const each of cases) {
    const first = await ask(each);
    if (first.kind !== 'shown') continue;
    found = first;
    break;
  }
  const shown = shownBy(found.decisions, type, tied, huge !== null) ?? [];
  const kind = kindOf(shown);
  const labels = [words('less', 'menos'), words('between', 'entre'), words('more', 'mais'), words('more', 'mais')];
  const order = [1, 0, 2, 3].filter((index) => shown.includes(index));
  const { drafts } = found;
  const steps = order.flatMap((index) => {
    const draft = drafts[index];
    const label = index === 0 && shown.length === 2 ? labels[0] : labels[[1, 0, 2, 3].indexOf(index)];
    return draft ? [hunt.step(draft, label ?? null)] : [];
  });
  const strict = steps.at(-2);
  const mild = steps.at(-1);
  if (!strict || !mild) throw new RangeError('a pair of less than two');
  const rules = await decidingRules(
    hunt,
    {
      questions,
      goal: factory.and(...plain, ...kinds.flatMap(([each, goal]) => (each === kind ? [goal] : []))),
      varied,
      shows: (calls) => {
        const decisions = calls.map((draft) => hunt.decide(draft));
        const places = shownBy(decisions, type, tied, huge !== null);
        return places !== null && kindOf(places) === kind;
      },
      answers: shown.flatMap((index): readonly (readonly [number, AnswerTerms])[] => {
        const answer = [mid, low, high, top][index];
        return answer ? [[index, answer]] : [];
      }),
    },
    drafts,
  );
  const deciding = rules.filter(({ id }) => steps.some((step) => step.deciding.includes(id)));
  const by =
    deciding.length === 0
      ? { en: '', pt: '' }
      : { en: ` (${named(deciding, 'en')})`, pt: ` (${named(deciding, 'pt')})` };
  return {
    kind: 'found',
    bug: {
      subkind: kind,
      // Of what is confirmed a person still decides.
      severity: mild.answer === 'confirm' ? 'low' : type.kind === 'money' ? 'high' : 'medium',
      rules,
      knownBy: [],
      tool,
      attribute: `args.${name}`,
      title: words(
        `A larger \`${name}\` of \`${tool}\` gets a milder answer`,
        `Um \`${name}\` maior de \`${tool}\` recebe uma resposta mais branda`,
      ),
      detail: words(
        `The smaller \`${name}\` is answered ${strict.answer}, the larger one ${mild.answer}, and nothing else differs${by.en}. Look for a comparison the wrong way round, or a range that nobody covers.`,
        `O \`${name}\` menor recebe ${strict.answer}, o maior ${mild.answer}, e nada mais difere${by.pt}. Procure uma comparação ao contrário, ou um intervalo que ninguém cobre.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      repairs:
        shown.length === 3
          ? closing(hunt, tool, rules, name)
          : shown.includes(3)
            ? turning(hunt, tool, rules, name)
            : tightening(hunt, tool, rules, name),
      concerns: {
        tools: rules.flatMap((rule) => hunt.toolsOf(rule)),
        where: someOf(...rules.map((rule) => restOf(hunt, rule, (test) => readsArgument(hunt, test, name)))),
        milder: shown.length === 3 || shown.includes(3),
      },
    },
  };
}

type Kind = 'between' | 'inverted' | 'only_large';

/** What is looked for: where, and whether what was found is that, by its kind and by what is decided of the call that is answered milder. */
interface Case {
  readonly goal: BoolTerm;
  readonly isOne: (kind: Kind, mildest: Decisions[number] | undefined) => boolean;
}

const kindOf = (shown: readonly number[]): Kind =>
  shown.length === 3 ? 'between' : shown.includes(3) ? 'only_large' : 'inverted';

/** The calls that show it, as places in the decisions of: between, less, more, most. */
function shownBy(
  [mid, low, high, top]: Decisions,
  type: Type,
  tied: readonly CoreRule[],
  withTop: boolean,
): readonly number[] | null {
  const free = (decision: Decision | null | undefined): boolean =>
    !!decision && !decision.deciding.some(({ rule }) => tied.some(({ id }) => id === rule));
  if (!mid || !free(mid)) return null;
  const isBump = free(low) && free(high) && isMilder(low, mid) && isMilder(high, mid);
  if (type.kind === 'int') return isBump && (mid.answer !== 'refuse' || mid.deciding.length === 0) ? [1, 0, 2] : null;
  if (mid.answer === 'confirm' && high?.answer === 'allow' && free(high)) return [0, 2];
  if (isBump) return [1, 0, 2];
  return withTop && mid.deciding.length === 0 && free(top) && isMilder(top, mid) ? [0, 3] : null;
}
