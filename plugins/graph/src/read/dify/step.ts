import type { GraphNode, ToolUse } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { entriesOf, itemsOf, member, memberAt, textMember } from '../source/tree.js';
import type { Step } from './application.js';
import { argumentsOf, readsOf, variableOf } from './values.js';

/** Steps that work on values and call nothing outside. */
const ON_VALUES: ReadonlySet<string> = new Set([
  'template-transform',
  'document-extractor',
  'list-operator',
  'variable-aggregator',
  'variable-assigner',
  'assigner',
]);
const PASSES: ReadonlySet<string> = new Set([
  'start',
  'answer',
  'iteration-start',
  'loop-start',
  'if-else',
  'trigger-schedule',
]);

/** The node of the graph for a step, its lines aside. `within` is the qualified id of the step. */
export function nodeOf(step: Step, within: string, roots: (first: string) => boolean, draft: Draft): GraphNode {
  const { id, title, data } = step;
  const reads = readsOf(data, roots);
  return {
    id,
    ...(title !== '' && { title }),
    ...(reads.length > 0 && { reads }),
    ...whatItDoes(step, within, draft),
    ...onFailure(data),
    // A step waits for every branch that has not been left out.
    join: 'active',
  };
}

type Doing = Omit<GraphNode, 'id'>;

function whatItDoes({ id, type, pointer, data }: Step, within: string, draft: Draft): Doing {
  const resting = { nodes: [within], params: { node: id } };
  const tool = (name: string, parameters?: unknown): Doing => {
    const bound = argumentsOf(parameters);
    return { kind: 'tool', tools: [{ name, ...(bound.length > 0 && { arguments: bound }) }], writes: [id], result: id };
  };
  if (PASSES.has(type)) return { kind: type === 'if-else' ? 'router' : 'wait' };
  if (ON_VALUES.has(type)) return { kind: 'code', fallible: true, writes: [id, ...assigned(data)] };
  switch (type) {
    case 'end':
    case 'loop-end':
      return { kind: 'end' };
    case 'llm':
    case 'parameter-extractor':
    case 'question-classifier':
      return { kind: 'llm', fallible: true, writes: [id], ...memoryOf(data) };
    case 'agent':
      return { kind: 'agent', tools: agentTools(data, within, pointer, draft), writes: [id], ...memoryOf(data) };
    case 'tool':
      return tool(toolName(data), member(data, 'tool_parameters'));
    case 'http-request':
      return tool(`http-request.${(textMember(data, 'method') ?? 'get').toUpperCase()}`);
    case 'iteration':
    case 'loop':
      return {
        kind: 'map',
        subgraph: id,
        writes: [id],
        ...(member(data, 'is_parallel') === true && { parallel: true as const }),
      };
    case 'human-input':
      draft.assume('approval_not_judged', pointer, resting);
      return { kind: 'human', writes: [id] };
    case 'code':
      draft.assume('code_calls_no_tool', pointer, resting);
      return { kind: 'code', fallible: true, writes: [id] };
    default:
      // A retrieval, a trigger, and what a later version adds: a call by the name of its type.
      return tool(type);
  }
}

/** What a model has seen: its own prompt, unless it has a memory of the conversation. */
const memoryOf = (data: unknown): Partial<GraphNode> =>
  member(data, 'memory') === undefined ? { context: 'isolated' } : {};

/** As a catalogue names it: the provider and the tool. */
export function toolName(data: unknown): string {
  const provider = textMember(data, 'provider_name') || textMember(data, 'provider_id') || textMember(data, 'provider');
  return [provider, textMember(data, 'tool_name') ?? textMember(data, 'name')].filter(Boolean).join('/') || 'tool';
}

/** Tools that are on. A strategy that takes the address of a server has the tools of that server, too. */
function agentTools(data: unknown, within: string, pointer: string, draft: Draft): readonly ToolUse[] {
  const parameters = entriesOf(member(data, 'agent_parameters'));
  const tools = parameters
    .flatMap(([, parameter]) => itemsOf(member(parameter, 'value')))
    .filter((one) => textMember(one, 'tool_name') !== undefined && member(one, 'enabled') !== false)
    .map((one) => ({ name: toolName(one) }));
  const server = parameters.find(([name, parameter]) => /server|mcp/i.test(name) && member(parameter, 'value'));
  if (!server) return tools;
  draft.assume('mcp_tools_unknown', pointer, { nodes: [within], params: { node: within } });
  return [...tools, { name: 'mcp' }];
}

function assigned(data: unknown): readonly string[] {
  const selectors = [
    member(data, 'assigned_variable_selector'),
    ...itemsOf(member(data, 'items')).map((item) => member(item, 'variable_selector')),
  ];
  return selectors.map(variableOf).filter((name) => name !== undefined);
}

function onFailure(data: unknown): Partial<GraphNode> {
  const strategy = textMember(data, 'error_strategy');
  const retry = member(data, 'retry_config');
  const max = member(retry, 'max_retries');
  return {
    ...(strategy === 'fail-branch' && { on_error: 'edge' as const }),
    ...((strategy === 'default-value' || goesOn(data)) && { on_error: 'continue' as const }),
    ...(memberAt(retry, 'retry_enabled') === true && {
      retry: { max: typeof max === 'number' && max >= 0 ? Math.trunc(max) : 1 },
    }),
  };
}

/** An iteration that goes on with the next item when one has failed. */
export const goesOn = (data: unknown): boolean =>
  ['continue-on-error', 'remove-abnormal-output'].includes(textMember(data, 'error_handle_mode') ?? '');
