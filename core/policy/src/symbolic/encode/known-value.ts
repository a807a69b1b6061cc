import { CURRENCIES } from '../../values/currencies.js';
import { fromFraction } from '../../values/numbers/num.js';
import type { Value } from '../../values/value.js';
import { Unrealisable } from './realisable.js';
import type { Sym } from './sym.js';

/** The value of a fully known symbol, for turning it back into data; null where it is undefined. */
export function knownValue(sym: Sym): Value | null {
  if (sym.defined.kind !== 'const') throw new Unrealisable('a value that hangs on something open');
  if (!sym.defined.value) return null;
  switch (sym.kind) {
    case 'bool':
      return sym.value.kind === 'const' ? sym.value.value : null;
    case 'int':
      return sym.value.kind === 'const' ? fromFraction(sym.value.value, sym.digits ?? 0) : null;
    case 'money': {
      const { value, currency } = sym;
      const code = currency.kind === 'const' ? CURRENCIES[Number(currency.value)] : undefined;
      const amount = value.kind === 'const' ? fromFraction(value.value, sym.digits ?? 0) : null;
      return amount !== null && code !== undefined ? { minor: amount, currency: code } : null;
    }
    case 'string': {
      const text = sym.options.find((option) => option.when.kind === 'const' && option.when.value)?.value;
      return text?.kind === 'const' ? text.text : null;
    }
    case 'list':
    case 'record':
    case 'opaque':
      return null;
  }
}
