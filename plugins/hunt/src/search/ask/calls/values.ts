import type { Type } from '@ostiary/catalogue';
import { readValue, toWire, type Value } from '@ostiary/policy';
import type { Variation } from '@ostiary/policy/symbolic';
import type { AttributeTest } from '../guards/attribute-tests.js';

/** A value as a call carries it; null when no spelling is read as this one. */
export function wireOf(type: Type, value: Value): { readonly raw: unknown } | null {
  const raw = toWire(type, value);
  return readValue(type, raw).ok ? { raw } : null;
}

/** A call in which the tested attribute, or its only item, is `raw`. */
export const carrying = (test: Pick<AttributeTest, 'name' | 'ofItem'>, raw: unknown): Variation => ({
  args: { [test.name]: carried(test, raw) },
});

/** What a call carries so that the tested attribute, or its only item, is `raw`. */
const carried = ({ ofItem }: Pick<AttributeTest, 'ofItem'>, raw: unknown): unknown => (ofItem ? [raw] : raw);
