import type { DecimalType, IntType } from '../model.js';
import type { Findings } from '../report/findings.js';
import { get, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

/** Digits after the point that a scale may have. */
const MAX_SCALE = 9;

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/**
 * `integer` and `number`. A `multipleOf` of a power of ten gives the scale; another one only its digits; without one, or
 * with more digits than a scale has, a number is a decimal of any scale.
 */
export function numberType(
  schema: JsonObject,
  integer: boolean,
  scale: number | undefined,
  pointer: string,
  findings: Findings,
): IntType | DecimalType {
  const step = digitsOf(schema, pointer, findings);
  const digits = integer ? 0 : (scale ?? step?.digits);
  if (step && !step.exact) findings.warn(child(pointer, 'multipleOf'), 'constraint_ignored', { keyword: 'multipleOf' });
  if (digits === undefined || digits > MAX_SCALE)
    return { kind: 'decimal', ...boundsOf(schema, null, pointer, findings) };
  const bounds = boundsOf(schema, digits, pointer, findings);
  return digits === 0 ? { kind: 'int', ...bounds } : { kind: 'decimal', scale: digits, ...bounds };
}

function digitsOf(
  schema: JsonObject,
  pointer: string,
  findings: Findings,
): { digits: number; exact: boolean } | undefined {
  const step = get(schema, 'multipleOf');
  if (step === undefined) return undefined;
  if (typeof step !== 'number' || !(step > 0)) {
    findings.error(child(pointer, 'multipleOf'), 'value_invalid', {
      value: typeof step === 'number' ? step : kindOf(step),
      expected: 'a number above 0',
    });
    return undefined;
  }
  const digits = decimalPlaces(step);
  return { digits, exact: step === Number(`1e-${digits}`) && digits <= MAX_SCALE };
}

/** Digits after the point of a number as JSON writes it: 0.01 -> 2, 1e-7 -> 7, 25 -> 0. */
export function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const point = mantissa.indexOf('.');
  return Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent));
}

function boundsOf(
  schema: JsonObject,
  scale: number | null,
  pointer: string,
  findings: Findings,
): { min?: number; max?: number } {
  const int32 = get(schema, 'format') === 'int32' && scale === 0;
  const low = limit(schema, 'minimum', 'exclusiveMinimum', scale, 1, pointer, findings);
  const high = limit(schema, 'maximum', 'exclusiveMaximum', scale, -1, pointer, findings);
  // A bound that is stated is believed, also one that a signed 32-bit number could not reach.
  const min = low ?? (int32 && !(high !== undefined && high < INT32.min) ? INT32.min : undefined);
  const max = high ?? (int32 && !(low !== undefined && low > INT32.max) ? INT32.max : undefined);
  if (min !== undefined && max !== undefined && min > max) findings.error(pointer, 'range_empty', { min, max });
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/**
 * One inclusive bound in units of 10^-scale, rounded inwards; without a scale the number itself, and an exclusive bound is
 * read as an inclusive one. `inwards` is +1 for the lower bound, -1 for the upper.
 * The exclusive keyword is a number (2020-12) or a flag on the inclusive one (OpenAPI 3.0, draft 4).
 */
function limit(
  schema: JsonObject,
  inclusive: string,
  exclusive: string,
  scale: number | null,
  inwards: 1 | -1,
  pointer: string,
  findings: Findings,
): number | undefined {
  const flag = get(schema, exclusive);
  const candidates = [
    scaled(get(schema, inclusive), child(pointer, inclusive), scale, inwards, flag === true, findings),
    flag === true || flag === false
      ? undefined
      : scaled(flag, child(pointer, exclusive), scale, inwards, true, findings),
  ].filter((value) => value !== undefined);
  if (candidates.length === 0) return undefined;
  const tightest = inwards === 1 ? Math.max(...candidates) : Math.min(...candidates);
  return scale === null || Number.isSafeInteger(tightest) ? tightest : undefined;
}

function scaled(
  value: unknown,
  pointer: string,
  scale: number | null,
  inwards: 1 | -1,
  open: boolean,
  findings: Findings,
): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') {
    findings.error(pointer, 'wrong_type', { expected: 'number', found: kindOf(value) });
    return undefined;
  }
  if (scale === null) {
    if (open) findings.warn(pointer, 'constraint_ignored', { keyword: 'exclusive bound' });
    return Number.isFinite(value) ? value : undefined;
  }
  // Shifting by text, not by multiplication, keeps 0.29 at 29 units rather than 28.999…96.
  const units = Number(decimalShift(value, scale));
  if (Number.isInteger(units)) return open ? units + inwards : units;
  return inwards === 1 ? Math.ceil(units) : Math.floor(units);
}

/** The text of value * 10^by, exactly. */
export function decimalShift(value: number, by: number): string {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return `${mantissa}e${Number(exponent) + by}`;
}
