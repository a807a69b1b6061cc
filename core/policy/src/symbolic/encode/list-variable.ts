import type { ListType } from '@ostiary/catalogue';
import type { Value } from '../../values/value.js';
import type { Attribute, BoolTerm, IntTerm, Term } from '../terms/term.js';
import { equalSyms } from './compare.js';
import { type Fresh, type ModelReader, Unrealisable } from './realisable.js';
import { closedSum, inPlaceOf, openSum, sumKey, type SumSym } from './list-sums.js';
import type { EncodingState } from './state.js';
import {
  type BoolSym,
  constSym,
  type Judge,
  type Sym,
  undefinedSym,
  type UnknownList,
  truthSym,
  boolSym,
} from './sym.js';
import { getOrMake } from '../../maps.js';

/** One question to a list: whether some item is one. It stands for itself until the list is closed. */
interface ListTest {
  readonly judge: Judge;
  /** Both free until then. */
  readonly defined: BoolTerm;
  readonly value: BoolTerm;
  /** Whether it tells apart more than the items that are mentioned and the others. */
  readonly rich: boolean;
}

/** One sum over a list. It stands for itself until the list is closed. */
interface ListSum {
  readonly valueOf: (item: Sym) => Sym;
  readonly open: SumSym;
}

/** An item that may be in the list. */
interface Inhabitant {
  readonly present: BoolTerm;
  readonly sym: Sym;
  readonly decode: (model: ModelReader) => unknown;
}

/** The items of a list that are kept apart; `all`: there are no others. */
interface Kept {
  readonly items: readonly Inhabitant[];
  readonly all: boolean;
}

/** A list that is summed and no longer than this is made of its items. */
const MAX_POSITIONS = 6n;
/** Items of a longer one that are kept apart for its sums. */
const SUMMED = 3;
/** Tests of one list that each get an item of their own. */
const MAX_RICH = 6;
/** Lists longer than this are not written out. */
const MAX_WRITTEN_ITEMS = 1_000;

/**
 * A list that is not known, of any length. A test that looks at one item at a time owes its result to one item, so what matters is
 * which values are in it: each value that some test mentions, and one other item for each test that tells others apart. A sum owes its
 * result to all of them: of a short list each item is kept apart, of another the sum is exact only for lists of few items.
 * See docs/adr/0032.
 */
export class ListVariable implements UnknownList {
  private readonly tests = new Map<string, ListTest>();
  private readonly sums = new Map<string, ListSum>();
  private readonly mentioned = new Map<string, { readonly value: Value; readonly present: BoolTerm }>();
  private readonly attribute: Attribute | null;
  private first: Fresh | null = null;
  private kept: Kept | null = null;

  constructor(
    private readonly state: EncodingState,
    private readonly type: ListType,
    readonly size: IntTerm,
    /** An unknown item. */
    private readonly item: () => Fresh,
    /** A mentioned value as it is on the wire; null when no list of this type can hold it. */
    private readonly wire: (value: Value) => unknown,
  ) {
    this.attribute = size.kind === 'var' ? size.attribute : null;
  }

  /**
   * Whether `judge` is true of some item: undefined where it is true of none and undefined of one.
   *
   * @param mentions the constants the test compares an item with, when it does nothing else with it
   */
  any(judge: Judge, mentions: readonly Value[] | null): BoolSym {
    const { factory } = this.state;
    if (this.kept) return this.over(this.kept, judge, false);
    const rich = mentions === null || !mentions.every((value) => this.mention(value));
    // Two tests that say the same of one unknown item are one.
    const probe = judge(this.some().sym);
    const key = `${String(probe.defined.id)} ${String(probe.value.id)}`;
    const free = (): BoolTerm => this.state.own(this.attribute, () => this.state.freshBool('listed'));
    const test = this.tests.get(key) ?? { judge, defined: free(), value: free(), rich };
    this.tests.set(key, test);
    return boolSym(factory, test.defined, test.value);
  }

  /** What `valueOf` comes to over the items, where there are some. */
  total(valueOf: (item: Sym) => Sym): Sym {
    const one = valueOf(this.some().sym);
    if (one.defined === this.state.factory.false) return undefinedSym(this.state.factory);
    if (one.kind !== 'int' && one.kind !== 'money') throw new TypeError(`a sum of ${one.kind}`);
    const key = sumKey(one);
    const known = this.sums.get(key);
    if (known) return known.open;
    const open = this.state.own(this.attribute, () => openSum(this.state, one, this.size));
    if (this.kept) return this.sumOver(this.kept, valueOf, open);
    this.sums.set(key, { valueOf, open });
    return open;
  }

  /** What each test and each sum stands for, once nothing new is asked; further tests may be asked of other lists while this is found out. */
  close(): (readonly [Term, Term])[] {
    const rich = [...this.tests.values()].filter((test) => test.rich).length;
    const kept = this.isShort ? this.positions() : this.representatives(rich);
    this.kept = kept;
    const tests = [...this.tests.values()].flatMap(({ judge, ...test }) => {
      const { defined, value } = this.over(kept, judge, rich <= MAX_RICH);
      return [[test.defined, defined] as const, [test.value, value] as const];
    });
    const sums = [...this.sums.values()].flatMap(({ valueOf, open }) =>
      inPlaceOf(open, this.sumOver(kept, valueOf, open)),
    );
    return [...tests, ...sums];
  }

  /** Whether each item of it is an unknown of its own: a sum needs them all. */
  private get isShort(): boolean {
    return this.sums.size > 0 && this.size.hi !== null && this.size.hi <= MAX_POSITIONS;
  }

  private positions(): Kept {
    const { factory } = this.state;
    const items = Array.from({ length: Number(this.size.hi) }, (_, at): Inhabitant => {
      const { sym, decode } = at === 0 ? this.some() : this.state.own(this.attribute, this.item);
      return { present: factory.lt(factory.int(at), this.size), sym, decode };
    });
    return { items, all: true };
  }

  private representatives(rich: number): Kept {
    const { factory } = this.state;
    const apart = Math.max(1, Math.min(MAX_RICH, rich + (this.sums.size > 0 ? SUMMED : 0)));
    const others = Array.from({ length: apart }, (_, at) => this.other(at));
    const items = [...[...this.mentioned.values()].map((each) => this.known(each)), ...others];
    const count = factory.count(items, ({ present }) => present);
    this.state.constraints.push(
      factory.implies(factory.lt(factory.int(0), this.size), factory.or(...items.map(({ present }) => present))),
      // The list is as long as it has different items; one by one, so that the size is only ever compared with constants.
      ...items.map((_, at) => {
        const many = factory.int(at + 1);
        return factory.implies(factory.le(many, count), factory.le(many, this.size));
      }),
    );
    return { items, all: false };
  }

  decode(model: ModelReader): unknown[] {
    const length = model.int(this.size);
    if (length > MAX_WRITTEN_ITEMS) throw new Unrealisable('a list too long to write out');
    const there = (this.kept?.items ?? []).filter(({ present }) => model.bool(present));
    const known = there.map((item) => item.decode(model));
    // Further items repeat one that is there: no test can tell.
    return Array.from({ length }, (_, index) => known[Math.min(index, known.length - 1)]);
  }

  /** False for a value of which no spelling is known: it stays among the others. */
  private mention(value: Value): boolean {
    const key = JSON.stringify(value);
    if (!this.mentioned.has(key) && this.wire(value) === null) return false;
    getOrMake(this.mentioned, key, () => ({ value, present: this.isThere() }));
    return true;
  }

  /** Whether the list has some item. */
  private isThere(): BoolTerm {
    return this.state.own(this.attribute, () => this.state.freshBool('has'));
  }

  private some(): Fresh {
    return (this.first ??= this.state.own(this.attribute, this.item));
  }

  private known({ value, present }: { readonly value: Value; readonly present: BoolTerm }): Inhabitant {
    return {
      present,
      sym: constSym(this.state.factory, this.type.of, value),
      decode: () => this.wire(value),
    };
  }

  /** An item other than those mentioned. */
  private other(at: number): Inhabitant {
    const { factory } = this.state;
    const { sym, decode } = at === 0 ? this.some() : this.state.own(this.attribute, this.item);
    const present = this.isThere();
    const same = [...this.mentioned.values()].map(({ value }) =>
      equalSyms(this.state, sym, constSym(factory, this.type.of, value)),
    );
    this.state.constraints.push(factory.implies(present, factory.not(factory.or(...same))));
    return { present, sym, decode };
  }

  private over({ items, all }: Kept, judge: Judge, whole: boolean): BoolSym {
    const { factory } = this.state;
    const judged = items.map(({ present, sym }) => {
      const { defined, value } = judge(sym);
      return { true: factory.and(present, value), open: factory.and(present, factory.not(defined)) };
    });
    const value = factory.or(...judged.map((each) => each.true));
    const defined = factory.or(value, factory.not(factory.or(...judged.map((each) => each.open))));
    if (all || whole) return truthSym(defined, value);
    const [known, free] = [this.beyond(), this.beyond()];
    const found = factory.or(value, free);
    return truthSym(factory.or(found, factory.and(defined, known)), found);
  }

  private sumOver({ items, all }: Kept, valueOf: (item: Sym) => Sym, open: SumSym): SumSym {
    const values = items.map(({ present, sym }) => ({ present, value: sym }));
    return closedSum(this.state, valueOf, open, values, all ? null : this.size);
  }

  /** What items beyond those that were kept apart may say. */
  private beyond(): BoolTerm {
    return this.state.own(this.attribute, () => this.state.havoc('a list with more items than are kept apart'));
  }
}
