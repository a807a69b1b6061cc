import type { ToolUse } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { isList, itemsOf, member, textMember } from '../source/tree.js';
import type { Component, Components } from './components.js';

/** A call of a tool, by the name the model or the flow knows it by. */
export const useOf = ({ name, value }: Pick<Component, 'name' | 'value'>): ToolUse => ({
  name,
  ...(member(value, 'requires_confirmation') === true && { requires_confirmation: true as const }),
});

/** What an agent may call: its tools, and those of its boxes of tools. */
export function toolsOf(agent: Component, id: string, components: Components, draft: Draft): readonly ToolUse[] {
  const { value, pointer } = agent;
  const tools = components.listAt(value, 'tools', pointer).map(useOf);
  const boxes = components.listAt(value, 'toolboxes', pointer).flatMap((box) => inBox(box, id, draft));
  return [...new Map([...tools, ...boxes].map((use) => [use.name, use])).values()];
}

/** The tools of a server that are chosen. Without a choice all of them are there, and the file does not name them. */
function inBox(box: Component, id: string, draft: Draft): readonly ToolUse[] {
  const filter = member(box.value, 'tool_filter');
  const asks = member(box.value, 'requires_confirmation') === true && { requires_confirmation: true as const };
  if (isList(filter))
    return itemsOf(filter).flatMap((one) => {
      const name = typeof one === 'string' ? one : textMember(one, 'name');
      return name === undefined ? [] : [{ ...useOf({ name, value: one }), ...asks }];
    });
  draft.assume('mcp_tools_unknown', box.pointer, { nodes: [id], params: { node: id } });
  return [{ name: box.name, ...asks }];
}

/** How often a call is tried again, where its tool says so. */
export function retryOf(tool: Component | undefined): { readonly retry?: { readonly max: number } } {
  const most = member(member(tool?.value, 'retry_policy'), 'max_attempts');
  return typeof most === 'number' && Number.isSafeInteger(most) && most > 0 ? { retry: { max: most } } : {};
}
