import type { Language, Severity } from './diagnostic.js';

/** One text in every language the product speaks. `{name}` stands for a parameter; of a hint, `[[...]]` is left out when one in it is empty. */
export type Texts<Message extends string = string> = { readonly en: Message } & Readonly<
  Record<Exclude<Language, 'en'>, string>
>;

export interface Declaration<Message extends string = string> {
  readonly severity: Severity;
  readonly message: Texts<Message>;
  readonly hint: Texts | null;
}

/** The names between braces in a message: what a report of it must supply. */
export type ParamsOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

/**
 * A declaration of one severity: the message in English and in Portuguese, and below it the hint, if there is one, in both.
 * Keeps the English text as a literal type, so that a report with a missing parameter does not compile.
 */
const declare =
  (severity: Severity) =>
  <const Message extends string>(en: Message, pt: string, ...[hintEn, hintPt]: [] | [en: string, pt: string]) => {
    const hint = hintEn === undefined || hintPt === undefined ? null : { en: hintEn, pt: hintPt };
    return { severity, message: { en, pt }, hint } satisfies Declaration<Message>;
  };

/** What is refused: the policy is not loaded. */
export const error = declare('error');
/** What is likely not meant. */
export const warning = declare('warning');
/** What the checker took for granted. */
export const info = declare('info');
