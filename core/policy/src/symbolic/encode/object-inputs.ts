import type { Type } from '@ostiary/catalogue';
import { currencyPlace } from '../../evaluate/places-read.js';
import { ABSENT } from '../../values/outcome.js';
import { readerOf } from '../../values/read.js';
import type { BoolTerm } from '../terms/term.js';
import { inCurrency, OpenCurrency } from './open-currency.js';
import { type ObjectSource, type OpenAttribute, OpenObject } from './open-object.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym, constSym, restrict, type Sym, undefinedSym } from './sym.js';
import type { RawObject } from '../../values/value.js';

/** What is read of an object: its attributes, and what a model makes of them. */
export interface AttributeSource {
  read(path: readonly string[], type: Type, around?: readonly Type[]): Sym;
  /** Present, absent, or undefined where there is something that cannot be read. */
  has(path: readonly string[], type: Type, around?: readonly Type[]): BoolSym;
  /** Where there is nothing to read: the attribute, or an object it lies in, is not there. */
  absent(path: readonly string[], type: Type, around?: readonly Type[]): BoolTerm;
  /** The attributes that were asked for and are open. */
  openAttributes(): readonly OpenAttribute[];
  /** Notes open objects that are read both whole and by their fields. */
  loosenOverlaps(): void;
  /** The object with every open attribute filled in or left out as the model says. */
  complete(model: ModelReader): unknown;
}

/** Reads attributes of one object, as the evaluator does, whether they are given or open. */
export class ObjectInputs extends OpenObject implements AttributeSource {
  /** An object of which nothing is known, but for what its record says of it; or only some paths are open. */
  static unknown(
    state: EncodingState,
    of: string,
    root: ObjectSource['root'],
    record: ObjectSource['record'],
    isOpen: ObjectSource['isOpen'] = () => true,
  ): ObjectInputs {
    return new ObjectInputs(state, of, { root, given: {}, isOpen, record, unfit: false });
  }

  read(path: readonly string[], type: Type, around?: readonly Type[]): Sym {
    const { factory } = this.state;
    const found = this.follow(path, around);
    if (found.kind === 'never') return undefinedSym(factory);
    if (found.kind === 'given') {
      const beside = this.openCurrency(path, type);
      return beside
        ? beside.amount(type, (siblings) => this.given(type, found.raw, { ...found.siblings, ...siblings }))
        : this.given(type, found.raw, found.siblings);
    }
    const present = this.presence(found.nodes);
    const { sym } = this.valueOf(found.last, type);
    return type.kind === 'any'
      ? restrict(factory, present, sym)
      : restrict(factory, factory.and(present, factory.not(found.last.illTyped)), this.inItsCurrency(path, type, sym));
  }

  has(path: readonly string[], type: Type, around?: readonly Type[]): BoolSym {
    const { factory } = this.state;
    const found = this.follow(path, around);
    if (found.kind === 'never') return boolSym(factory, factory.constBool(!found.blocked), factory.false);
    if (found.kind === 'given') return boolSym(factory, this.read(path, type).defined, factory.true);
    // Where it is there it has a value of its type, although nobody looks at it; an empty object will do for a record.
    if (type.kind !== 'record') this.valueOf(found.last, type);
    const present = this.presence(found.nodes);
    const wrong = type.kind === 'any' ? factory.false : factory.and(present, found.last.illTyped);
    return boolSym(factory, factory.not(wrong), present);
  }

  absent(path: readonly string[], type: Type, around?: readonly Type[]): BoolTerm {
    const { factory } = this.state;
    const found = this.follow(path, around);
    if (found.kind === 'never') return factory.constBool(!found.blocked);
    if (found.kind === 'given') return factory.constBool(readerOf(type)(found.raw, found.siblings) === ABSENT);
    return found.nodes.reduceRight<BoolTerm>(
      (inside, { present, illTyped }) =>
        factory.or(factory.not(present), factory.and(present, factory.not(illTyped), inside)),
      factory.false,
    );
  }

  private presence(nodes: readonly { readonly present: BoolTerm }[]): BoolTerm {
    return this.state.factory.and(...nodes.map(({ present }) => present));
  }

  private given(type: Type, raw: unknown, siblings: RawObject): Sym {
    const outcome = readerOf(type)(raw, siblings);
    const { factory } = this.state;
    return typeof outcome === 'symbol' ? undefinedSym(factory) : constSym(factory, type, outcome);
  }

  /** The attribute that names the currency of the amount at `path`, when it is open; null when it is not, or there is none. */
  private openCurrency(path: readonly string[], type: Type): OpenCurrency | null {
    const place = currencyPlace({ root: this.source.root, path, type });
    const found = place && this.follow(place.path);
    if (!place || found?.kind !== 'open') return null;
    const declared = this.declaredType(place.path);
    const named = this.read(place.path, declared ?? place.type);
    return new OpenCurrency(this.state, place, declared, named, this.presence(found.nodes));
  }

  /** An amount that is open, where it does not contradict the currency beside it. */
  private inItsCurrency(path: readonly string[], type: Type, sym: Sym): Sym {
    const place = currencyPlace({ root: this.source.root, path, type });
    if (!place) return sym;
    const open = this.openCurrency(path, type);
    if (open) return open.agreeing(sym);
    const found = this.follow(place.path);
    return found.kind === 'given' ? inCurrency(this.state, sym, found.raw) : sym;
  }
}
