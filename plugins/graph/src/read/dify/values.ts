import type { ArgumentBinding } from '../../model/index.js';
import { entriesOf, isList, isRecord, member, textMember } from '../source/tree.js';

/** `{{#node.field#}}`, as templates name a value. */
const NAMED = /\{\{#([^#{}]+)#\}\}/g;
const ONLY_NAMED = /^\{\{#([^#{}]+)#\}\}$/;

/** A selector as the name of a variable: `["node", "field"]` is `node.field`. */
export function variableOf(selector: unknown): string | undefined {
  if (!isList(selector) || selector.length < 2 || !selector.every((one) => typeof one === 'string')) return undefined;
  return selector.join('.');
}

/**
 * Every variable that a step names, in templates or by selectors. `roots` are the first parts that a selector can have; a list of other texts is none. Not
 * recursive: a file may nest as deep as the gate lets it.
 */
export function readsOf(data: unknown, roots: (first: string) => boolean): readonly string[] {
  const found = new Set<string>();
  const open: unknown[] = [data];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') for (const [, name = ''] of value.matchAll(NAMED)) found.add(name.trim());
    const selected = variableOf(value);
    if (selected !== undefined && isList(value) && roots(String(value[0]))) found.add(selected);
    else if (isList(value)) open.push(...value);
    else if (isRecord(value)) open.push(...Object.values(value));
  }
  return [...found].toSorted();
}

/** Where the arguments of a tool come from, as far as the file says it. */
export function argumentsOf(parameters: unknown): readonly ArgumentBinding[] {
  return entriesOf(parameters).flatMap(([name, told]): readonly ArgumentBinding[] => {
    if (name === '') return [];
    const value = member(told, 'value');
    const selected = variableOf(value);
    if (textMember(told, 'type') === 'variable') return selected === undefined ? [] : [{ name, variable: selected }];
    if (typeof value !== 'string')
      return typeof value === 'number' || typeof value === 'boolean' ? [{ name, value }] : [];
    const [, only] = ONLY_NAMED.exec(value) ?? [];
    if (only !== undefined) return [{ name, variable: only.trim() }];
    return value.includes('{{') ? [] : [{ name, value }];
  });
}
