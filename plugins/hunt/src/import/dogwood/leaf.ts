import type { Words } from '@ostiary/guard';
import type { EventPattern, EventState, HistoryExpr, Window } from '@ostiary/policy';
import { name, NOWHERE, number } from '../shared/build.js';
import { allOf, notTimed, ofCall, ofHistory, settledTime, someOf, type Timed } from './alternatives.js';
import { type Limit, type Pattern, type Patterns, type Unreadable } from './pattern.js';
import type { Aggregate, CompareWord, Condition, EventMatch, Interval, Term } from './syntax.js';

type Limits = ReadonlyMap<string, readonly Limit[]>;

const FLIPPED: Readonly<Record<CompareWord, CompareWord>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** Translates conditions on the history. What has no counterpart may hold or not. */
export class Leaves {
  constructor(
    private readonly patterns: Patterns,
    private readonly unreadable: Unreadable,
  ) {}

  of(condition: Condition): Timed {
    return this.translated(condition, new Map());
  }

  private translated(condition: Condition, limits: Limits): Timed {
    switch (condition.kind) {
      case 'and':
        return allOf(condition.parts.map((each) => this.translated(each, limits)));
      case 'not':
        return notTimed(this.translated(condition.of, limits));
      case 'formerly':
      case 'previous':
        return this.before(condition, limits);
      case 'since':
        return this.since(condition);
      case 'exists':
        return this.exists(condition, limits);
      case 'event':
        return this.present(condition, limits);
      case 'compare':
        return this.compared(condition, limits);
      default:
        return this.unread(condition.kind, condition, NO_COUNTERPART);
    }
  }

  /** `formerly` and `previous`, of one event with what is compared with its fields. */
  private before(condition: Extract<Condition, { kind: 'formerly' | 'previous' }>, limits: Limits): Timed {
    const found = eventOf(condition.of, limits);
    if (!found) return this.unread(condition.kind, condition, NO_COUNTERPART);
    const { kind, window } = condition;
    return this.ofPattern(condition, found, (pattern) => {
      const past = anyState(pattern, (state) => ({
        kind,
        event: eventPattern(pattern, state),
        window: windowOf(window),
        key: pattern.key,
        span: NOWHERE,
      }));
      // What has been asked for stands in the history of Dogwood already; it is not before itself.
      const parts = [ofHistory(past), ...(kind === 'formerly' ? [ofCall(pattern.isThis)] : [])];
      return allOf([someOf(parts), ofCall(pattern.guard)]);
    });
  }

  /** Of an event at this very moment there is only the request. */
  private present(event: EventMatch, limits: Limits): Timed {
    return this.ofPattern(event, { event, limits }, (pattern) => ofCall(pattern.isThis));
  }

  /** `!a since b`: no `a` after the `b`, that is, after each later event the latest is no `a`. */
  private since(condition: Extract<Condition, { kind: 'since' }>): Timed {
    const [after, anchor] = [denied(condition.holds), eventOf(condition.anchor, new Map())];
    if (!after || !anchor || anchor.event.state === 'request' || after.state === 'request')
      return this.unread('since', condition, NO_COUNTERPART);
    const window = windowOf(condition.window);
    return this.ofPattern(condition, { event: after, limits: new Map() }, (stop) => {
      if (stop.unread) return this.unread('since', condition, NO_COUNTERPART);
      return this.ofPattern(condition, anchor, (begin) => {
        const holds = anyState(stop, (state) => ({
          kind: 'previous',
          event: eventPattern(stop, state),
          window,
          key: stop.key,
          span: NOWHERE,
        }));
        const since = anyState(begin, (state) => ({
          kind: 'since',
          holds: { kind: 'h_not', operand: holds, span: NOWHERE },
          event: eventPattern(begin, state),
          window,
          key: begin.key,
          span: NOWHERE,
        }));
        // Without what is compared no event is one that stops it.
        const unstopped = anyState(begin, (state) => ({
          kind: 'formerly',
          event: eventPattern(begin, state),
          window,
          key: begin.key,
          span: NOWHERE,
        }));
        const stoppable = ofCall(stop.guard);
        const either = someOf([
          allOf([stoppable, ofHistory(since)]),
          allOf([notTimed(stoppable), ofHistory(unstopped)]),
        ]);
        return allOf([either, ofCall(begin.guard)]);
      });
    });
  }

  /** A variable that stands in a field is compared there; one that stands for a number, with what is counted. */
  private exists({ name: variable, of }: Extract<Condition, { kind: 'exists' }>, limits: Limits): Timed {
    const parts = of.kind === 'and' ? of.parts : [of];
    const compared = parts.filter((part) => part.kind === 'compare');
    const rest = parts.filter((part) => part.kind !== 'compare');
    const counts = compared.flatMap((part) => countedAs(part, variable) ?? []);
    const asked = compared.flatMap((part) => limitOn(part, variable) ?? []);
    const [count] = counts;
    if (count && rest.length === 0 && counts.length === 1 && asked.length === compared.length - 1)
      return allOf(asked.map((limit) => this.aggregate(count, limit, limits)));
    const uses = rest.filter((part) => mentions(part, variable));
    if (uses.length > 1 || asked.length < compared.length || (asked.length > 0 && uses.length === 0))
      return this.unread('exists', { kind: 'exists', name: variable, of }, NO_COUNTERPART);
    const inner: Limits = new Map([...limits, [variable, asked]]);
    return allOf(rest.map((part) => this.translated(part, inner)));
  }

  private compared(condition: Extract<Condition, { kind: 'compare' }>, limits: Limits): Timed {
    const { op, left, right } = condition;
    if (left.kind === 'count' || left.kind === 'sum') return this.aggregate(left, { op, value: right }, limits);
    if (right.kind === 'count' || right.kind === 'sum')
      return this.aggregate(right, { op: FLIPPED[op], value: left }, limits);
    return this.unread('comparison', condition, NO_COUNTERPART);
  }

  /** How many events there were, or what a field of them comes to; each counts for itself only where points in time tell rows apart. */
  private aggregate(of: Aggregate, { op, value }: Limit, limits: Limits): Timed {
    const past = of.where.kind === 'formerly' ? of.where : null;
    const parts = past ? (past.of.kind === 'and' ? past.of.parts : [past.of]) : [];
    const isTold = parts.some((part) => part.kind === 'tp' && of.by.includes(part.name));
    if (past && !isTold) return this.unread(of.kind, { ...of, op, value }, DEDUPLICATED);
    const found = past && eventOf(past.of, new Map([...limits, ...of.by.map((each) => [each, []] as const)]));
    const field = found?.event.fields.find((each) => each.value.kind === 'variable' && each.value.name === of.of);
    const isSum = of.kind === 'sum';
    const extra = of.by.filter(
      (each) => each !== of.of && !parts.some((part) => part.kind === 'tp' && part.name === each),
    );
    if (!past || !found || value.kind !== 'number' || extra.length > 0 || (isSum && field?.path.length !== 2))
      return this.unread(of.kind, { ...of, op, value }, NO_COUNTERPART);
    const added = field?.path[1] ?? '';
    return this.ofPattern({ ...of, op, value }, found, (pattern) => {
      const [state, ...more] = pattern.states;
      if (pattern.unread || state === undefined || more.length > 0)
        return this.unread(of.kind, { ...of, op, value }, NO_COUNTERPART);
      const shared = { window: windowOf(past.window), key: pattern.key, op, span: NOWHERE } as const;
      const event = eventPattern(pattern, state);
      const counted = (own: boolean): Timed => {
        if (isSum)
          return ofHistory({
            kind: 'sum',
            ...shared,
            event: { ...event, fields: [...event.fields, ...this.patterns.present(pattern, added)] },
            field: name(this.patterns.argument(added)),
            includingThis: own,
            bound: number(value.digits),
          });
        const bound = BigInt(value.digits) - (own ? 1n : 0n);
        return ofHistory({ kind: 'count', ...shared, event, bound: number(String(bound)) });
      };
      const own = ofCall(this.patterns.counts(pattern, isSum ? added : null));
      const either = someOf([allOf([own, counted(true)]), allOf([notTimed(own), counted(false)])]);
      const guard = ofCall(pattern.guard);
      // Without what is compared there are no such events, and they come to nothing.
      const none = settledTime(compares(0n, op, value.digits));
      return someOf([allOf([guard, either]), allOf([notTimed(guard), none])]);
    });
  }

  private ofPattern(
    of: object,
    { event, limits }: { readonly event: EventMatch; readonly limits: Limits },
    make: (pattern: Pattern) => Timed,
  ): Timed {
    const pattern = this.patterns.of(event, limits);
    if (pattern === null) return settledTime(false);
    if (!('action' in pattern)) return this.unread(event.state, of, pattern);
    const made = make(pattern);
    return pattern.unread ? allOf([ofCall(pattern.unread), made]) : made;
  }

  private unread(construct: string, of: object, what: Words): Timed {
    return ofCall(this.unreadable(construct, JSON.stringify(of), what));
  }
}

/** One event, with comparisons of variables that stand in its fields. */
function eventOf(condition: Condition, limits: Limits): { readonly event: EventMatch; readonly limits: Limits } | null {
  const parts = condition.kind === 'and' ? condition.parts : [condition];
  const events = parts.filter((part) => part.kind === 'event');
  const [event] = events;
  if (!event || events.length > 1) return null;
  const all = new Map([...limits].map(([variable, asked]) => [variable, [...asked]]));
  for (const part of parts) {
    if (part.kind === 'event' || part.kind === 'tp') continue;
    const [variable, limit] = part.kind === 'compare' ? (variableLimit(part) ?? []) : [];
    if (variable === undefined || !limit) return null;
    all.set(variable, [...(all.get(variable) ?? []), limit]);
  }
  const written = event.fields.flatMap(({ value }) => (value.kind === 'variable' ? [value.name] : []));
  // A variable in two fields says that they are alike.
  return new Set(written).size === written.length ? { event, limits: all } : null;
}

function variableLimit({ op, left, right }: Extract<Condition, { kind: 'compare' }>): [string, Limit] | null {
  if (left.kind === 'variable' && isValue(right)) return [left.name, { op, value: right }];
  if (right.kind === 'variable' && isValue(left)) return [right.name, { op: FLIPPED[op], value: left }];
  return null;
}

const isValue = ({ kind }: Term): boolean => ['text', 'number', 'bool', 'entity', 'read'].includes(kind);

function limitOn(part: Extract<Condition, { kind: 'compare' }>, variable: string): Limit | null {
  const [named, limit] = variableLimit(part) ?? [];
  return named === variable && limit ? limit : null;
}

/** `(count ...) == n`. */
function countedAs({ op, left, right }: Extract<Condition, { kind: 'compare' }>, variable: string): Aggregate | null {
  if (op !== '==') return null;
  const [aggregate, other] = left.kind === 'count' || left.kind === 'sum' ? [left, right] : [right, left];
  const isIt = other.kind === 'variable' && other.name === variable;
  return isIt && (aggregate.kind === 'count' || aggregate.kind === 'sum') ? aggregate : null;
}

/** `!e`, or several of them: the one event that must not come. */
function denied(condition: Condition): EventMatch | null {
  if (condition.kind !== 'not') return null;
  const found = eventOf(condition.of, new Map());
  return found && found.limits.size === 0 && condition.of.kind === 'event' ? found.event : null;
}

const mentions = (of: unknown, variable: string): boolean =>
  JSON.stringify(of).includes(JSON.stringify({ kind: 'variable', name: variable }));

const windowOf = ({ ms, text }: Interval): Window => ({ kind: 'duration', ms, text });

const eventPattern = ({ action: { tool }, fields }: Pattern, state: EventState): EventPattern => ({
  tools: { kind: 'tools', names: [name(tool)], span: NOWHERE },
  state,
  fields,
  span: NOWHERE,
});

/** An event of Dogwood's is one of ours in one of several states. */
function anyState({ states }: Pattern, make: (state: EventState) => HistoryExpr): HistoryExpr {
  const [first, ...rest] = states.map(make);
  if (!first) throw new RangeError('an event in no state');
  return rest.reduce<HistoryExpr>((left, right) => ({ kind: 'h_logic', op: '||', left, right, span: NOWHERE }), first);
}

function compares(sum: bigint, op: CompareWord, digits: string): boolean {
  const bound = Number(digits);
  const value = Number(sum);
  if (op === '==') return value === bound;
  if (op === '!=') return value !== bound;
  if (op === '<' || op === '<=') return op === '<' ? value < bound : value <= bound;
  return op === '>' ? value > bound : value >= bound;
}

const NO_COUNTERPART: Words = {
  en: 'Ostiary has no counterpart of this condition on the history.',
  pt: 'O Ostiary não tem equivalente para esta condição sobre o histórico.',
};
const DEDUPLICATED: Words = {
  en: 'Equal rows count once here, since no point in time tells them apart (`(t: Timepoint)` and `tp(t)`): two payments of the same amount are one. Ostiary counts every event.',
  pt: 'Aqui linhas iguais contam uma só vez, porque nenhum ponto no tempo as distingue (`(t: Timepoint)` e `tp(t)`): dois pagamentos do mesmo valor são um só. O Ostiary conta todos os eventos.',
};
