import type { Type } from '@ostiary/catalogue';
import type { Place } from '../../evaluate/places-read.js';
import { minorDigits } from '../../values/currencies.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import { memberOf } from './compare.js';
import { fresh } from './fresh.js';
import type { EncodingState } from './state.js';
import { choose, currencyIndex, restrict, type Sym, undefinedSym } from './sym.js';
import type { RawObject } from '../../values/value.js';

const APPROXIMATED = 'a currency that is named beside an amount';

/** An attribute that names the currency of an amount beside it, and is not known. Exact where its values are listed. */
export class OpenCurrency {
  private readonly names: readonly string[] | null;

  /**
   * @param place of the attribute
   * @param declared its type; null when nothing is said of it
   * @param named its value
   * @param present whether it is there
   */
  constructor(
    private readonly state: EncodingState,
    private readonly place: Place,
    declared: Type | null,
    private readonly named: Sym,
    private readonly present: BoolTerm,
  ) {
    // Of a text the normal form is what is read; other formats have several spellings, and not all of them name a currency.
    this.names = declared?.kind === 'string' && declared.format === 'text' ? (declared.enum ?? null) : null;
  }

  /** A known amount of `type`; `read` reads it beside whatever the attribute may say. */
  amount(type: Type, read: (siblings: RawObject) => Sym): Sym {
    const { factory } = this.state;
    const name = this.place.path.at(-1) ?? '';
    const alone = read({});
    if (!this.names) return choose(factory, this.present, this.unlisted(type, alone), alone);
    const said = this.names.reduce<Sym>(
      (rest, text) => choose(factory, this.says(text), read({ [name]: text }), rest),
      undefinedSym(factory),
    );
    return choose(factory, this.present, said, alone);
  }

  /** An unknown amount: where the attribute is there, it names its currency. */
  agreeing(sym: Sym): Sym {
    const { factory } = this.state;
    const absent = factory.not(this.present);
    if (sym.kind !== 'money' || !this.names)
      return restrict(factory, factory.or(absent, this.state.havoc(APPROXIMATED)), sym);
    const agreed = this.names.map((text) => factory.and(this.says(text), isIn(this.state, sym.currency, text)));
    return restrict(factory, factory.or(absent, ...agreed), sym);
  }

  private says(text: string): BoolTerm {
    return memberOf(this.state, this.named, [text], TEXT);
  }

  /** An amount that says its currency keeps it, or has no value; any other is of any currency, or has none. */
  private unlisted(type: Type, alone: Sym): Sym {
    const { factory } = this.state;
    const bare = alone.defined === factory.false;
    const sym = bare ? fresh(this.state, type, { examples: [] }).sym : alone;
    return restrict(factory, this.state.havoc(APPROXIMATED), sym);
  }
}

/** An unknown amount beside a currency that is known: undefined in any other. */
export function inCurrency(state: EncodingState, sym: Sym, named: unknown): Sym {
  const { factory } = state;
  if (sym.kind !== 'money') return restrict(factory, state.havoc(APPROXIMATED), sym);
  return restrict(factory, typeof named === 'string' ? isIn(state, sym.currency, named) : factory.false, sym);
}

function isIn(state: EncodingState, currency: IntTerm, text: string): BoolTerm {
  const { factory } = state;
  const code = text.toUpperCase();
  return minorDigits(code) === null ? factory.false : factory.eq(currency, factory.int(currencyIndex(code)));
}
