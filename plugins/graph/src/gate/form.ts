import type { TextForm } from './limits.js';

const MERMAID = /^(?:graph|flowchart)(?:[ \t]+(?:TD|TB|LR|RL|BT))?[ \t]*(?:;|%%|$)/;
/** A diagram says what it is near its beginning; what is drawn by a program has its settings before that. */
const FIRST_LINES = 64;

/**
 * The form of a text, by how it begins: `<` is XML, `{` and `[` are JSON, a diagram of Mermaid begins with `graph` or `flowchart` (after settings between
 * lines of `---`, and comments). All else is YAML.
 */
export function formOf(text: string): TextForm {
  const first = /\S/u.exec(text)?.[0];
  if (first === '<') return 'xml';
  if (first === '{' || first === '[') return 'json';
  return isMermaid(text) ? 'mermaid' : 'yaml';
}

function isMermaid(text: string): boolean {
  const lines = text.split(/\r?\n/, FIRST_LINES).map((line) => line.trim());
  let at = lines.findIndex((line) => line !== '');
  if (lines[at] === '---') at = lines.indexOf('---', at + 1) + 1;
  while (at > -1 && (lines[at] === '' || lines[at]?.startsWith('%%'))) at += 1;
  return MERMAID.test(lines[at] ?? '');
}
