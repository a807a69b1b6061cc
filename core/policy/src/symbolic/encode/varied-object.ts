import type { Type } from '@ostiary/catalogue';
import { currencyPlace } from '../../evaluate/places-read.js';
import { isRecord } from '../../values/read.js';
import type { BoolTerm } from '../terms/term.js';
import type { AttributeSource, ObjectInputs } from './object-inputs.js';
import type { OpenAttribute } from './open-object.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import type { BoolSym, Sym } from './sym.js';

/** An object that is as another one, but for some of its attributes, which are its own. */
export class VariedObject implements AttributeSource {
  constructor(
    private readonly state: EncodingState,
    private readonly base: AttributeSource,
    private readonly own: ObjectInputs,
    /** Names of its own attributes, whether they are there or not. */
    private readonly names: ReadonlySet<string>,
  ) {}

  read(path: readonly string[], type: Type, around?: readonly Type[]): Sym {
    const source = this.sourceOf(path);
    const currency = currencyPlace({ root: this.own.root, path, type });
    // An amount and a currency beside it that come from two objects are not tied together.
    if (currency && this.sourceOf(currency.path) !== source)
      for (const { path: own } of this.own.openAttributes()) this.state.loose.add(this.own.attribute(own));
    return source.read(path, type, around);
  }

  has(path: readonly string[], type: Type, around?: readonly Type[]): BoolSym {
    return this.sourceOf(path).has(path, type, around);
  }

  absent(path: readonly string[], type: Type, around?: readonly Type[]): BoolTerm {
    return this.sourceOf(path).absent(path, type, around);
  }

  openAttributes(): readonly OpenAttribute[] {
    return [...this.base.openAttributes().filter(({ path }) => !this.isOwn(path)), ...this.own.openAttributes()];
  }

  loosenOverlaps(): void {
    this.own.loosenOverlaps();
  }

  complete(model: ModelReader): unknown {
    const [kept, own] = [this.base.complete(model), this.own.complete(model)].map((object) =>
      isRecord(object) ? Object.entries(object) : [],
    );
    return Object.fromEntries([...(kept ?? []).filter(([name]) => !this.names.has(name)), ...(own ?? [])]);
  }

  private sourceOf(path: readonly string[]): AttributeSource {
    return this.isOwn(path) ? this.own : this.base;
  }

  private isOwn([name]: readonly string[]): boolean {
    return name !== undefined && this.names.has(name);
  }
}
