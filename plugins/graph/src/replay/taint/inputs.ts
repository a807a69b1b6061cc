import type { ToolEffects, ToolUse } from '../../model/index.js';
import type { Located } from '../locate.js';

/** The arguments that a tool names, as far as the catalogue has it, and all that a call of it is made with: those, what is listed, and what data edges bring to its node. */
export function inputsOf(
  effects: ToolEffects,
  { node, body }: Located,
  { name: tool, arguments: given = [] }: ToolUse,
): { readonly named: ReadonlySet<string>; readonly all: ReadonlySet<string> } {
  const effect = effects.get(tool);
  const listed = given.map(({ name }) => name);
  const named = new Set(effect ? Object.keys(effect.args?.fields ?? {}) : listed);
  const brought = (body.data_edges ?? []).flatMap(({ target, target_input: to }) =>
    target === node.id && to !== undefined ? [to] : [],
  );
  return { named, all: new Set([...listed, ...named, ...brought]) };
}
