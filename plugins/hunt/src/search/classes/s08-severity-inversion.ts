import type { Type } from '@ostiary/catalogue';
import { type CoreExpr, type CoreRule, type Decision, strictness, within } from '@ostiary/policy';
import { ANY_VALUE, type AnswerTerms, type BoolTerm } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import { askingInstead } from '../ask/asking-first.js';
import { aboveBounds } from '../ask/amounts.js';
import { attributeTests } from '../ask/attribute-tests.js';
import type { BugClass } from '../ask/bug-class.js';
import { restOf, someOf } from '../ask/calls-where.js';
import { edited } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { type Decisions, findCalls, isMilder } from '../ask/milder.js';
import { withoutTest } from '../ask/rule-edits.js';
import { named, words } from '../ask/text.js';
import { isTied } from '../ask/tied.js';
import type { Repair, Step } from '../model/finding.js';

/**
 * More money, weaker answer: sat amount(x) < amount(x') and D(x') < D(x), all else equal. An explicit minimum is none; so the smaller
 * amount asks for a confirmation that the larger one does not, or an amount between two is stricter than both, or only what is large is
 * allowed, however large. Of whole numbers, the second only.
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
  const tests = hunt.rulesOf(tool).flatMap((rule) => testsOf(hunt, rule, tool));
  const bounds = tests.filter(
    ({ ofItem, cmp, type }) => !ofItem && isOrder(cmp) && ['money', 'int'].includes(type.kind),
  );
  return new Map(bounds.map(({ name, type }) => [name, type]));
}

const isOrder = (cmp: string | null): boolean => cmp !== null && cmp !== '==' && cmp !== '!=';

const testsOf = (hunt: Hunt, rule: CoreRule, tool: string) => {
  const guard = hunt.guardOf(rule, tool);
  return guard ? attributeTests(hunt.policy.core, guard) : [];
};

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
  const cases: readonly (readonly [Kind, BoolTerm])[] =
    type.kind === 'money'
      ? [
          ['inverted', inverted],
          ['between', bump],
          ['only_large', large],
        ]
      : [['between', factory.and(bump, factory.not(isRefused(mid)))]];
  const ask = (asked: typeof cases): ReturnType<typeof findCalls> =>
    findCalls(hunt, {
      questions,
      goal: factory.and(...plain, factory.or(...asked.map(([, goal]) => goal))),
      varied: [less, more, most],
      shows: (decisions) => {
        const found = shownBy(decisions, type, tied, huge !== null);
        return found !== null && asked.some(([kind]) => kind === kindOf(found));
      },
      at: { rules: [], tool, attribute: `args.${name}` },
    });
  let found = await ask(cases);
  if (found.kind === 'answered') return found.answered;
  // Of several kinds it is always the first that is told, whichever call was found.
  for (const each of cases.slice(0, -1)) {
    const first = await ask([each]);
    if (first.kind !== 'shown') continue;
    found = first;
    break;
  }
  const shown = shownBy(found.decisions, type, tied, huge !== null) ?? [];
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
  const deciding = new Set(steps.flatMap((step) => step.deciding));
  const rules = hunt.rulesOf(tool).filter(({ id }) => deciding.has(id));
  const by =
    rules.length === 0 ? { en: '', pt: '' } : { en: ` (${named(rules, 'en')})`, pt: ` (${named(rules, 'pt')})` };
  return {
    kind: 'found',
    bug: {
      subkind: kindOf(shown),
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
            : tightening(hunt, tool, rules, name, [strict, mild]),
      concerns: {
        tools: rules.flatMap((rule) => hunt.toolsOf(rule)),
        where: someOf(...rules.map((rule) => restOf(hunt, rule, (test) => readsArgument(hunt, test, name)))),
        milder: shown.length === 3 || shown.includes(3),
      },
    },
  };
}

type Kind = 'between' | 'inverted' | 'only_large';

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

const readsArgument = ({ policy: { core } }: Hunt, expr: CoreExpr, name: string): boolean =>
  [...within(expr)].some((each) => each.op === 'read' && core.slots[each.slot]?.path[0] === name);

/** The bounds of some rules on the number. */
const boundsIn = (hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string) =>
  rules.flatMap((rule) =>
    testsOf(hunt, rule, tool).flatMap((test) =>
      test.name === name && isOrder(test.cmp) ? [{ rule, test: test.test }] : [],
    ),
  );

/** What is allowed on both sides of a gap is allowed in it: a bound holds its value, or is left out. */
function closing(hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string): readonly Repair[] {
  // The stricter answer first.
  const strictest = hunt.rulesOf(tool).toSorted((a, b) => strictness[b.effect] - strictness[a.effect]);
  return boundsIn(hunt, tool, strictest, name).flatMap(({ rule, test }) => {
    const including = edited(hunt, test.span, (written) => written.replace(/([<>])(?!=)/u, '$1='));
    const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
    return [
      ...(including === hunt.policy.text
        ? []
        : [{ title: words(`Let ${en} include its bound`, `Fazer ${pt} incluir o seu limite`), text: including }]),
      ...(rules.includes(rule) ? unbounded(hunt, rule, test) : []),
    ];
  });
}

/** What is confirmed of a smaller number is confirmed of a larger one. */
function tightening(
  hunt: Hunt,
  tool: string,
  rules: readonly CoreRule[],
  name: string,
  [strict, mild]: readonly [Step, Step],
): readonly Repair[] {
  const stricter = rules.filter(({ effect }) => effect !== 'allow');
  const allowing = rules.filter(({ id, effect }) => effect === 'allow' && mild.deciding.includes(id));
  const title = words(
    `Let ${named(allowing, 'en')} ask a person, too`,
    `Fazer ${named(allowing, 'pt')} perguntar também`,
  );
  return [
    ...boundsIn(hunt, tool, stricter, name).flatMap(({ rule, test }) => unbounded(hunt, rule, test)),
    ...(strict.answer === 'confirm' ? askingInstead(hunt, tool, allowing, title) : []),
  ];
}

/** What is allowed however large it is was perhaps meant to be so up to the bound. */
function turning(hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string): readonly Repair[] {
  return boundsIn(hunt, tool, rules, name).flatMap(({ rule, test }) => {
    const text = edited(hunt, test.span, (written) =>
      written.replace(/>(=?)/u, (_, equal: string) => (equal === '' ? '<=' : '<')),
    );
    const title = words(
      `Turn the bound of ${named([rule], 'en')} round`,
      `Inverter o limite de ${named([rule], 'pt')}`,
    );
    return text === hunt.policy.text ? [] : [{ title, text }];
  });
}

function unbounded(hunt: Hunt, rule: CoreRule, test: CoreExpr): readonly Repair[] {
  const text = withoutTest(hunt, rule, test);
  const title = words(`Leave a bound of ${named([rule], 'en')} out`, `Retirar um limite de ${named([rule], 'pt')}`);
  return text === null ? [] : [{ title, text }];
}
