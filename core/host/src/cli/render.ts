import type { CommandResult } from '@ostiary/plugin-api';

/** A result for people: a text as it is, `name: value` lines, or a table with a heading. */
export function render(result: CommandResult): string {
  if (typeof result === 'string')
    return result
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${printable(line)}\n`)
      .join('');
  return isRows(result) ? table(result) : lines(result);
}

function lines(result: Readonly<Record<string, unknown>>): string {
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${textOf(value)}\n`)
    .join('');
}

function table(result: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = result;
  if (!first) return 'none\n';
  const names = Object.keys(first);
  const rows = [names, ...result.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

function isRows(result: Exclude<CommandResult, string>): result is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result);
}

function textOf(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Control characters (C0, DEL, C1), line breaks, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text whose characters only show: those that do something are written as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
