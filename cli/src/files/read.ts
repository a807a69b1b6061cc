import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../text/command-error.js';

/** A text and the name it is shown under. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

const STDIN = '-';

/**
 * Reads a file as UTF-8; `-` is the standard input.
 * @throws CommandError
 */
export function readText(name: string): SourceFile {
  const { name: shown, bytes } = readBytes(name);
  try {
    return { name: shown, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new CommandError({ en: `${name} is not UTF-8 text.`, pt: `${name} não é texto UTF-8.` });
  }
}

/**
 * Reads a file; `-` is the standard input.
 * @throws CommandError
 */
export function readBytes(name: string): { readonly name: string; readonly bytes: Uint8Array } {
  try {
    return { name: name === STDIN ? '(stdin)' : name, bytes: readFileSync(name === STDIN ? 0 : name) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(name, code);
  }
}

function unreadable(name: string, code: string | undefined): CommandError {
  if (code === 'ENOENT')
    return new CommandError({ en: `There is no file ${name}.`, pt: `Não existe o ficheiro ${name}.` });
  if (code === 'EISDIR') return new CommandError({ en: `${name} is a folder.`, pt: `${name} é uma pasta.` });
  const why = code ?? '?';
  return new CommandError({ en: `${name} cannot be read (${why}).`, pt: `${name} não pode ser lido (${why}).` });
}

/**
 * The policies that names stand for: files as they are, and of a folder every file below it that ends in `.ost`.
 * @throws CommandError when there is none
 */
export function policyNames(names: readonly string[]): readonly string[] {
  const found = names.flatMap((name) => {
    if (name === STDIN || !isFolder(name)) return [name];
    const inside = readdirSync(name, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ost'))
      .toSorted()
      .map((path) => join(name, path));
    if (inside.length === 0)
      throw new CommandError({
        en: `No file below ${name} ends in .ost.`,
        pt: `Nenhum ficheiro em ${name} termina em .ost.`,
      });
    return inside;
  });
  return [...new Set(found)];
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
