import type { CoreExpr, CoreOf, HistoryCondition, Slot } from '../../core/ir.js';
import { within } from '../../core/walk.js';
import type { BoolTerm, Bounds, IntTerm } from '../terms/term.js';
import { sharings } from '../../evaluate/history/sharing.js';
import { compareSyms, ordering } from './compare.js';
import type { ModelReader } from './realisable.js';
import { type EncodePart, type HistorySource, keySym } from './history-source.js';
import type { Inputs } from './inputs.js';
import { type HistoryAtom, isNeverNegative, keyOf, relations } from './open-history-relations.js';
import type { EncodingState } from './state.js';
import { addSyms } from './number.js';
import { boolSym, type NumberSym, type Sym } from './sym.js';
import { boundUnits, presentUnits } from './tally.js';
import { getOrMake } from '../../maps.js';

/** What a model wants of one condition. */
export interface WantedCondition {
  /** Over the slots of the history. */
  readonly expr: HistoryCondition;
  /** Null: undefined. */
  readonly truth: boolean | null;
  /** How many events a count is to find, or what the amounts of a sum are to make without the present call. */
  readonly tally: number | null;
  /** The tally counts units of 10^-digits. */
  readonly digits: number;
  /** It is about an item of a list, and of another item it may be otherwise. */
  readonly ofItem: boolean;
}

const OPEN = 'a condition on an open history';
/** Wider than a bound and the present call's own amount, which is a safe integer of up to nine more digits, can be apart. */
const WIDE = 2n ** 90n;

/**
 * A history that is not known: absent, or any events. Counts and sums over the same events are one unknown number; every
 * other condition is free, apart from what follows from another one. That is more than histories can do, so what a model
 * says is built out of real events and replayed.
 */
export class OpenHistory implements HistorySource {
  readonly known: BoolTerm;
  private readonly atoms: HistoryAtom[] = [];
  private readonly made = new Map<string, Sym>();
  private readonly tallies = new Map<string, IntTerm>();
  /** What conditions read of the call, whichever policy they stand in: each policy numbers its slots by itself. */
  readonly slots: Slot[] = [];
  private readonly places = new Map<string, number>();
  /** The items that conditions were about, told apart by their place here. */
  private readonly items: (readonly Sym[])[] = [];

  constructor(
    private readonly state: EncodingState,
    private readonly inputs: Inputs,
  ) {
    this.known = state.own(inputs.attribute('history'), () => state.freshBool('known'));
  }

  encode(said: HistoryCondition, part: EncodePart, items: readonly Sym[], slots: readonly Slot[]): Sym {
    const about = mentionsItem(said) ? this.numberOf(items) : null;
    const expr = withSlots(said, (slot) => this.slotOf(slots[slot]));
    const key = keyOf([expr, about]);
    const made = this.made.get(key);
    if (made) return made;
    const { factory } = this.state;
    const defined = this.past();
    const own = said.op === 'sum' && said.own ? part(said.own, this) : null;
    const atom: HistoryAtom = { expr, about, defined, ...this.truthOf(expr, about, defined, own) };
    const needs = this.needs(said, part);
    // An event can be one that is meant only when everything it is compared with is known.
    if (atom.tally === null) this.state.constraints.push(factory.implies(factory.and(this.known, atom.value), needs));
    for (const other of this.atoms.filter((each) => each.about === about))
      this.state.constraints.push(...relations(factory, this.known, atom, other));
    // A plain history, of complete events only, leaves every condition defined.
    this.state.plain.push(factory.implies(this.known, factory.and(defined, needs)));
    // An event too many may come into another sum.
    if (atom.tally) this.state.uneventful.push(factory.eq(atom.tally, factory.int(0)));
    this.state.wholeEvents.push(factory.implies(factory.and(this.known, needs), defined));
    this.atoms.push(atom);
    const sym = boolSym(factory, factory.and(this.known, defined), atom.value);
    this.made.set(key, sym);
    return sym;
  }

  /** What the model wants of each condition; null when no history is given. */
  wanted(model: ModelReader): readonly WantedCondition[] | null {
    if (!model.bool(this.known)) return null;
    return this.atoms.map(({ expr, about, defined, value, tally }) => ({
      expr,
      ofItem: about !== null,
      truth: model.bool(defined) ? model.bool(value) : null,
      tally: tally && model.int(tally),
      digits: this.digitsOf(expr),
    }));
  }

  private slotOf(slot: Slot | undefined): number {
    if (!slot) throw new RangeError('no such slot');
    const { index: _, ...place } = slot;
    return getOrMake(
      this.places,
      JSON.stringify(place),
      () => this.slots.push({ ...slot, index: this.slots.length }) - 1,
    );
  }

  private numberOf(items: readonly Sym[]): number {
    const known = this.items.findIndex((each) => each.every((item, i) => item === items[i]));
    return known >= 0 ? known : this.items.push(items) - 1;
  }

  private truthOf(
    expr: HistoryCondition,
    about: number | null,
    defined: BoolTerm,
    own: Sym | null,
  ): Pick<HistoryAtom, 'value' | 'tally' | 'own'> {
    const { factory } = this.state;
    if (expr.op === 'count') {
      const tally = this.tally(['count', about, expr.event, expr.windowMs, expr.key], { lo: 0n, hi: WIDE });
      const value = factory.and(defined, ordering(this.state, expr.cmp, tally, factory.int(expr.bound)));
      return { value, tally, own: null };
    }
    if (expr.op === 'sum') return this.sum(expr, about, defined, own);
    return { value: factory.and(defined, this.past()), tally: null, own: null };
  }

  private sum(
    expr: CoreOf<'sum'>,
    about: number | null,
    defined: BoolTerm,
    amount: Sym | null,
  ): Pick<HistoryAtom, 'value' | 'tally' | 'own'> {
    const { factory } = this.state;
    const { currency, units } = boundUnits(this.state, expr);
    const tally = this.tally(
      ['sum', about, expr.event, expr.windowMs, expr.key, expr.field, currency],
      this.sumBounds(expr),
    );
    const digits = this.digitsOf(expr);
    const others: NumberSym = {
      kind: 'int',
      defined: factory.true,
      value: tally,
      ...(digits > 0 && { digits, dense: 'alone' }),
    };
    const own = amount && presentUnits(this.state, amount, currency);
    if (own) this.state.constraints.push(factory.implies(factory.and(this.known, defined), own.defined));
    const total = own ? addSyms(this.state, others, own, 1n) : others;
    return {
      value: factory.and(defined, compareSyms(this.state, expr.cmp, total, units).value),
      tally,
      own: own && own.value,
    };
  }

  private sumBounds(expr: CoreOf<'sum'>): Bounds {
    const { after, before } = this.state.grid;
    const hi = this.digitsOf(expr) > 0 ? 10n ** BigInt(before + after + 1) : WIDE;
    return { lo: isNeverNegative(expr) ? 0n : -hi, hi };
  }

  /** Decimals of any scale are looked for on the grid. */
  private digitsOf(expr: HistoryCondition): number {
    const isDense = expr.op === 'sum' && expr.fieldType.kind === 'decimal' && expr.fieldType.scale === undefined;
    return isDense ? this.state.grid.after : 0;
  }

  private tally(of: readonly unknown[], bounds: Bounds): IntTerm {
    return getOrMake(this.tallies, keyOf(of), () =>
      this.state.own(this.inputs.attribute('history'), () => this.state.freshInt('tally', bounds, OPEN)),
    );
  }

  private past(): BoolTerm {
    return this.state.own(this.inputs.attribute('history'), () => this.state.freshBool('past', OPEN));
  }

  private needs(expr: HistoryCondition, part: EncodePart): BoolTerm {
    const { factory } = this.state;
    const needed = sharings(expr.event, expr.windowMs, expr.key).map(
      (sharing) => (sharing.by === 'field' ? part(sharing.field.value, this) : keySym(this.inputs, sharing.by)).defined,
    );
    return factory.and(this.inputs.now.time.defined, ...needed);
  }
}

/** A condition with other numbers for the slots that it reads. */
function withSlots<Part>(value: Part, numberOf: (slot: number) => number): Part {
  if (Array.isArray(value)) return value.map((each: unknown) => withSlots(each, numberOf)) as Part;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]: [string, unknown]): [string, unknown] => [
    name,
    name === 'slot' && typeof inner === 'number' ? numberOf(inner) : withSlots(inner, numberOf),
  ]);
  return Object.fromEntries(members) as Part;
}

/** Whether a condition takes something of an item of a quantifier around it. */
const mentionsItem = (expr: CoreExpr): boolean => within(expr).some(({ op }) => op === 'item');
