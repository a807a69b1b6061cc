import { jsonErrorOffset, memberCount, parseJson, scanJson } from '@ostiary/json';
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
  const { tooDeepAt, members } = scanJson(text, MAX_DEPTH);
  if (tooDeepAt !== undefined)
    throw new CommandError({
      en: `${place}: nested deeper than ${MAX_DEPTH}.`,
      pt: `${place}: aninhado além de ${MAX_DEPTH} níveis.`,
    });
  if (memberCount(value) !== members)
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
