import { isRawNumber, jsonErrorOffset, parseJson } from '@ostiary/json';
import { SourceText } from '@ostiary/policy';
import { CommandError } from '../text/command-error.js';
import { readText } from './read.js';

/** Levels of lists and objects, as many as the service takes. */
const MAX_DEPTH = 64;

/**
 * Reads a file as JSON, as strictly as the service reads a body.
 * @throws CommandError with the place where reading stopped
 */
export function readJson(name: string): unknown {
  const { name: shown, text } = readText(name);
  return parseStrict(text, shown);
}

/**
 * Numbers keep their digits.
 * @param name how the text is named in an error
 * @param row the line it is of a file that has one text a line
 * @throws CommandError when it is no JSON, one key stands twice in an object, or it nests without end
 */
export function parseStrict(text: string, name: string, row?: number): unknown {
  const place = row === undefined ? name : `${name}:${row}`;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    const at = placeOfError(text, row);
    throw new CommandError({ en: `${name}${at}: this is not JSON.`, pt: `${name}${at}: isto não é JSON.` });
  }
  if (isDeeper(value, MAX_DEPTH))
    throw new CommandError({
      en: `${place}: nested deeper than ${MAX_DEPTH}.`,
      pt: `${place}: aninhado além de ${MAX_DEPTH} níveis.`,
    });
  if (members(value) !== colons(text))
    throw new CommandError({
      en: `${place}: an object has the same key twice.`,
      pt: `${place}: um objeto tem a mesma chave duas vezes.`,
    });
  return value;
}

/** `:line:column` of the first character that cannot be JSON; nothing where the text nests too deep to say. */
function placeOfError(text: string, row = 1): string {
  try {
    const { line, column } = new SourceText(text).position(jsonErrorOffset(text));
    return `:${line + row - 1}:${column}`;
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Members of all objects of a value that is not deep. */
function members(value: unknown): number {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, member) => sum + members(member), own);
}

/** Colons of valid JSON outside its strings: one for each member that is written. */
function colons(text: string): number {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
}
