import type { CoreRule } from '@ostiary/policy';
import type { Hunt } from './hunt.js';

/** The policy's text with one stretch of it changed. */
export function edited({ policy }: Hunt, { start, end }: CoreRule['span'], change: (text: string) => string): string {
  const { text } = policy;
  return `${text.slice(0, start)}${change(text.slice(start, end))}${text.slice(end)}`;
}

/** The policy's text with one more rule at its end, after `@id`. */
export function withRule({ policy }: Hunt, id: string, dialect: { readonly 1: string; readonly 2: string }): string {
  const taken = new Set(policy.core.rules.map((rule) => rule.id));
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}-${String(number)}`;
  return `${policy.text.trimEnd()}\n@id(${JSON.stringify(free)}) ${dialect[policy.core.dialect]}\n`;
}

/** The policy's text with an argument declared in it as another format; null where the text does not declare it as `text`. */
export function redeclared({ policy: { text } }: Hunt, tool: string, name: string, format: string): string | null {
  const start = [`tool ${tool} `, `tool ${tool}(`, `tool "${tool}"`]
    .map((head) => text.indexOf(head))
    .find((at) => at >= 0);
  if (start === undefined) return null;
  const end = text.indexOf(';', start);
  const parts = text.slice(start, end).split(/([(,{])/);
  const at = parts.findIndex((part) => {
    const [declared, shape = ''] = part.split(':');
    return (
      [name, `${name}?`, `"${name}"`, `"${name}"?`].includes(declared?.trim() ?? '') && /^\s*\[?\s*text\b/.test(shape)
    );
  });
  if (at < 0) return null;
  const changed = parts.with(at, (parts[at] ?? '').replace(/(:\s*\[?\s*)text\b/, `$1${format}`));
  return `${text.slice(0, start)}${changed.join('')}${text.slice(end)}`;
}

/** A tool as a rule of dialect 1 names it. */
export const toolWord = (tool: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(tool) ? tool : JSON.stringify(tool));
/** An argument as both dialects name it. */
export const argPath = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `args.${name}` : `args[${JSON.stringify(name)}]`;
