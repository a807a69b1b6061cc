import type { ArgumentBinding, ToolUse } from '../../model/index.js';
import { itemsOf, member, textMember } from '../source/tree.js';

/** Tools that a node has by one entry: a tool of Flowise by its name, a server of MCP by the actions that are chosen. `undefined`: not told. */
export function toolsOf(
  name: string | undefined,
  config: unknown,
  more: Omit<ToolUse, 'name'> = {},
): readonly ToolUse[] | undefined {
  if (!name) return [];
  const actions = member(config, 'mcpActions');
  const listed = namesIn(actions);
  if (listed.length > 0) return listed.map((action) => ({ name: action, ...more }));
  return actions === undefined && !/mcp$/i.test(name) ? [{ name, ...more }] : undefined;
}

/** A list, or the text of one in JSON, as forms keep it. */
export const listIn = (list: unknown): readonly unknown[] => itemsOf(typeof list === 'string' ? parsed(list) : list);

const namesIn = (actions: unknown): readonly string[] =>
  listIn(actions).filter((name): name is string => typeof name === 'string' && name !== '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A variable, or what a person left half written: no names are told.
    return undefined;
  }
}

export const VARIABLE = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** What a tool is given: a variable, or a text in which there is none. Forms keep both as HTML. */
export function argumentsOf(inputs: unknown): readonly ArgumentBinding[] {
  const list = itemsOf(member(inputs, 'toolInputArgs'));
  return list.flatMap((one): readonly ArgumentBinding[] => {
    const name = textMember(one, 'inputArgName');
    const value = member(one, 'inputArgValue');
    if (!name || typeof value !== 'string') return [];
    const plain = plainText(value);
    const [, variable] = VARIABLE.exec(plain) ?? [];
    if (variable !== undefined) return [{ name, variable }];
    return plain.includes('{{') ? [] : [{ name, value: plain }];
  });
}

/** A text of a form without its markup. */
export const plainText = (html: string): string => html.replaceAll(/<[^<>]*>/g, '').trim();
