import type { GraphNode, ToolUse } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { itemsOf, member, textMember } from '../source/tree.js';
import { toolName } from './tool-name.js';
import { begins, beginsBare, CODE, MODELS, ON_ITEMS, PASSES, WAITS_FOR_ALL } from './types.js';
import type { Item } from './workflow.js';

/** The node of the graph for a node of the workflow, its edges aside. `tools` are the nodes bound to it as tools, `judged` whether what a person answers
 * here is looked at by the node behind it. */
export function nodeOf(item: Item, tools: readonly Item[], judged: boolean, draft: Draft): GraphNode {
  return { id: item.name, ...whatItDoes(item, tools, judged, draft), ...onFailure(item), ...joined(item) };
}

type Doing = Omit<GraphNode, 'id'>;

function whatItDoes(item: Item, tools: readonly Item[], judged: boolean, draft: Draft): Doing {
  const { type, name, pointer, parameters } = item;
  const resting = { nodes: [name], params: { node: name } };
  if (tools.length > 0 || MODELS.has(type)) {
    const calls = tools.flatMap((tool) => callsOf(tool, item, draft));
    const writes = ['json', name];
    return tools.length > 0 ? { kind: 'agent', tools: calls, writes } : { kind: 'llm', fallible: true, writes };
  }
  if (begins(type))
    return beginsBare(type)
      ? { kind: 'wait' }
      : { kind: 'tool', tools: [{ name: toolName(item) }], writes: ['json', name] };
  if (textMember(parameters, 'operation') === 'sendAndWait') {
    draft.assume(judged ? 'approval_covers_any_tool' : 'approval_not_judged', pointer, resting);
    return { kind: 'human', fallible: true, writes: ['json', name] };
  }
  if (PASSES.has(type)) return { kind: type === 'noOp' || type === 'wait' ? 'wait' : 'router' };
  if (type === 'splitInBatches') return { kind: 'code', reads: ['json'], writes: ['json', name] };
  if (type === 'stopAndError') return { kind: 'fail' };
  if (type === 'executeWorkflow') {
    draft.assume('body_missing', pointer, { nodes: [name], params: { node: name, body: 'another workflow' } });
    return { kind: 'subgraph', may_call: '*', writes: '*' };
  }
  if (CODE.has(type)) {
    draft.assume('code_calls_no_tool', pointer, resting);
    return { kind: 'code', fallible: true, writes: ['json', name] };
  }
  if (ON_ITEMS.has(type)) return { kind: 'code', fallible: true, writes: ['json', name] };
  return { kind: 'tool', tools: [{ name: toolName(item) }], writes: ['json', name] };
}

/** A server of tools offers those that are chosen; without a choice nobody can tell which. */
function callsOf(tool: Item, agent: Item, draft: Draft): readonly ToolUse[] {
  if (tool.type !== 'mcpClientTool') return [{ name: toolName(tool) }];
  const chosen = itemsOf(member(tool.parameters, 'includeTools')).filter((name) => typeof name === 'string');
  if (chosen.length > 0) return chosen.map((name) => ({ name }));
  draft.assume('mcp_tools_unknown', tool.pointer, { nodes: [agent.name], params: { node: agent.name } });
  return [{ name: tool.name }];
}

/** Three tries in all, where the file does not say how many. */
const TRIES = 3;

function onFailure({ source, type }: Item): Partial<GraphNode> {
  if (type === 'stopAndError') return {};
  const onError = textMember(source, 'onError');
  const tries = member(source, 'maxTries');
  return {
    ...(onError === 'continueErrorOutput' && { on_error: 'edge' as const }),
    ...((onError === 'continueRegularOutput' ||
      (onError === undefined && member(source, 'continueOnFail') === true)) && {
      on_error: 'continue' as const,
    }),
    ...(member(source, 'retryOnFail') === true && {
      retry: { max: (typeof tries === 'number' && tries >= 1 ? Math.trunc(tries) : TRIES) - 1 },
    }),
    ...(member(source, 'disabled') === true && { disabled: true as const }),
  };
}

const joined = ({ type }: Item): Partial<GraphNode> => (WAITS_FOR_ALL.has(type) ? { join: 'active' } : {});
