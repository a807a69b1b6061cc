import type { RecordType, Type } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
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
 * A limit on a bare number whose unit stands in another argument: sat D(x) and D(x') let the number pass by the limit, and only the
 * currency differs. Amounts of type `money` have their currency with them.
 */
export const currencyMixup: BugClass = {
  id: 'B08',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const args = hunt.entry(tool)?.args;
      if (!args) continue;
      for (const [name, pair] of unitsOf(args))
        for (const rule of hunt.rulesOf(tool)) {
          const limited = rule.effect === 'refuse' ? [] : limitsOf(hunt, rule, tool, args);
          for (const amount of limited) yield await askOf(hunt, { tool, name, pair, rule, amount });
        }
    }
  },
};

/** Values far apart, the larger last. */
const UNITS: readonly { readonly names: RegExp; readonly values: readonly [string, string] }[] = [
  { names: /^(?:currency|ccy|currency_?code)$/i, values: ['JPY', 'KWD'] },
  { names: /^(?:unit|units|time_?unit)$/i, values: ['seconds', 'days'] },
];

/** The arguments that say what a number counts, and two values of each. */
function unitsOf({ fields }: RecordType): readonly (readonly [string, readonly [string, string]])[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const unit = UNITS.find(({ names }) => names.test(name));
    if (!unit || type.kind !== 'string' || (type.format !== 'text' && type.format !== 'keyword')) return [];
    const [one, other] = type.enum ?? unit.values;
    return one === undefined || other === undefined ? [] : [[name, [one, other]] as const];
  });
}

const isNumber = (type: Type | undefined): boolean => type?.kind === 'int' || type?.kind === 'decimal';

/** The numbers that a rule lets pass up to a bound. */
function limitsOf(hunt: Hunt, rule: CoreRule, tool: string, { fields }: RecordType): readonly string[] {
  const guard = hunt.guardOf(rule, tool);
  const tests = guard ? attributeTests(hunt.policy.core, guard) : [];
  const upper = tests.filter(
    ({ cmp, negated, ofItem, name }) =>
      !ofItem && isNumber(fields[name]?.type) && ((negated ? ['>', '>='] : ['<', '<=']) as unknown[]).includes(cmp),
  );
  // The only number there is must be what the unit is of.
  const numbers = Object.values(fields).filter(({ type }) => isNumber(type)).length;
  return [...new Set(upper.map(({ name }) => name))].filter((name) => numbers === 1 || AMOUNT.test(name));
}

const AMOUNT = /amount|price|total|sum|cost|value|budget|fee|limit|duration|period|timeout|ttl/i;

interface At {
  readonly tool: string;
  /** Of the unit. */
  readonly name: string;
  readonly pair: readonly [string, string];
  readonly rule: CoreRule;
  readonly amount: string;
}

async function askOf(hunt: Hunt, { tool, name, pair, rule, amount }: At): Promise<Answered> {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const varied = pair.map((raw) => questions.vary({ args: { [name]: raw } }));
  const answers = varied.map((call) => questions.answer(core, call));
  const passes = answers.map((answer) => {
    const fires = answer.rules.find((each) => each.rule === rule)?.fires ?? factory.false;
    return factory.and(fires, answer[rule.effect]);
  });
  const attribute = `args.${amount}`;
  const found = await findCalls(hunt, {
    questions,
    // A rule that reads the unit has thought of it.
    goal: guard && mentionsOf(core, guard, name).value ? factory.false : factory.and(...passes),
    varied,
    shows: ([, ...decisions]) =>
      decisions.every(
        (each) => each?.answer === rule.effect && each.deciding.some((deciding) => deciding.rule === rule.id),
      ),
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
      repairs: ofOneUnit(hunt, rule, tool, name, amount),
      concerns: { tools: [tool], where: firing(rule), milder: false },
    },
  };
}

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
