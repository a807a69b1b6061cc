import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A text that does not end up in a log, an error or an answer by accident: only `reveal` gives it. */
export class SecretString {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
