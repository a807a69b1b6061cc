import type { CoreEvent, CoreExpr, CoreOf, HistoryCondition } from '../../core/ir.js';
import { eventSharings, keySharings, type Sharing, sharings } from '../../evaluate/history/sharing.js';
import type { CompareOp } from '../../syntax/ast.js';
import { likePredicate } from '../strings/variable.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { compareSyms } from './compare.js';
import type { SymbolicEvent } from './event.js';
import { type EncodePart, type HistorySource, keySym } from './history-source.js';
import type { Inputs } from './inputs.js';
import { asBool } from './kinds.js';
import { conjunction, disjunction, isFalse } from './kleene.js';
import { OpenStates } from './open-state.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym, type NumberSym, type Sym, truthSym } from './sym.js';
import { stringSatisfies } from './text.js';
import { compareBetween, sumSym } from './tally.js';
import { getOrMake } from '../../maps.js';

type Moment = NumberSym;

/** A demand on an event and an unknown of the present. */
interface Demand {
  readonly ours: Sym;
  readonly cmp: CompareOp;
  readonly sharing: Sharing;
  readonly tools: readonly string[];
}

/** What is worked out once for a history, whatever moment it is looked at from. */
interface Shared {
  readonly open: OpenStates;
  /** What a `since` holds after the first so many events, by the items of the quantifiers around. */
  readonly held: Map<CoreExpr, { readonly items: readonly Sym[]; readonly after: (BoolSym | undefined)[] }[]>;
}

/** A history event by event, in time order. Its conditions are exact, whichever parts of the events and of the present are open. */
export class EventHistory implements HistorySource {
  constructor(
    private readonly state: EncodingState,
    private readonly inputs: Inputs,
    private readonly events: readonly SymbolicEvent[],
    private readonly length: number,
    /** The moment conditions are judged at. */
    private readonly now: Moment,
    private readonly shared: Shared = { open: new OpenStates(state, events), held: new Map() },
  ) {}

  encode(expr: HistoryCondition, part: EncodePart, items: readonly Sym[]): Sym {
    const { factory } = this.state;
    if (expr.op === 'previous') return this.previous(expr, part);
    if (expr.op === 'since') return this.since(expr, part, items);
    const found = this.matches(expr, sharings(expr.event, expr.windowMs, expr.key), part);
    switch (expr.op) {
      case 'formerly':
        return disjunction(
          factory,
          found.map(({ truth }) => truth),
        );
      case 'count': {
        const certain = factory.count(found, ({ truth }) => truth.value);
        const possible = factory.count(found, ({ truth }) => factory.not(truth.defined));
        const number = (value: IntTerm): NumberSym => ({ kind: 'int', defined: factory.true, value });
        const most = number(factory.add(certain, possible));
        return compareBetween(this.state, expr.cmp, number(certain), most, number(factory.int(expr.bound)));
      }
      case 'sum': {
        const {
          field: path,
          fieldType: type,
          fieldTypes: types,
          event: { tools },
        } = expr;
        const amounts = found.map(({ truth, event }) => ({
          truth,
          amount: event.read({ of: 'args', path, type, types, tools }),
        }));
        return sumSym(this.state, expr, amounts, expr.own && part(expr.own, this));
      }
    }
  }

  /** The latest event of the key is one of those that may be, or there is none; what they all answer is the answer. */
  private previous(expr: CoreOf<'formerly' | 'previous'>, part: EncodePart): Sym {
    const { factory } = this.state;
    const { event, windowMs, key } = expr;
    const meant = new Map(
      this.matches(expr, eventSharings(event, windowMs), part).map(({ index, truth }) => [index, truth]),
    );
    const ofKey = this.demands(event, keySharings(key), part);
    const yes: BoolTerm[] = [];
    const no: BoolTerm[] = [];
    /** That no event after the one at hand is the latest for certain. */
    let open: BoolTerm = factory.true;
    for (let index = this.length - 1; index >= 0 && open !== factory.false; index--) {
      const each = this.events[index];
      const isOfKey = each && factory.and(each.exists, key.by === 'args' ? each.isOf(event.tools) : factory.true);
      if (!each || !isOfKey || isOfKey === factory.false) continue;
      const shares = conjunction(factory, [
        truthOf(factory, isOfKey),
        this.hasHappened(each),
        ...ofKey.map((demand) => this.agrees(demand, each)),
      ]);
      const candidate = factory.and(open, factory.not(isFalse(factory, shares)));
      const truth = meant.get(index) ?? truthOf(factory, factory.false);
      yes.push(factory.implies(candidate, truth.value));
      no.push(factory.implies(candidate, isFalse(factory, truth)));
      open = factory.and(open, factory.not(shares.value));
    }
    const allYes = factory.and(factory.not(open), ...yes);
    return boolSym(factory, factory.or(allYes, factory.and(...no)), allYes);
  }

  private since(expr: CoreOf<'since'>, part: EncodePart, items: readonly Sym[]): Sym {
    const { factory } = this.state;
    const found = new Map(
      this.matches(expr, sharings(expr.event, expr.windowMs, expr.key), part).map(({ index, truth }) => [index, truth]),
    );
    const oldest = Math.min(...found.keys());
    const results: BoolSym[] = [];
    let after = asBool(part(expr.holds, this));
    for (let index = this.length - 1; index >= oldest; index--) {
      const truth = found.get(index);
      if (truth) results.push(conjunction(factory, [truth, after]));
      const event = this.events[index];
      if (!event || index === oldest) break;
      const held = this.heldAfter(expr.holds, index, part, items);
      const past = this.hasHappened(event).value;
      const isNone = factory.not(event.exists);
      after = conjunction(factory, [
        after,
        truthSym(
          factory.or(isNone, factory.and(past, held.defined)),
          factory.or(isNone, factory.and(past, held.value)),
        ),
      ]);
      if (isFalse(factory, after) === factory.true) break;
    }
    return disjunction(factory, results);
  }

  /** Whether what a `since` holds does so after an event; once for each event, however deep the `since` stands in others. */
  private heldAfter(holds: CoreExpr, index: number, part: EncodePart, items: readonly Sym[]): BoolSym {
    const { factory } = this.state;
    const entries = getOrMake(this.shared.held, holds, () => []);
    let entry = entries.find((each) => each.items.every((item, i) => item === items[i]));
    if (!entry) entries.push((entry = { items, after: [] }));
    const before = entry.after[index];
    if (before) return before;
    const at: Moment = { kind: 'int', defined: factory.true, value: this.events[index]?.at ?? factory.int(0) };
    const then = new EventHistory(this.state, this.inputs, this.events, index + 1, at, this.shared);
    const held = asBool(part(holds, then));
    entry.after[index] = held;
    return held;
  }

  /** Events of the right tool and state, with whether they are meant: newest first, those that are not left out. */
  private matches(
    { event, windowMs }: Pick<HistoryCondition, 'event' | 'windowMs'>,
    shared: readonly Sharing[],
    part: EncodePart,
  ): { readonly index: number; readonly event: SymbolicEvent; readonly truth: BoolSym }[] {
    const { factory } = this.state;
    const demands = this.demands(event, shared, part);
    const { tools } = event;
    const needed = event.fields.filter(({ value }) => value === null);
    const found = [];
    for (let index = this.length - 1; index >= 0; index--) {
      const each = this.events[index];
      if (!each) continue;
      const isMeant = factory.and(
        each.exists,
        each.isOf(tools),
        ...needed.map((field) => each.has({ ...field, tools })),
      );
      if (isMeant === factory.false) continue;
      const truth = conjunction(factory, [
        truthOf(factory, isMeant),
        this.inState(index, each, event.state),
        this.within(each, windowMs),
        ...demands.map((demand) => this.agrees(demand, each)),
      ]);
      if (isFalse(factory, truth) !== factory.true) found.push({ index, event: each, truth });
    }
    return found;
  }

  private inState(index: number, event: SymbolicEvent, state: CoreEvent['state']): BoolSym {
    if (state !== 'open') return truthOf(this.state.factory, event.isIn([state]));
    return this.shared.open.isOpen(index, this.length, (ending) => this.hasHappened(ending).value);
  }

  /** True, or undefined for an event later than now. */
  private hasHappened({ at }: SymbolicEvent): BoolSym {
    const { factory } = this.state;
    const past = factory.and(this.now.defined, factory.le(at, this.now.value));
    return truthSym(past, past);
  }

  private within(event: SymbolicEvent, windowMs: number | null): BoolSym {
    const { factory } = this.state;
    const past = this.hasHappened(event);
    if (windowMs === null) return past;
    const recent = factory.le(factory.sub(this.now.value, event.at), factory.int(windowMs));
    return truthSym(past.defined, factory.and(past.value, recent));
  }

  private agrees({ ours, cmp, sharing, tools }: Demand, event: SymbolicEvent): BoolSym {
    const { factory } = this.state;
    const theirs = sharing.by === 'field' ? event.read({ ...sharing.field, tools }) : event.name(sharing.by);
    const same = compareSyms(this.state, cmp, theirs, ours);
    if (!isPath(sharing) || ours.kind !== 'string' || theirs.kind !== 'string') return same;
    // An absolute path beside a relative one is undefined.
    const [one, other] = [theirs, ours].map((path) => stringSatisfies(this.state, path, likePredicate('/*')));
    const alike = one && other ? factory.iff(one, other) : factory.false;
    return truthSym(factory.and(same.defined, alike), factory.and(same.value, alike));
  }

  private demands({ tools }: CoreEvent, shared: readonly Sharing[], part: EncodePart): Demand[] {
    return shared.map((sharing) =>
      sharing.by === 'field'
        ? { ours: part(sharing.field.value, this), cmp: sharing.field.cmp, sharing, tools }
        : { ours: keySym(this.inputs, sharing.by), cmp: '==', sharing, tools },
    );
  }
}

function isPath(sharing: Sharing): boolean {
  return sharing.by === 'field' && sharing.field.type.kind === 'string' && sharing.field.type.format === 'path';
}

const truthOf = (factory: TermFactory, value: BoolTerm): BoolSym => truthSym(factory.true, value);
