import { visible } from '../text/visible.js';

/**
 * Text as it is, on one line: a sign is escaped where Markdown (GitHub Flavored) would read it as its own, an address is no link, and a
 * name or a number is not called.
 */
export function text(raw: string): string {
  return onOneLine(raw)
    .replaceAll(/[\\`*[\]<>#|~$]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#|\w+;)/g, '\\&')
    .replaceAll(/:(?=\/\/|[\w+-]+:)/g, '\\:')
    .replaceAll(/(www)\./gi, '$1\\.')
    .replaceAll(/^(?:[-+=]|\d+(?=[.)]))/g, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
    .replaceAll(/(?:@|\\#)(?=\w)/g, '$&<!-- -->');
}

function onOneLine(raw: string): string {
  return visible(raw.replaceAll(/\r?\n/g, ' ')).replaceAll(/\s+/g, ' ');
}

/** Code within a line, whatever it holds. `inTable` for a cell, which a bar would end. */
export function code(raw: string, inTable = false): string {
  const shown = onOneLine(raw);
  if (shown.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const pad = /^`|`$|^ .* $/.test(shown) ? ' ' : '';
  const span = `${fence}${pad}${shown}${pad}${fence}`;
  return inTable ? span.replaceAll('|', '\\|') : span;
}

/** A sentence in which what stands between backticks is code. */
export function sentence(raw: string, inTable = false): string {
  return raw
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? code(part, inTable) : text(part)))
    .join('');
}

/** Lines of code; `language` is one that is coloured, or empty. */
export function block(lines: readonly string[], language: string): string {
  const shown = lines.map((line) => visible(line).replaceAll('\n', ' '));
  const fence = '`'.repeat(Math.max(3, longestRun(shown.join('\n')) + 1));
  return [`${fence}${language}`, ...shown, fence].join('\n');
}

function longestRun(shown: string): number {
  return Math.max(0, ...Array.from(shown.matchAll(/`+/g), ({ 0: run }) => run.length));
}

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
