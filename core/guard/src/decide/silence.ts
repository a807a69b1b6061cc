import {
  type Call,
  type Context,
  type CoreExpr,
  type CorePolicy,
  type Decision,
  disguisedName,
  inWords,
  placesRead,
  type Slot,
  typeTerm,
  type UndefinedCause,
  valuesRead,
  variantFor,
} from '@ostiary/policy';
import { missingAround } from './missing.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import type { Words } from '../words.js';

/** Reasons given for one rule. */
const MOST_REASONS = 3;

/** Why a rule could not be evaluated, in words that follow "because". */
export interface Silence extends Words {
  readonly rule: string;
}

/** Of the rules named, the first `most` whose guards are undefined for a call, each with the reason. */
export function silentRules(
  policy: PreparedPolicy,
  call: Call,
  context: Context,
  ids: readonly string[],
  most: number,
): readonly Silence[] {
  const found: Silence[] = [];
  for (const id of ids) {
    const guard = variantFor(policy.rules.get(id)?.variants ?? [], call.tool)?.guard;
    const reasons = guard ? reasonsOf(guard, policy, call, context) : [];
    if (reasons.length > 0) found.push({ rule: id, ...joined(reasons.slice(0, MOST_REASONS)) });
    if (found.length === most) break;
  }
  return found;
}

function joined(reasons: readonly Words[]): Words {
  return { en: reasons.map(({ en }) => en).join(' and '), pt: reasons.map(({ pt }) => pt).join(' e ') };
}

/** The reasons of the parts that made a guard undefined, each once; none when it is true or false. */
function reasonsOf(guard: CoreExpr, policy: PreparedPolicy, call: Call, context: Context): readonly Words[] {
  const reasons = new Map<string, Words>();
  for (const { expr, cause } of undefinedParts(guard, policy, call, context)) {
    for (const reason of reasonsOfPart(expr, cause, policy, call, context)) reasons.set(reason.en, reason);
  }
  return [...reasons.values()];
}

interface UndefinedPart {
  readonly expr: CoreExpr;
  readonly cause: UndefinedCause;
}

/** Only a property looks at the decision. */
const NOBODY_ASKS: Decision = { answer: 'refuse', slug: 'no_rule', deciding: [] };

/** The tests in a guard that are undefined where the whole is. */
function undefinedParts(
  expr: CoreExpr,
  policy: PreparedPolicy,
  call: Call,
  context: Context,
): readonly UndefinedPart[] {
  const truth = policy.decider.holds([{ tools: null, guard: expr }], call, context, NOBODY_ASKS);
  if (typeof truth !== 'symbol') return [];
  const inside = (parts: readonly CoreExpr[]): readonly UndefinedPart[] =>
    parts.flatMap((part) => undefinedParts(part, policy, call, context));
  switch (expr.op) {
    case 'and':
    case 'or':
      return inside(expr.operands);
    case 'not':
      return inside([expr.operand]);
    default:
      return [{ expr, cause: truth.description as UndefinedCause }];
  }
}

function reasonsOfPart(
  expr: CoreExpr,
  cause: UndefinedCause,
  { core }: PreparedPolicy,
  call: Call,
  context: Context,
): readonly Words[] {
  const places = placesRead(core, [expr]);
  const values = valuesRead(core, places, call, context);
  const known = values.flatMap((value, at) => {
    const place = places[at];
    if (value.cause !== cause || !place) return [];
    return [disguiseOf(core, place.root, context) ?? ofPlace(value.path, cause, typeTerm(place.type))];
  });
  const around = missingAround(expr, context).map((name) => ({
    en: `\`${name}\` is not given`,
    pt: `\`${name}\` não é dado`,
  }));
  const all = [...known, ...around];
  return all.length > 0 ? all : [OF_A_VALUE[cause]];
}

/** Said in place of each attribute of an object with such a name. */
function disguiseOf(core: CorePolicy, root: Slot['root'], context: Context): Words | null {
  const name = root === 'principal' || root === 'session' ? disguisedName(core, root, context) : null;
  if (name === null) return null;
  const shown = JSON.stringify(name.slice(0, 80));
  return {
    en: `\`${root}\` has ${shown}, which only looks like an attribute the policy knows`,
    pt: `\`${root}\` tem ${shown}, que só se parece com um atributo que a política conhece`,
  };
}

function ofPlace(path: string, cause: UndefinedCause, type: string): Words {
  switch (cause) {
    case 'absent':
      return { en: `\`${path}\` is absent`, pt: `\`${path}\` está ausente` };
    case 'ill_typed':
      return { en: `\`${path}\` is not ${inWords(type, 'en')}`, pt: `\`${path}\` não é ${inWords(type, 'pt')}` };
    case 'currency_unknown':
      return { en: `the currency of \`${path}\` is not known`, pt: `a moeda de \`${path}\` não é conhecida` };
    case 'rate_unknown':
      return {
        en: `no exchange rate is known for \`${path}\``,
        pt: `não se conhece taxa de câmbio para \`${path}\``,
      };
    case 'overflow':
      return { en: `\`${path}\` is too large`, pt: `\`${path}\` é grande demais` };
  }
}

/** When no place by itself is at fault: two values that do not go together, or one inside a list. */
const OF_A_VALUE: Readonly<Record<UndefinedCause, Words>> = {
  absent: { en: 'a value in a list or a record is absent', pt: 'falta um valor numa lista ou num registo' },
  ill_typed: { en: 'a value does not fit what it is compared with', pt: 'um valor não serve para a comparação' },
  currency_unknown: {
    en: 'an amount is in a currency that is not known',
    pt: 'um valor está numa moeda que não é conhecida',
  },
  rate_unknown: {
    en: 'two amounts are in different currencies and no exchange rate is known',
    pt: 'dois valores estão em moedas diferentes e não se conhece taxa de câmbio',
  },
  overflow: { en: 'a value is too large to compute with', pt: 'um valor é grande demais para o cálculo' },
};
