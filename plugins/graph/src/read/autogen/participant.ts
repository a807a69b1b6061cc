import type { GraphNode, ToolUse } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { itemsOf, member, memberAt, textMember } from '../source/tree.js';

/** The node of an agent, by the class of its component. */
export function participantOf(agent: unknown, pointer: string, name: string, draft: Draft): Omit<GraphNode, 'id'> {
  const config = member(agent, 'config');
  const type = textMember(agent, 'provider')?.split('.').at(-1) ?? '';
  const resting = { nodes: [name], params: { node: name } };
  switch (type) {
    case 'AssistantAgent':
      return assistant(config, pointer, name, draft);
    case 'UserProxyAgent':
      draft.assume('approval_not_judged', pointer, resting);
      return { kind: 'human' };
    case 'MessageFilterAgent':
      return participantOf(member(config, 'wrapped_agent'), pointer, name, draft);
    case 'CodeExecutorAgent':
      draft.assume('code_calls_no_tool', pointer, resting);
      return { kind: 'code', fallible: true };
    default:
      draft.assume('tools_unknown', pointer, resting);
      return { kind: 'code', may_call: '*', fallible: true, writes: '*' };
  }
}

function assistant(config: unknown, pointer: string, name: string, draft: Draft): Omit<GraphNode, 'id'> {
  const benches = member(config, 'workbench');
  const tools: ToolUse[] = toolsIn(member(config, 'tools'));
  for (const bench of Array.isArray(benches) ? (benches as readonly unknown[]) : benches ? [benches] : []) {
    const listed = memberAt(bench, 'config', 'tools');
    if (Array.isArray(listed)) tools.push(...toolsIn(listed));
    else {
      draft.assume('mcp_tools_unknown', pointer, { nodes: [name], params: { node: name } });
      tools.push({ name: 'mcp' });
    }
  }
  return tools.length > 0 ? { kind: 'agent', tools } : { kind: 'llm', fallible: true };
}

/** Tools by the name that the model sees. */
const toolsIn = (tools: unknown): ToolUse[] =>
  itemsOf(tools).flatMap((tool) => {
    const name = textMember(member(tool, 'config'), 'name') ?? textMember(tool, 'label');
    return name === undefined ? [] : [{ name }];
  });
