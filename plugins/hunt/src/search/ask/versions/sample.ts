import type { Type } from '@ostiary/catalogue';
import { PLAUSIBLE, readValue } from '@ostiary/policy';

/** A value of a type as a call carries it; undefined where none is at hand. */
export function sampleOf(type: Type, examples: readonly unknown[] = []): unknown {
  const guesses: Readonly<Partial<Record<Type['kind'], readonly unknown[]>>> = {
    bool: [true],
    int: [1, 0],
    decimal: [1, 0],
    money: ['1.00 EUR', '1.00 USD', '100.00 EUR', 1],
    duration: ['1h', 1],
    time: ['2026-03-02T09:00:00Z'],
    list: [[]],
    record: [{}],
    map: [{}],
    any: ['x'],
    ...(type.kind === 'string' && { string: type.enum ?? PLAUSIBLE[type.format] }),
  };
  const bounds = 'min' in type ? [type.min, type.max].filter((each) => each !== undefined) : [];
  return [...examples, ...(guesses[type.kind] ?? []), ...bounds].find((raw) => readValue(type, raw).ok);
}
