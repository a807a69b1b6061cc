import type { StringFormat, Type } from '../model.js';
import type { Findings } from '../report/findings.js';
import { get, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

/** JSON Schema's `format` values that have a normal form here; any other one is a remark and the value stays `text`. */
const FORMATS: Readonly<Record<string, StringFormat>> = {
  email: 'email',
  'idn-email': 'email',
  hostname: 'domain',
  'idn-hostname': 'domain',
  uri: 'url',
  url: 'url',
  iri: 'url',
  ipv4: 'ip',
  ipv6: 'ip',
};

/** A `string` schema; `own` is the format `x-ostiary` states, which wins. */
export function stringType(
  schema: JsonObject,
  values: readonly string[] | undefined,
  own: StringFormat | undefined,
  pointer: string,
  findings: Findings,
): Type {
  const format = get(schema, 'format');
  if (own === undefined && values === undefined && format === 'date-time') return { kind: 'time' };
  if (own === undefined && values === undefined && format === 'duration') return { kind: 'duration' };
  if (get(schema, 'pattern') !== undefined)
    findings.warn(child(pointer, 'pattern'), 'constraint_ignored', { keyword: 'pattern' });
  const normal = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const minLength = length(schema, 'minLength', pointer, findings);
  const maxLength = length(schema, 'maxLength', pointer, findings);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    findings.error(pointer, 'range_empty', { min: minLength, max: maxLength });
  return {
    kind: 'string',
    format: own ?? normal ?? 'text',
    ...(values && { enum: values }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function length(schema: JsonObject, keyword: string, pointer: string, findings: Findings): number | undefined {
  const value = get(schema, keyword);
  if (value === undefined) return undefined;
  if (typeof value !== 'number')
    findings.error(child(pointer, keyword), 'wrong_type', { expected: 'number', found: kindOf(value) });
  else if (Number.isSafeInteger(value) && value >= 0) return value;
  else findings.error(child(pointer, keyword), 'value_invalid', { value, expected: 'a safe integer from 0' });
  return undefined;
}
