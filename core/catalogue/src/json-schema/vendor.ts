import { STRING_FORMATS, type MoneyType, type StringFormat, type Type } from '../model.js';
import { Fields } from '../own/fields.js';
import { readType } from '../own/read-type.js';
import type { Findings } from '../report/findings.js';
import { get, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

export const VENDOR_KEY = 'x-ostiary';

/** What the vendor extension `x-ostiary` of a schema adds to what JSON Schema can say. Strict, as our own form is. */
export interface SchemaVendor {
  readonly format?: StringFormat;
  /** Digits after the point of a `number`. */
  readonly scale?: number;
  readonly money?: MoneyType;
  /** A whole type in our own form, taken in place of the schema. */
  readonly type?: Type;
}

/** Reads `x-ostiary` of a schema; empty when it is not there or when it is no object, which is reported. */
export function readSchemaVendor(schema: JsonObject, pointer: string, findings: Findings): SchemaVendor {
  const value = get(schema, VENDOR_KEY);
  if (value === undefined) return {};
  const fields = Fields.of(value, child(pointer, VENDOR_KEY), findings);
  if (fields === null) return {};
  const format = fields.oneOf('format', STRING_FORMATS);
  const scale = fields.integer('scale', 0);
  if (scale !== undefined && scale > 9)
    findings.error(fields.at('scale'), 'value_invalid', { value: scale, expected: 'from 0 to 9' });
  const money = fields.raw('money');
  const type = fields.raw('type');
  fields.done();
  return {
    ...(format && { format }),
    ...(scale !== undefined && { scale }),
    ...(money !== undefined && { money: readMoney(money, fields.at('money'), findings) }),
    ...(type !== undefined && { type: readType(type, fields.at('type'), findings) }),
  };
}

/** Money as an owner states it beside a schema: `{unit, currency, currencyFrom, currencies}`. */
export function readMoney(value: unknown, pointer: string, findings: Findings): MoneyType {
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return { kind: 'money' };
  const unit = fields.oneOf('unit', ['major', 'minor']);
  const currency = fields.string('currency');
  const currencyFrom = fields.string('currencyFrom');
  const currencies = fields.strings('currencies');
  fields.done();
  for (const code of [currency, ...(currencies ?? [])]) {
    if (code !== undefined && !/^[A-Z]{3}$/.test(code))
      findings.error(pointer, 'value_invalid', { value: code, expected: 'an ISO 4217 code' });
  }
  return {
    kind: 'money',
    ...(unit && { unit }),
    ...(currency !== undefined && { currency }),
    ...(currencyFrom !== undefined && { currencyFrom }),
    ...(currencies && { currencies }),
  };
}
