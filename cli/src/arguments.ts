import { parseArgs } from 'node:util';
import type { Command, Given, OptionSpec } from './command.js';
import { CommandError } from './text/command-error.js';
import type { Language } from './text/words.js';

/** Options that every command takes. */
export const COMMON: readonly OptionSpec[] = [
  { name: 'json', help: { en: 'one JSON document instead of text', pt: 'um documento JSON em vez de texto' } },
  { name: 'lang', value: 'en|pt', help: { en: 'language of the texts', pt: 'língua dos textos' } },
  { name: 'help', help: { en: 'this help', pt: 'esta ajuda' } },
];

/**
 * Reads what was typed after the name of a command.
 * @throws CommandError for an option it does not take, a value that is missing, or no file
 */
export function readArguments({ name, options, files, filesOptional }: Command, args: readonly string[]): Given {
  const known = [...options, ...COMMON];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      known.map((option) => [option.name, { type: option.value === undefined ? 'boolean' : 'string' } as const]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  const names: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = known.find((option) => option.name === token.name);
    if (spec === undefined) throw unknownOption(token.rawName, name, known);
    // A value of its own that looks like an option was forgotten; `--option=-x` is taken as it stands.
    const value = token.value ?? '';
    if (spec.value !== undefined && (token.value === undefined || (!token.inlineValue && /^-./.test(value))))
      throw new CommandError({
        en: `${token.rawName} needs a value: ${spec.value}.`,
        pt: `${token.rawName} precisa de um valor: ${spec.value}.`,
      });
    if (spec.value === undefined && token.inlineValue === true)
      throw new CommandError({ en: `${token.rawName} takes no value.`, pt: `${token.rawName} não leva valor.` });
    values.set(token.name, value);
  }
  if (names.length === 0 && filesOptional !== true && !values.has('help'))
    throw new CommandError({
      en: `ostiary ${name} needs more: ostiary ${name} ${files}`,
      pt: `ostiary ${name} precisa de mais: ostiary ${name} ${files}`,
    });
  return { files: names, has: (option) => values.has(option), value: (option) => values.get(option) };
}

function unknownOption(raw: string, command: string, known: readonly OptionSpec[]): CommandError {
  const list = known.map((option) => `--${option.name}`).join(', ');
  return new CommandError({
    en: `ostiary ${command} has no option ${raw}. It has ${list}.`,
    pt: `ostiary ${command} não tem a opção ${raw}. Tem ${list}.`,
  });
}

/** The language asked for: by the option wherever it stands, or else by the environment. */
export function languageOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  const at = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const asked = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1]);
  if (asked === 'en' || asked === 'pt') return asked;
  if (asked !== undefined) throw new CommandError({ en: '--lang is en or pt.', pt: '--lang é en ou pt.' });
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return locale.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

/** @throws CommandError when it is none of the known words */
export function oneOf<T extends string>(word: string, option: string, known: readonly T[]): T {
  const found = known.find((each) => each.toLowerCase() === word.trim().toLowerCase());
  if (found !== undefined) return found;
  const list = known.join(', ');
  throw new CommandError({
    en: `--${option} has no ${word.trim()}; there are ${list}.`,
    pt: `--${option} não tem ${word.trim()}; existem ${list}.`,
  });
}
