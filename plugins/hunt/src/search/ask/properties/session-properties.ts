import type { Type } from '@ostiary/catalogue';
import {
  type CoreExpr,
  type CorePolicy,
  type CoreProperty,
  type CoreVariant,
  type HistoryCondition,
  type HistoryKey,
  type Slot,
  variantFor,
  within,
} from '@ostiary/policy';
import type { AgentSession, BoolTerm, PlayedStep, SessionFound } from '@ostiary/policy/symbolic';
import { StatementReplay } from '@ostiary/policy/symbolic';
import { conditionsOf } from '../sessions/conditions.js';
import { fieldsOf } from '../calls/fields.js';
import type { Hunt } from '../hunt/hunt.js';
import { isUpperLimit, type UpperLimit, upperLimitOf } from './property-limits.js';
import { limited, reachableStates } from '../sessions/reachable.js';
import { type SessionShape, sessionsOf, toolsAround } from '../sessions/sessions.js';

type SumExpr = Extract<UpperLimit, { op: 'sum' }>;

/**
 * A session at whose last call a property over sessions is broken by what came before; a property that counts the call itself is asked
 * of calls that run. Every call is one for which no assumption is false.
 *
 * `bound` null: no session of any length breaks it. See docs/adr/0140.
 */
export async function brokenSession(hunt: Hunt, property: CoreProperty): Promise<SessionFound> {
  if (await isOutOfReach(hunt, property)) return { kind: 'never', bound: null };
  const look = (shape: Pick<SessionShape, 'callers' | 'most'>): Promise<SessionFound> => search(hunt, property, shape);
  if (await isKept(hunt, property)) {
    const first = await look({ most: 1 });
    return first.kind === 'never' ? { kind: 'never', bound: null } : first;
  }
  const found = await look({});
  const isOfSeveral = conditionsIn(property).some(({ key }) => key.by !== 'principal' && key.by !== 'session');
  if (found.kind !== 'never' || !isOfSeveral) return found;
  return look({ callers: (step) => ({ principal: step, session: step }) });
}

const conditionsIn = ({ variants }: CoreProperty): readonly HistoryCondition[] =>
  variants.flatMap(({ guard }) => within(guard).flatMap((expr) => ('event' in expr ? [expr] : [])));

/** The tools whose events a property speaks of. */
export const eventTools = (property: CoreProperty): readonly string[] => [
  ...new Set(conditionsIn(property).flatMap(({ event }) => event.tools)),
];

async function search(
  hunt: Hunt,
  property: CoreProperty,
  shape: Pick<SessionShape, 'callers' | 'most'>,
): Promise<SessionFound> {
  const { core } = hunt.policy;
  const spoken = eventTools(property).filter((tool) => hunt.tools.includes(tool));
  const [first = hunt.tools[0] ?? ''] = spoken;
  const tools = toolsAround(hunt, first, spoken);
  const broken = asked(core, brokenBy(property));
  const wrong = core.assumptions.map(({ variants }) =>
    asked(
      core,
      variants.map((variant) => ({ ...variant, guard: negated(variant.guard) })),
    ),
  );
  const countsItself = conditionsIn(property).some((expr) => expr.op === 'sum' && expr.own !== null);
  const goal = (session: AgentSession): BoolTerm => {
    const { factory } = session;
    const [step, answers] = [session.steps.at(-1), session.answers(broken).at(-1)];
    if (!step || !answers) return factory.false;
    const assumed = wrong.flatMap((fact) => session.answers(fact).map(({ allow }) => factory.not(allow)));
    return factory.and(answers.allow, ...(countsItself ? [step.runs] : []), ...assumed);
  };
  const replay = new StatementReplay(hunt.policy, property);
  const isReal = (steps: readonly PlayedStep[]): boolean => {
    const last = steps.at(-1);
    return (
      !!last &&
      (last.runs || !countsItself) &&
      replay.breaks(last.draft.call, last.draft.context) &&
      steps.every(({ draft }) => replay.isAssumed(draft.call, draft.context))
    );
  };
  const others = [broken, ...wrong].map((each) => ({ core: each }));
  const found = await sessionsOf(hunt, { ...shape, tools }, others).find(goal, isReal);
  const isWhole = spoken.every((tool) => tools.includes(tool));
  return found.kind === 'never' && !isWhole ? { kind: 'undecided', reason: 'resource_limit' } : found;
}

/** Whether no history breaks it that is made of what the policy lets happen at all. */
async function isOutOfReach(hunt: Hunt, property: CoreProperty): Promise<boolean> {
  const { core } = hunt.policy;
  const tools = new Set([...conditionsOf(hunt).flatMap(({ expr }) => expr.event.tools), ...eventTools(property)]);
  const reached = await reachableStates(hunt, [...tools]);
  const variants = brokenBy(property).map((variant) => ({ ...variant, guard: limited(variant.guard, reached) }));
  const broken = asked(core, variants);
  for (const tool of hunt.tools) {
    const questions = hunt.questions(tool, undefined, [{ core: broken }]);
    if (!isNone(await questions.conflict([questions.answer(broken).allow]))) return false;
  }
  return true;
}

/**
 * Whether a limit that is kept before a call is kept after it, whatever came before: no call that may run would pass it with its own amount
 * counted. Then a session that keeps it at its first call keeps it always, since what is counted is never less than nothing. The same of a
 * limit that counts what a rule does, and so at least as much, will do.
 */
async function isKept(hunt: Hunt, property: CoreProperty): Promise<boolean> {
  const limit = upperLimitOf(property);
  if (!limit) return false;
  const counted = conditionsOf(hunt).flatMap(({ expr }) => (countsAsMuch(expr, limit) ? [expr] : []));
  for (const like of [limit, ...counted]) if (await isKeptAs(hunt, property, like)) return true;
  return false;
}

/** Whether what a condition counts is all that a limit counts, and perhaps more. */
function countsAsMuch(expr: HistoryCondition, { op, event, windowMs, key }: UpperLimit): expr is UpperLimit {
  if (expr.op !== op) return false;
  const isLonger = windowMs === null || expr.windowMs === null ? windowMs === expr.windowMs : expr.windowMs >= windowMs;
  return (
    isLonger &&
    event.tools.every((tool) => expr.event.tools.includes(tool)) &&
    expr.event.fields.length === 0 &&
    (expr.event.state === event.state || (expr.event.state === 'open' && event.state === 'ok')) &&
    (expr.key.by === 'anyone' || (expr.key.by === key.by && key.by !== 'args'))
  );
}

async function isKeptAs(hunt: Hunt, property: CoreProperty, like: UpperLimit): Promise<boolean> {
  for (const tool of like.event.tools) {
    if (!hunt.tools.includes(tool)) continue;
    const next = withOneMore(hunt, property, like, tool);
    if (!next) return false;
    const questions = hunt.questions(tool, undefined, [{ core: next }]);
    const { refuse } = questions.answer(hunt.policy.core);
    const passed = questions.answer(next).allow;
    if (!isNone(await questions.conflict([questions.factory.not(refuse), passed]))) return false;
  }
  return true;
}

const isNone = (core: readonly BoolTerm[] | 'possible' | null): boolean => core !== null && core !== 'possible';

/** Allows the calls of a tool with which a limit on what `like` counts is passed; null: that cannot be said of it. */
function withOneMore(hunt: Hunt, property: CoreProperty, like: UpperLimit, tool: string): CorePolicy | null {
  const { core } = hunt.policy;
  const own = variantFor(property.variants, tool)?.guard;
  if (!own || !isUpperLimit(own, property.quantifier)) return null;
  const { event, windowMs, key } = like;
  // What is counted is known of every event: else a limit that is not known to be passed might be seen to be later.
  if (event.fields.length > 0 || event.state === 'refused' || !KNOWN_KEYS.includes(key.by)) return null;
  const passing = (slots: CorePolicy['slots'], expr: CoreExpr): CorePolicy =>
    asked({ ...core, slots }, [{ tools: [tool], guard: property.quantifier === 'never' ? expr : negated(expr) }]);
  if (own.op === 'count') return passing(core.slots, { ...own, event, windowMs, key, bound: own.bound - 1 });
  if (like.op !== 'sum' || like.field.join('.') !== own.field.join('.')) return null;
  const { fieldType, fieldTypes } = like;
  const isKnown = event.tools.every((each) => fieldsOf(hunt, each)[like.field[0] ?? '']?.required === true);
  if (!isKnown || fieldType.kind !== own.fieldType.kind || !fieldTypes.every(isPlainAmount)) return null;
  const counted = { ...own, event, windowMs, key, fieldType, fieldTypes };
  if (own.own !== null) return passing(core.slots, counted);
  const slot = ownAmount(hunt, counted, tool);
  return slot && passing([...core.slots, slot], { ...counted, own: { op: 'read', slot: slot.index } });
}

/** The argument of a call that a sum adds up in its events; null where it is read in another way there. */
function ownAmount(hunt: Hunt, { field, fieldType, fieldTypes, event }: SumExpr, tool: string): Slot | null {
  const [name = ''] = field;
  const type = fieldTypes[event.tools.indexOf(tool)];
  const declared = fieldsOf(hunt, tool)[name];
  const isPlain = type?.kind === 'money' || type?.kind === 'int';
  if (!isPlain || type.kind !== fieldType.kind || declared?.type.kind !== type.kind) return null;
  return { index: hunt.policy.core.slots.length, root: 'args', path: field, type, required: declared.required };
}

/** The caller and the session of every call have names. */
const KNOWN_KEYS: readonly HistoryKey['by'][] = ['principal', 'session', 'anyone'];

/** A number of one unit that is never less than nothing. */
const isPlainAmount = (type: Type): boolean =>
  (type.kind === 'int' || (type.kind === 'money' && type.currencies?.length === 1)) &&
  typeof type.min === 'number' &&
  type.min >= 0;

/** Where a property is broken. */
const brokenBy = ({ quantifier, variants }: CoreProperty): readonly CoreVariant[] =>
  quantifier === 'never' ? variants : variants.map((variant) => ({ ...variant, guard: negated(variant.guard) }));

const NOWHERE = { start: 0, end: 0 };
const negated = (operand: CoreExpr): CoreExpr => ({ op: 'not', operand, span: NOWHERE });

/** A policy of one rule, beside that of a hunt: it allows the calls for which a condition holds, and no others. */
const asked = (core: CorePolicy, variants: readonly CoreVariant[]): CorePolicy => ({
  ...core,
  default: 'refuse',
  rules: [{ index: 0, id: 'asked', effect: 'allow', annotations: {}, variants, span: NOWHERE, line: 1, column: 1 }],
  properties: [],
  assumptions: [],
});
