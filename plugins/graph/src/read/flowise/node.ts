import type { GraphNode } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { itemsOf, member, textMember } from '../source/tree.js';
import { stateWrittenBy } from './conditions.js';
import { argumentsOf, toolsOf } from './tools.js';

/** A node of an agent flow, as it stands in the file. */
export interface Block {
  readonly id: string;
  /** Without the ending that all of them have: `llm`, `humanInput`. */
  readonly type: string;
  readonly label: string;
  readonly inputs: unknown;
  readonly pointer: string;
  /** The iteration it stands in. */
  readonly parent: string | undefined;
}

/** The node of the graph for a block, its edges aside. `within` is its id with that of the body. */
export function nodeOf(block: Block, within: string, draft: Draft): GraphNode {
  const { id, label } = block;
  // A block waits for all that can still reach it.
  const doing = whatItDoes(block, within, draft);
  const state = stateWrittenBy(block.inputs);
  const writes = doing.writes === '*' || state.length === 0 ? doing.writes : [...(doing.writes ?? []), ...state];
  return { id, ...(label !== '' && { title: label }), ...doing, ...(writes && { writes }), join: 'active' };
}

type Doing = Omit<GraphNode, 'id'>;

function whatItDoes({ id, type, inputs, pointer }: Block, within: string, draft: Draft): Doing {
  const resting = { nodes: [within], params: { node: within } };
  switch (type) {
    case 'start':
      return { kind: 'start' };
    case 'condition':
      return { kind: 'router', concurrency: 'exclusive' };
    case 'conditionAgent':
      return { kind: 'llm', fallible: true, concurrency: 'exclusive', writes: [id] };
    case 'humanInput':
      draft.assume('approval_covers_any_tool', pointer, resting);
      return { kind: 'human', concurrency: 'exclusive', writes: [id] };
    case 'loop':
      return { kind: 'router', concurrency: 'exclusive' };
    case 'iteration':
      return { kind: 'map', subgraph: id, writes: [id] };
    case 'directReply':
      return { kind: 'wait' };
    case 'llm':
      return { kind: 'llm', fallible: true, writes: [id] };
    case 'agent':
      return agent(inputs, id, within, pointer, draft);
    case 'customFunction':
      draft.assume('code_calls_no_tool', pointer, resting);
      return { kind: 'code', fallible: true, writes: '*' };
    case 'executeFlow':
      draft.assume('body_missing', pointer, { nodes: [within], params: { node: id, body: 'another flow' } });
      return { kind: 'subgraph', may_call: '*', writes: '*' };
    case 'tool':
      return tool(inputs, id, within, pointer, draft);
    case 'http':
      return { kind: 'tool', tools: [{ name: `http.${textMember(inputs, 'method') || 'GET'}` }], writes: [id] };
    default:
      // A retrieval, and what a later version adds: a call by the name of its type.
      return { kind: 'tool', tools: [{ name: type }], writes: [id] };
  }
}

function agent(inputs: unknown, id: string, within: string, pointer: string, draft: Draft): Doing {
  const tools = itemsOf(member(inputs, 'agentTools')).map((one) => {
    const asks = member(one, 'agentSelectedToolRequiresHumanInput') === true;
    const name = textMember(one, 'agentSelectedTool');
    const more = asks ? { requires_confirmation: true as const } : {};
    return toolsOf(name, member(one, 'agentSelectedToolConfig'), more) ?? unknown(name, within, pointer, draft);
  });
  return { kind: 'agent', tools: tools.flat(), writes: [id] };
}

function tool(inputs: unknown, id: string, within: string, pointer: string, draft: Draft): Doing {
  const name = textMember(inputs, 'toolAgentflowSelectedTool') ?? textMember(inputs, 'selectedTool');
  const config = member(inputs, 'toolAgentflowSelectedToolConfig') ?? member(inputs, 'selectedToolConfig');
  const tools = toolsOf(name, config) ?? unknown(name, within, pointer, draft);
  const given = argumentsOf(inputs);
  const calls = tools.map((one) => ({ ...one, ...(given.length > 0 && { arguments: given }) }));
  return { kind: 'tool', tools: calls, ...(calls.length > 1 && { tool_choice: 'one' as const }), writes: [id] };
}

/** A server of tools of which none is chosen by name. */
function unknown(name: string | undefined, within: string, pointer: string, draft: Draft): GraphNode['tools'] & object {
  draft.assume('mcp_tools_unknown', pointer, { nodes: [within], params: { node: within } });
  return [{ name: name || 'mcp' }];
}
