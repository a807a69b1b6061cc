import type { Read } from '@ostiary/guard/request';
import { CommandError } from '../text/command-error.js';
import { parseStrict, readJson } from './json.js';

/** JSON given to an option: the text itself when it begins like an object, else the name of a file. */
export function jsonOf(given: string, option: string): unknown {
  return /^\s*\{/.test(given) ? parseStrict(given, `--${option}`) : readJson(given);
}

/**
 * The value of an option, once it was read.
 * @throws CommandError that says where and what is wrong
 */
export function valueOf<T>(read: Read<T>, option: string): T {
  if (read.ok) return read.value;
  const { pointer, detail } = read.fault;
  const place = `--${option}${pointer === '' ? '' : `#${pointer}`}`;
  throw new CommandError({ en: `${place}: ${detail.en}`, pt: `${place}: ${detail.pt}` });
}
