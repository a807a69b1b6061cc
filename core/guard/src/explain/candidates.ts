import type { Type } from '@ostiary/catalogue';
import { type Money, type Outcome, toWire, type Value } from '@ostiary/policy';
import type { Constants } from './constants.js';
import { textCandidates } from './texts.js';

const MOST_ITEMS = 100;

/** Raw wire values worth trying for an argument without an order, the likeliest first. */
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
      return [
        ...examples,
        ...thresholds(type, constants, current).map((units) =>
          toWire(type, fromUnits(type, units, current, constants)),
        ),
      ];
    case 'record':
    case 'map':
    case 'any':
      return [...examples];
  }
}

/** The integer behind an ordered value, or null when the type has no order or the value is missing. */
export function unitsOf(type: Type, value: Outcome): number | null {
  if (typeof value === 'number') return value;
  return type.kind === 'money' && typeof value === 'object' ? (value as Money).minor : null;
}

/** The value of an ordered type with `units` behind it. Money keeps its currency, or takes the policy's. */
export function fromUnits(type: Type, units: number, current: Outcome, { values }: Constants): Value {
  if (type.kind !== 'money') return units;
  const sample =
    typeof current === 'object' ? current : values.find((value) => typeof value === 'object' && 'currency' in value);
  return {
    minor: units,
    currency: (sample as Money | undefined)?.currency ?? type.currency ?? type.currencies?.[0] ?? 'EUR',
  };
}

/**
 * Units around every threshold: the constants themselves, one less and one more, also where a factor moves them. Money
 * in another currency than the present value says nothing about where its thresholds are, but is as good a guess as any.
 */
export function thresholds(type: Type, { values, factors }: Constants, current: Outcome): number[] {
  const found = new Set<number>();
  for (const value of values) {
    const units = unitsOf(type, value);
    if (units === null) continue;
    const places = [units, ...factors.filter((factor) => factor !== 0).map((factor) => units / factor)];
    for (const place of places) {
      for (const step of [-1, 0, 1]) {
        found.add(Math.floor(place) + step);
        found.add(Math.ceil(place) + step);
      }
    }
  }
  const from = unitsOf(type, current) ?? 0;
  return [...found].filter(Number.isSafeInteger).toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from) || a - b);
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
  const added = candidates(type.of, constants, Symbol('absent'), exampleItems);
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
