import type { CoreRule } from '@ostiary/policy';
import type { Language, PreparedPolicy, Words } from '@ostiary/guard';
import type { TestTerms } from './about-tool.js';
import { sourceOf } from '../guards/tests.js';

/** Ids as they stand in a sentence: `a`, `b` and `c`. */
export function named(rules: readonly CoreRule[], language: Language): string {
  return listed(
    rules.map(({ id }) => `\`${id}\``),
    language,
  );
}

/** "x, y and z". */
export function listed(parts: readonly string[], language: Language): string {
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return last;
  return `${parts.slice(0, -1).join(', ')} ${language === 'en' ? 'and' : 'e'} ${last}`;
}

/** One sentence in both languages. */
export const words = (en: string, pt: string): Words => ({ en, pt });

/** Tests as they are written: `x > 1` and `x < 1`. */
export function quoted({ core, text }: PreparedPolicy, tests: readonly Pick<TestTerms, 'test'>[]): Words {
  const sources = tests.map(({ test }) => `\`${sourceOf(core, text, test)}\``);
  return { en: listed(sources, 'en'), pt: listed(sources, 'pt') };
}

/** By which rules something is so: " by `a` and `b`". @param otherwise where there are none */
export const by = (rules: readonly CoreRule[], otherwise: Words = words('', '')): Words =>
  rules.length === 0 ? otherwise : words(` by ${named(rules, 'en')}`, ` por ${named(rules, 'pt')}`);
