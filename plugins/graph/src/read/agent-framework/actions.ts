import type { ArgumentBinding, GraphNode, ToolUse } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { entriesOf, isRecord, itemsOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { isFormula, variableOf } from './power-fx.js';

/** Actions that call nothing, with the members that name what they write. */
const ON_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['SetVariable', ['variable']],
  ['SetTextVariable', ['variable']],
  ['SetValue', ['path', 'variable']],
  ['ResetVariable', ['variable']],
  ['ParseValue', ['variable']],
  ['EditTable', ['variable', 'table']],
  ['EditTableV2', ['itemsVariable', 'variable', 'table']],
  ['SendActivity', []],
  ['CreateConversation', ['conversationId']],
  ['AddConversationMessage', ['message']],
  ['CopyConversationMessages', []],
  ['RetrieveConversationMessage', ['message']],
  ['RetrieveConversationMessages', ['messages']],
]);

/** The last message of a conversation is another after whatever speaks in it. */
const SPOKEN = 'System.LastMessage';

/** The node of an action that only goes on, its edges aside. */
export function stepOf(
  {
    id,
    kind,
    value,
    pointer,
  }: { readonly id: string; readonly kind: string; readonly value: TreeRecord; readonly pointer: string },
  draft: Draft,
): Omit<GraphNode, 'id'> {
  const resting = { nodes: [id], params: { node: id } };
  const output = member(value, 'output');
  const given = entriesOf(output).flatMap(([, one]) => pathOf(one) ?? []);
  const writes = [...new Set([SPOKEN, ...given])];
  const fields = ON_VARIABLES.get(kind);
  if (fields) {
    const changed = fields.flatMap((field) => pathOf(member(value, field)) ?? []);
    return changed.length > 0 ? { kind: 'code', writes: changed } : { kind: 'wait' };
  }
  switch (kind) {
    case 'SetMultipleVariables':
      return {
        kind: 'code',
        writes: itemsOf(member(value, 'assignments')).flatMap((one) => pathOf(member(one, 'variable')) ?? []),
      };
    case 'ClearAllVariables':
      return { kind: 'code', writes: '*' };
    case 'Question':
    case 'RequestExternalInput': {
      draft.assume('approval_not_judged', pointer, resting);
      const answer = pathOf(member(value, 'variable')) ?? pathOf(member(value, 'property'));
      return { kind: 'human', writes: [...new Set([...writes, ...(answer === undefined ? [] : [answer])])] };
    }
    case 'InvokeFunctionTool':
    case 'InvokeMcpTool': {
      const name = member(value, kind === 'InvokeMcpTool' ? 'toolName' : 'functionName');
      const result = pathOf(member(output, 'result'));
      const common = { writes, on_error: 'edge' as const, ...(result !== undefined && { result }) };
      if (typeof name === 'string' && name !== '' && !isFormula(name))
        return { kind: 'tool', tools: [useOf(name, value)], ...common };
      draft.assume('tool_by_value', pointer, resting);
      return { kind: 'code', may_call: '*', fallible: true, ...common };
    }
    case 'HttpRequestAction': {
      const method = textMember(value, 'method') ?? 'GET';
      const answer = pathOf(member(value, 'response'));
      return {
        kind: 'tool',
        tools: [{ name: `http.${method.toUpperCase()}` }],
        writes: answer === undefined ? writes : [...writes, answer],
      };
    }
    case 'InvokeAzureAgent':
      draft.assume('tools_unknown', pointer, resting);
      return { kind: 'code', may_call: '*', fallible: true, writes };
    default:
      draft.assume('tools_unknown', pointer, resting);
      return { kind: 'code', may_call: '*', fallible: true, writes: '*' };
  }
}

/** A path of a variable, as the members that name one have it: `Local.Order`, `=Local.Order`, `{ path: Local.Order }`. */
function pathOf(value: unknown): string | undefined {
  const text = isRecord(value) ? textMember(value, 'path') : value;
  if (typeof text !== 'string') return undefined;
  const path = text
    .replace(/^\s*=\s*/, '')
    .trim()
    .replace(/^init:/, '');
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(path) ? path : undefined;
}

function useOf(name: string, value: TreeRecord): ToolUse {
  const given = entriesOf(member(value, 'arguments')).flatMap(([argument, one]): readonly ArgumentBinding[] => {
    const variable = variableOf(one);
    if (variable !== undefined) return [{ name: argument, variable }];
    const constant =
      !isFormula(one) && (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean');
    return constant ? [{ name: argument, value: one }] : [];
  });
  return {
    name,
    ...(member(value, 'requireApproval') === true && { requires_confirmation: true as const }),
    ...(given.length > 0 && { arguments: given }),
  };
}
