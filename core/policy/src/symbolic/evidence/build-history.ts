import { namesOf } from './play.js';
import type { Field, Type } from '@ostiary/catalogue';
import type { Money, RawObject, Value } from '../../values/value.js';
import type { CoreExpr, CoreOf, CorePolicy, HistoryCondition } from '../../core/ir.js';
import type { Call, Context, HistoryEvent } from '../../evaluate/types.js';
import type { CompareOp, EventState } from '../../syntax/ast.js';
import { toWire } from '../../values/wire.js';
import { plausibleValues } from '../../breaks/plausible.js';
import { ExpressionEncoder } from '../encode/expression.js';
import { knownValue } from '../encode/known-value.js';
import { Unrealisable } from '../encode/realisable.js';
import { NoHistory } from '../encode/history-source.js';
import { argsOf, Inputs, openAround } from '../encode/inputs.js';
import type { WantedCondition } from '../encode/open-history.js';
import { tallied } from '../encode/open-history-relations.js';
import { currencyOf, unitsOf } from '../../evaluate/history/tally.js';
import { fractionOf, fromFraction } from '../../values/numbers/num.js';
import { EncodingState } from '../encode/state.js';

/** Events older than the present by this much, or by half the window when that is shorter. */
const RECENT_MS = 60_000;
/** More events than this are not made up to reach a count. */
const MAX_EVENTS = 200;

/**
 * Events that make the wanted conditions come true, each on its own account. What they do to one another is not
 * foreseen: the caller replays the result.
 */
export function buildHistory(
  core: CorePolicy,
  wanted: readonly WantedCondition[],
  call: Call,
  context: Context,
): HistoryEvent[] {
  const builder = new HistoryBuilder(core, call, context);
  const conditions = wanted.map(({ expr }) => expr);
  for (const { expr, truth, tally, ofItem } of wanted) {
    if (ofItem && (truth || tally)) throw new Unrealisable('a condition on an item of a list');
    if (expr.op !== 'count' && expr.op !== 'sum' && truth !== false) builder.add(expr, truth === null ? SOMEBODY : {});
  }
  for (const windows of Map.groupBy(wanted.filter(isTally), ({ expr }) => tallied(expr)).values()) {
    // What is in a window is in the wider ones: the events are made once, and those of a wider one are older.
    let [made, age] = [0, 0];
    for (const { expr, truth, tally, digits } of windows.toSorted((a, b) => widthOf(a) - widthOf(b))) {
      const middle = age + Math.min(RECENT_MS, Math.floor((widthOf({ expr }) - age) / 2));
      // What may be meant, or not, has to be enough to matter.
      const more = truth === null ? enoughFor(expr, digits) : (tally ?? 0) - made;
      const names = truth === null ? SOMEBODY : {};
      if (expr.op === 'count') builder.addCount(expr, more, middle, names);
      else builder.addSum(expr, more, digits, middle, names);
      if (truth !== null) made = tally ?? 0;
      age = expr.windowMs ?? age;
    }
  }
  return builder.events().map((event) => completed(event, conditions, core, call));
}

/**
 * An event with all that some condition looks at in it: where an argument is missing, its condition has no truth. What is added is
 * another value than the present call's, so that no more becomes true by it.
 */
function completed(
  event: HistoryEvent,
  conditions: readonly HistoryCondition[],
  { catalogue }: CorePolicy,
  call: Call,
): HistoryEvent {
  const fields = argsOf(catalogue, event.tool)?.fields ?? {};
  const read = conditions
    .filter(({ event: { tools } }) => tools.includes(event.tool))
    .flatMap((expr) => [
      ...expr.event.fields.flatMap(({ of, path }) => (of === 'args' ? [path[0] ?? ''] : [])),
      ...(expr.op === 'sum' ? expr.field.slice(0, 1) : []),
    ]);
  let { args } = event;
  for (const name of new Set(read)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field?.required || Object.hasOwn(args, name)) continue;
    const raw = leastOf(field.type) ?? valuesOf(field).find((each) => !isAlike(each, call.args[name]));
    if (raw !== undefined) args = withField(args, [name], raw);
  }
  return { ...event, args };
}

/** The least amount there is, which is of no weight in a sum. */
function leastOf(type: Type): unknown {
  const [currency = 'EUR'] = type.kind === 'money' ? (type.currency ? [type.currency] : (type.currencies ?? [])) : [];
  return type.kind === 'money' ? toWire(type, { minor: Math.max(type.min ?? 0, 0), currency }) : undefined;
}

const valuesOf = ({ type, examples = [] }: Field): readonly unknown[] => [...examples, ...plausibleValues(type)];

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type WantedTally = WantedCondition & { readonly expr: CoreOf<'count'> | CoreOf<'sum'> };

const isTally = (wanted: WantedCondition): wanted is WantedTally =>
  wanted.expr.op === 'count' || wanted.expr.op === 'sum';

const widthOf = ({ expr }: Pick<WantedCondition, 'expr'>): number => expr.windowMs ?? Infinity;

/** What reaches the bound of a count or a sum, in units of 10^-digits. */
function enoughFor(expr: WantedTally['expr'], digits: number): number {
  if (expr.op === 'count') return Math.max(expr.bound, 1);
  const units = unitsOf(expr.bound, currencyOf(expr.bound));
  if (typeof units === 'symbol') return 1;
  const { units: whole, scale } = fractionOf(units);
  return Math.max(Number(whole) * 10 ** (digits - scale), 1);
}

type Names = Pick<HistoryEvent, 'principal' | 'session' | 'customer'>;

/** Whose an event is of which it cannot be told whether it is meant: the present call does not say whose it is. */
const SOMEBODY: Names = { principal: 'somebody', session: 'some-session', customer: 'some-customer' };

class HistoryBuilder {
  private readonly earlier: HistoryEvent[] = [];
  private readonly last: HistoryEvent[] = [];
  private readonly inputs: Inputs;
  private readonly encoder: ExpressionEncoder;

  constructor(
    core: CorePolicy,
    call: Call,
    private readonly context: Context,
  ) {
    const state = new EncodingState();
    const closed = { args: new Set<string>(), ...openAround(false) };
    this.inputs = new Inputs(state, core.catalogue, 'made', call, context, closed);
    this.encoder = new ExpressionEncoder(state, {
      core,
      tool: call.tool,
      inputs: this.inputs,
      history: new NoHistory(state),
    });
  }

  events(): HistoryEvent[] {
    return [...this.earlier, ...this.last].toSorted((a, b) => a.at - b.at);
  }

  add(expr: Exclude<HistoryCondition, { op: 'count' | 'sum' }>, names: Names): void {
    const event = { ...names, ...this.event(expr) };
    if (expr.op === 'previous')
      this.last.push({ ...event, at: this.context.now ?? 0, call_id: `last-${String(this.last.length)}` });
    else this.addCall(event);
  }

  addCount(expr: CoreOf<'count'>, count: number, age: number, names: Names): void {
    if (count < 0) throw new Unrealisable('fewer events in a wider window');
    if (count > MAX_EVENTS) throw new Unrealisable('a count that no short history has');
    for (let made = 0; made < count; made++) this.addCall({ ...names, ...this.event(expr, age) });
  }

  /** As few events as the largest amount allows. */
  addSum(expr: CoreOf<'sum'>, sum: number, digits: number, age: number, names: Names): void {
    const currency = currencyOf(expr.bound);
    const most = 'max' in expr.fieldType ? Math.floor((expr.fieldType.max ?? Infinity) * 10 ** digits) : Infinity;
    if (sum / most > MAX_EVENTS) throw new Unrealisable('a sum that no short history has');
    for (let rest = sum; rest !== 0; rest -= Math.min(rest, most)) {
      const units = fromFraction(BigInt(Math.min(rest, most)), digits);
      if (units === null) throw new Unrealisable('an amount of too many digits');
      const event = { ...names, ...this.event(expr, age) };
      const raw = toWire(expr.fieldType, currency === null ? units : { minor: units as number, currency });
      this.addCall({ ...event, args: withField(event.args, expr.field, raw) });
    }
  }

  /** A call of its own, so that it counts beside others of the same state, and is open whatever they are. */
  private addCall(event: HistoryEvent): void {
    this.earlier.push({ ...event, call_id: `made-${String(this.earlier.length)}` });
  }

  private event(expr: HistoryCondition, age = recentAge(expr)): HistoryEvent {
    const { tools, state, fields } = expr.event;
    const [tool = ''] = tools;
    let args: RawObject = {};
    let names = namesOf(this.context);
    for (const { of, path, type, cmp, value } of fields) {
      const raw = value === null ? true : toWire(type, beside(cmp, this.valueOf(value)));
      if (of === 'args') args = withField(args, path, raw);
      else if (typeof raw === 'string') names = { ...names, principal: raw };
    }
    const { key } = expr;
    if (key.by === 'args') args = withField(args, key.path, toWire(key.type, this.valueOf(key.value)));
    return { tool, state: eventState(state), at: (this.context.now ?? RECENT_MS) - age, args, ...names };
  }

  private valueOf(expr: CoreExpr): Value {
    const value = knownValue(this.encoder.encode(expr));
    if (value === null) throw new Unrealisable('a value of the present call that is not known');
    return value;
  }
}

const recentAge = ({ windowMs }: HistoryCondition): number =>
  windowMs === null ? RECENT_MS : Math.min(RECENT_MS, Math.floor(windowMs / 2));

/** A value for which `it cmp value` is true: the same, or one next to it. */
function beside(cmp: CompareOp, value: Value): Value {
  const step = cmp === '<' ? -1 : cmp === '>' || cmp === '!=' ? 1 : 0;
  if (step === 0) return value;
  if (typeof value === 'number') return value + step;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}x`;
  if ('minor' in value) return { ...(value as Money), minor: (value as Money).minor + step };
  throw new Unrealisable('a value beside one of this type');
}

const eventState = (state: EventState): HistoryEvent['state'] => (state === 'open' ? 'allowed' : state);

function withField(args: RawObject, path: readonly string[], raw: unknown): RawObject {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...args, [name]: raw };
  const inner = Object.hasOwn(args, name) ? args[name] : undefined;
  return {
    ...args,
    [name]: withField(typeof inner === 'object' && inner !== null ? (inner as RawObject) : {}, rest, raw),
  };
}
