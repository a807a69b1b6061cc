import type { AdminResult } from '../keys/admin-commands.js';

/** A result for people: `name: value` lines, or a table with a heading. */
export function render(result: AdminResult): string {
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

function isRows(result: AdminResult): result is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
