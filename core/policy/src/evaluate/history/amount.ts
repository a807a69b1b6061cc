import type { CoreExpr } from '../../core/ir.js';
import { readerOf } from '../../values/read.js';
import type { Money } from '../../values/value.js';
import { readPath } from '../paths.js';
import type { AmountSpec } from './index-log.js';

/** The amount a `sum` adds up. Money is added in the currency of the bound; other currencies make the sum unknown. */
export function amountSpec({ field, fieldType, bound }: Extract<CoreExpr, { op: 'sum' }>): AmountSpec {
  const reader = readerOf(fieldType);
  const currency = fieldType.kind === 'money' ? (bound as Money).currency : null;
  return {
    id: JSON.stringify([field, fieldType, currency]),
    amountOf: (args) => readPath(args, field, reader),
    currency,
  };
}
