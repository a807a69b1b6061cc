import type { CoreOf } from '../../core/ir.js';
import { ABSENT } from '../../values/outcome.js';
import { readerOf } from '../../values/read.js';
import { readPath } from '../paths.js';
import type { AmountSpec } from './index-log.js';
import { currencyOf } from './tally.js';

/** The amount a `sum` adds up. Money is added in the currency of the bound; other currencies make the sum unknown. */
export function amountSpec({ event, field, fieldType, fieldTypes, bound }: CoreOf<'sum'>): AmountSpec {
  const readers = new Map(event.tools.map((tool, i) => [tool, readerOf(fieldTypes[i] ?? fieldType)]));
  const currency = currencyOf(bound);
  return {
    id: JSON.stringify([field, fieldTypes, currency]),
    amountOf: ({ tool, args }) => {
      const reader = readers.get(tool);
      return reader ? readPath(args, field, reader) : ABSENT;
    },
    currency,
  };
}
