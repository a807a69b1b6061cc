/** Looks into parsed JSON that a customer sent: each member is asked for with what it must be. */
import { type ReadPlace, refuse } from './problems.js';

const shownType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : value === undefined ? 'nothing' : typeof value;

export class Json {
  readonly value: unknown;
  readonly pointer: string;
  readonly #format: string;

  constructor(format: string, value: unknown, pointer = '') {
    this.#format = format;
    this.value = value;
    this.pointer = pointer;
  }

  get place(): ReadPlace {
    return { pointer: this.pointer };
  }

  refuse(expected: string): never {
    return refuse('forest_source_value', { format: this.#format, expected, found: shownType(this.value) }, this.place);
  }

  unsupported(what: string): never {
    return refuse('forest_source_refused', { format: this.#format, what }, this.place);
  }

  has(name: string): boolean {
    return typeof this.value === 'object' && this.value !== null && Object.hasOwn(this.value, name);
  }

  get(name: string): Json {
    const inner = this.has(name) ? (this.value as Readonly<Record<string, unknown>>)[name] : undefined;
    return new Json(this.#format, inner, `${this.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }

  list(most = 20_000_000): readonly Json[] {
    if (!Array.isArray(this.value)) return this.refuse('a list');
    if (this.value.length > most) refuse('forest_too_large', { what: 'elements', limit: most }, this.place);
    return this.value.map((inner: unknown, at) => new Json(this.#format, inner, `${this.pointer}/${at}`));
  }

  /** A list of finite numbers, of `length` if that is said. */
  numbers(length?: number): readonly number[] {
    const { value } = this;
    if (
      !Array.isArray(value) ||
      !value.every((inner): inner is number => typeof inner === 'number' && Number.isFinite(inner))
    )
      return this.refuse('a list of numbers');
    if (length !== undefined && value.length !== length)
      refuse('forest_array_length', { array: this.pointer, found: value.length, expected: length }, this.place);
    return value;
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('a text');
  }

  /** A whole number from 0, also one in a text. */
  count(most: number): number {
    const found = typeof this.value === 'string' && /^\d{1,9}$/.test(this.value) ? Number(this.value) : this.value;
    if (typeof found !== 'number' || !Number.isInteger(found) || found < 0 || found > most)
      return this.refuse(`a whole number from 0 to ${most}`);
    return found;
  }
}
