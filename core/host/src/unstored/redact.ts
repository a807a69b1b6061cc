import { type Logger, ProblemError, type ProblemOptions } from '@ostiary/plugin-api';
import type { UnstoredValues } from './held-values.js';

const SHOWN = '[unstored]';
/** Shorter texts are found in many texts by chance. */
const LEAST = 4;

/** Keeps values that are never stored out of what an attempt says: others may repeat them in their errors. */
export class Redactor {
  #texts: readonly string[] = [];

  /** From now on these are kept out. */
  watch(values: UnstoredValues): void {
    this.#texts = [...values.values()]
      .filter((text) => text.length >= LEAST)
      .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
      .toSorted((one, other) => other.length - one.length);
  }

  /** Length of the longest of them. */
  get longest(): number {
    return this.#texts[0]?.length ?? 0;
  }

  /** Whether a text holds one of the values. */
  isIn(text: string): boolean {
    return this.#texts.some((value) => text.includes(value));
  }

  text(text: string): string {
    return this.#texts.reduce((left, value) => left.replaceAll(value, SHOWN), text);
  }

  /** An error without the values: its name, message, stack, and those of its causes. Others pass as they are. */
  error(error: unknown): unknown {
    if (this.#texts.length === 0) return error;
    if (error instanceof ProblemError)
      return new ProblemError(error.slug, JSON.parse(this.text(JSON.stringify(error.options))) as ProblemOptions);
    if (!(error instanceof Error)) return typeof error === 'string' ? this.text(error) : error;
    const said = `${error.message}${error.stack ?? ''}${JSON.stringify(error)}`;
    if (!this.isIn(said) && !(error.cause instanceof Error)) return error;
    const plain = new Error(this.text(error.message), { cause: this.error(error.cause) });
    plain.name = this.text(error.name);
    plain.stack = this.text(error.stack ?? '');
    return plain;
  }

  /** A log that keeps the values out of its fields. */
  log(log: Logger): Logger {
    const clean = (fields: object): object => {
      if (this.#texts.length === 0) return fields;
      return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, this.#value(value)]));
    };
    return {
      info: (fields, message) => log.info(clean(fields), this.text(message)),
      warn: (fields, message) => log.warn(clean(fields), this.text(message)),
      error: (fields, message) => log.error(clean(fields), this.text(message)),
    };
  }

  #value(value: unknown): unknown {
    if (value instanceof Error) return this.error(value);
    const text = JSON.stringify(value) as string | undefined;
    return text !== undefined && this.isIn(text) ? SHOWN : value;
  }
}
