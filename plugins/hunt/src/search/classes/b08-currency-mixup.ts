import type { RecordType, Type } from '@ostiary/catalogue';
import { type CoreExpr, type CorePolicy, type CoreRule, within } from '@ostiary/policy';
import type { Answered } from '../ask/answered.js';
import { attributeTests } from '../ask/attribute-tests.js';
import type { BugClass } from '../ask/bug-class.js';
import { firing } from '../ask/calls-where.js';
import { argPath, repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { mentionsOf } from '../ask/mentions.js';
import { WrittenRule } from '../ask/written-rule.js';
import type { Repair } from '../model/finding.js';

/**
 * A limit on a bare number, or on the sum of many, whose unit stands in another argument: sat D(x) and D(x') let the number pass by the
 * limit, and only the currency differs. Amounts of type `money` have their currency with them.
 */
export const currencyMixup: BugClass = {
  id: 'B08',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const args = hunt.entry(tool)?.args;
      if (!args) continue;
      for (const [name, pair] of unitsOf(hunt, tool, args))
        for (const rule of hunt.rulesOf(tool)) {
          for (const amount of limitsOf(hunt, rule, tool, args))
            yield await askOf(hunt, { tool, name, pair, rule, ...amount });
        }
    }
  },
};

/** Values far apart, the larger last. */
const UNITS: readonly { readonly names: RegExp; readonly values: readonly [string, string] }[] = [
  { names: /^(?:currency|ccy|currency_?code)$/i, values: ['JPY', 'KWD'] },
  { names: /^(?:unit|units|time_?unit)$/i, values: ['seconds', 'days'] },
];

/** The arguments that say what a number counts, and two values of each: of its type, else of those that the rules name, else any. */
function unitsOf(
  hunt: Hunt,
  tool: string,
  { fields }: RecordType,
): readonly (readonly [string, readonly [string, string]])[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const unit = UNITS.find(({ names }) => names.test(name));
    if (!unit || type.kind !== 'string' || (type.format !== 'text' && type.format !== 'keyword')) return [];
    const ofRules = namedBy(hunt, tool, name);
    const [one, other] = type.enum ?? (ofRules.length > 1 ? ofRules : unit.values);
    return one === undefined || other === undefined ? [] : [[name, [one, other]] as const];
  });
}

/** The values of an argument that the rules about a tool name. */
function namedBy(hunt: Hunt, tool: string, argument: string): readonly string[] {
  const tests = hunt.rulesOf(tool).flatMap((rule) => {
    const guard = hunt.guardOf(rule, tool);
    return guard ? attributeTests(hunt.policy.core, guard).filter(({ name }) => name === argument) : [];
  });
  const values = tests.flatMap(({ literals }) => literals.filter((each) => typeof each === 'string'));
  return [...new Set(values)];
}

const isNumber = (type: Type | undefined): boolean => type?.kind === 'int' || type?.kind === 'decimal';

interface Limit {
  /** The argument with the number. */
  readonly amount: string;
  /** Whether the rule lets pass what is within the limit; else it stops what is beyond. */
  readonly lets: boolean;
}

/** The numbers that a rule limits, each alone or as the sum of several calls. */
function limitsOf(hunt: Hunt, rule: CoreRule, tool: string, { fields }: RecordType): readonly Limit[] {
  const guard = hunt.guardOf(rule, tool);
  if (!guard) return [];
  const alone = attributeTests(hunt.policy.core, guard).flatMap(({ cmp, negated, ofItem, name }) => {
    const isUpper = isBelow(cmp) !== negated;
    return ofItem || !isOrder(cmp) ? [] : [{ amount: name, lets: isUpper }];
  });
  const sums = [...within(guard)].flatMap((expr) =>
    expr.op === 'sum' && expr.event.tools.includes(tool) && expr.field.length === 1 && isOrder(expr.cmp)
      ? [{ amount: expr.field[0] ?? '', lets: isBelow(expr.cmp) }]
      : [],
  );
  // The only number there is must be what the unit is of.
  const numbers = Object.values(fields).filter(({ type }) => isNumber(type)).length;
  const limits = [...alone, ...sums].filter(
    ({ amount, lets }) =>
      (lets ? rule.effect !== 'refuse' : rule.effect !== 'allow') &&
      isNumber(fields[amount]?.type) &&
      (numbers === 1 || AMOUNT.test(amount)),
  );
  return limits.filter(({ amount }, at) => limits.findIndex((each) => each.amount === amount) === at);
}

const isBelow = (cmp: string | null): boolean => cmp === '<' || cmp === '<=';
const isOrder = (cmp: string | null): boolean => isBelow(cmp) || cmp === '>' || cmp === '>=';

const AMOUNT = /amount|price|total|sum|cost|value|budget|fee|limit|duration|period|timeout|ttl/i;

interface At extends Limit {
  readonly tool: string;
  /** Of the unit. */
  readonly name: string;
  readonly pair: readonly [string, string];
  readonly rule: CoreRule;
}

async function askOf(hunt: Hunt, { tool, name, pair, rule, amount, lets }: At): Promise<Answered> {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const varied = pair.map((raw) => questions.vary({ args: { [name]: raw } }));
  const answers = varied.map((call) => questions.answer(core, call));
  const passes = answers.map((answer) => {
    const fires = answer.rules.find((each) => each.rule === rule)?.fires ?? factory.false;
    return lets ? factory.and(fires, answer[rule.effect]) : factory.and(factory.not(fires), answer.allow);
  });
  const attribute = `args.${amount}`;
  const found = await findCalls(hunt, {
    questions,
    // A rule that reads the unit has thought of it.
    goal: guard && readsUnit(core, guard, name) ? factory.false : factory.and(...passes),
    varied,
    shows: ([, ...decisions]) =>
      decisions.every((each) => {
        const decides = each?.deciding.some((deciding) => deciding.rule === rule.id);
        return lets ? each?.answer === rule.effect && decides : each?.answer === 'allow' && !decides;
      }),
    at: { rules: [rule], tool, attribute },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = found.drafts
    .slice(1)
    .map((draft, index) => hunt.step(draft, words(pair[index] ?? '', pair[index] ?? '')));
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute,
      title: words(
        `The limit of ${named([rule], 'en')} on \`${amount}\` is the same in every \`${name}\``,
        `O limite de ${named([rule], 'pt')} sobre \`${amount}\` é o mesmo em qualquer \`${name}\``,
      ),
      detail: words(
        `\`${amount}\` is a bare number, and \`${name}\` says what of. The same number of ${pair[0]} and of ${pair[1]} passes, though one is worth far more. Ask for \`${name}\` in the rule, or declare \`${amount}\` as \`money\`.`,
        `\`${amount}\` é um número puro, e \`${name}\` diz de quê. O mesmo número de ${pair[0]} e de ${pair[1]} passa, embora um valha muito mais. Pergunte por \`${name}\` na regra, ou declare \`${amount}\` como \`money\`.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      repairs: lets ? ofOneUnit(hunt, rule, tool, name, amount) : [],
      concerns: { tools: [tool], where: firing(rule), milder: false },
    },
  };
}

/** Whether a guard asks for the unit: of the call, or of the events that it sums. */
const readsUnit = (core: CorePolicy, guard: CoreExpr, name: string): boolean =>
  mentionsOf(core, guard, name).value ||
  [...within(guard)].some((expr) => 'event' in expr && expr.event.fields.some(({ path }) => path[0] === name));

/** The rule of one unit only: the first that the catalogue names. */
function ofOneUnit(hunt: Hunt, rule: CoreRule, tool: string, name: string, amount: string): readonly Repair[] {
  const type = hunt.entry(tool)?.args.fields[name]?.type;
  const unit = type?.kind === 'string' ? type.enum?.[0] : undefined;
  const guard = hunt.guardOf(rule, tool);
  const test = guard && attributeTests(hunt.policy.core, guard).find((each) => each.name === amount)?.test;
  if (unit === undefined || !test) return [];
  const join = hunt.policy.core.dialect === 1 ? 'and' : '&&';
  const only = words(
    `Let ${named([rule], 'en')} hold for \`${unit}\` only`,
    `Fazer ${named([rule], 'pt')} valer só para \`${unit}\``,
  );
  return repairOf(hunt, only, [
    WrittenRule.of(hunt, rule)?.replaced(
      test,
      (source) => `${source} ${join} ${argPath(name)} == ${JSON.stringify(unit)}`,
    ),
  ]);
}
