import type { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

/**
 * Strict reading of one object of our own form: every read names its key, and `done` reports the keys nobody read.
 * Each reader answers undefined when the key is absent or wrong (and the latter is reported).
 */
export class Fields {
  private readonly known = new Set<string>();

  private constructor(
    private readonly object: JsonObject,
    readonly pointer: string,
    private readonly findings: Findings,
  ) {}

  static of(value: unknown, pointer: string, findings: Findings): Fields | null {
    if (isObject(value)) return new Fields(value, pointer, findings);
    findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return null;
  }

  at(key: string): string {
    return child(this.pointer, key);
  }

  raw(key: string): unknown {
    this.known.add(key);
    return get(this.object, key);
  }

  required(key: string): unknown {
    const value = this.raw(key);
    if (value === undefined) this.findings.error(this.pointer, 'field_missing', { field: key });
    return value;
  }

  string(key: string): string | undefined {
    return this.typed(key, this.raw(key), 'string', isString);
  }

  requiredString(key: string): string | undefined {
    return this.typed(key, this.required(key), 'string', isString);
  }

  boolean(key: string): boolean | undefined {
    return this.typed(key, this.raw(key), 'boolean', (value): value is boolean => typeof value === 'boolean');
  }

  /** A safe integer of at least `least`. */
  integer(key: string, least: number = Number.MIN_SAFE_INTEGER): number | undefined {
    const value = this.typed(key, this.raw(key), 'number', (found): found is number => typeof found === 'number');
    if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return value;
    this.findings.error(this.at(key), 'value_invalid', {
      value,
      expected: least === Number.MIN_SAFE_INTEGER ? 'a safe integer' : `a safe integer from ${String(least)}`,
    });
    return undefined;
  }

  /** Any finite number. */
  number(key: string): number | undefined {
    return this.typed(key, this.raw(key), 'number', (found): found is number => Number.isFinite(found));
  }

  oneOf<const T extends string>(key: string, values: readonly T[]): T | undefined {
    const value = this.string(key);
    if (value === undefined || (values as readonly string[]).includes(value)) return value as T | undefined;
    this.findings.error(this.at(key), 'value_invalid', { value, expected: `one of ${values.join(', ')}` });
    return undefined;
  }

  array(key: string): readonly unknown[] | undefined {
    return this.typed(key, this.raw(key), 'array', (value): value is unknown[] => Array.isArray(value));
  }

  strings(key: string): readonly string[] | undefined {
    const list = this.array(key);
    list?.forEach((item, index) => {
      if (typeof item !== 'string')
        this.findings.error(child(this.at(key), index), 'wrong_type', { expected: 'string', found: kindOf(item) });
    });
    return list?.every((item) => typeof item === 'string') ? list : undefined;
  }

  /** Reports every key that no reader asked for. */
  done(): void {
    for (const key of Object.keys(this.object)) {
      if (!this.known.has(key))
        this.findings.error(child(this.pointer, key), 'field_unknown', {
          field: key,
          known: [...this.known].join(', '),
        });
    }
  }

  private typed<T>(key: string, value: unknown, expected: string, is: (value: unknown) => value is T): T | undefined {
    if (value === undefined) return undefined;
    if (is(value)) return value;
    this.findings.error(this.at(key), 'wrong_type', { expected, found: kindOf(value) });
    return undefined;
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
