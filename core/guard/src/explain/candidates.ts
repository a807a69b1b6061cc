import type { Type } from '@ostiary/catalogue';
import { ABSENT, Line, type Money, type Outcome, toWire, type Value } from '@ostiary/policy';
import type { Constants } from './constants.js';
import { textCandidates } from './texts.js';

const MOST_ITEMS = 100;

/** Raw wire values worth trying for an argument that has no value with an order, the likeliest first. */
export function candidates(
  type: Type,
  constants: Constants,
  current: Outcome,
  examples: readonly unknown[],
): unknown[] {
  switch (type.kind) {
    case 'bool':
      return [current !== true, true];
    case 'string':
      return [...textCandidates(type, constants, typeof current === 'string' ? current : null), ...examples];
    case 'list':
      return [...listCandidates(type, constants, current, examples), ...examples];
    case 'int':
    case 'decimal':
    case 'money':
    case 'duration':
    case 'time':
      return [...examples, ...pointCandidates(type, constants)];
    case 'record':
    case 'map':
    case 'any':
      return [...examples];
  }
}

/** Of money at a place: that of the present value, else the policy's, else the catalogue's. */
export function currencyAt(type: Type, current: Outcome, { values }: Constants): string {
  if (type.kind !== 'money') return '';
  const sample = [current, ...values].find((value) => typeof value === 'object' && 'currency' in value);
  return (sample as Money | undefined)?.currency ?? type.currency ?? type.currencies?.[0] ?? 'EUR';
}

/**
 * Points around every threshold, also where a factor moves it, the nearest to `from` first. Money in another currency than the present
 * value says nothing about where its thresholds are, but is as likely as any other value.
 */
export function thresholds(line: Line, { values, factors }: Constants, from: bigint): bigint[] {
  const distinct = [...new Set([1, ...factors])];
  const found = new Set(values.flatMap((value) => distinct.flatMap((factor) => line.near(value, factor))));
  return byDistance([...found], from);
}

/** The nearest to `from` first. */
export function byDistance(points: readonly bigint[], from: bigint): bigint[] {
  const far = (point: bigint): bigint => (point < from ? from - point : point - from);
  return points.toSorted((a, b) => Number(far(a) - far(b)) || (a < b ? -1 : 1));
}

function pointCandidates(type: Type, constants: Constants): unknown[] {
  const line = Line.written(type, constants.values);
  if (!line) return [];
  const currency = currencyAt(type, ABSENT, constants);
  return thresholds(line, constants, 0n).flatMap((point) => {
    const value = line.valueAt(point, currency);
    return value === null ? [] : [toWire(type, value)];
  });
}

function listCandidates(
  type: Extract<Type, { kind: 'list' }>,
  constants: Constants,
  current: Outcome,
  examples: readonly unknown[],
): unknown[] {
  const items = Array.isArray(current) ? (current as readonly Value[]).map((item) => toWire(type.of, item)) : [];
  const without = items.map((_, i) => items.filter((_item, j) => j !== i));
  const exampleItems = examples.flatMap((example) => (Array.isArray(example) ? (example as readonly unknown[]) : []));
  const added = candidates(type.of, constants, ABSENT, exampleItems);
  const filler = items.at(-1) ?? added[0];
  const sized = constants.sizes
    .flatMap((size) => [size - 1, size, size + 1])
    .filter((size) => size >= 0 && size <= MOST_ITEMS && (size <= items.length || filler !== undefined))
    .map((size) => [
      ...items.slice(0, size),
      ...Array.from({ length: Math.max(0, size - items.length) }, () => filler),
    ]);
  return [...without, ...added.map((item) => [...items, item]), ...added.map((item) => [item]), ...sized, []];
}
