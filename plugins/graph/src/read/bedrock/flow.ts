import { pointerChild } from '@ostiary/catalogue';
import type { Problems } from '../source/problems.js';
import { isList, isRecord, itemsOf, kindOf, member, memberAt, textMember, type TreeRecord } from '../source/tree.js';

/** A definition of Bedrock Flows as it stands, its members looked at. */
export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly connections: readonly Connection[];
}

export interface FlowNode {
  readonly name: string;
  readonly type: string;
  readonly pointer: string;
  /** What stands in `configuration` under the name of the type. */
  readonly configuration: unknown;
  readonly inputs: readonly Input[];
}

export interface Input {
  readonly name: string;
  readonly type: string;
  readonly expression: string;
}

export interface Connection {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly pointer: string;
  /** Of a data connection. */
  readonly output?: string;
  readonly input?: string;
  /** Of a conditional connection: the condition it leaves by. */
  readonly condition?: string;
}

/** Where each type has its configuration. */
const CONFIGURED = new Map([
  ['Agent', 'agent'],
  ['Condition', 'condition'],
  ['KnowledgeBase', 'knowledgeBase'],
  ['LambdaFunction', 'lambdaFunction'],
  ['Loop', 'loop'],
  ['LoopController', 'loopController'],
]);

/** The product itself takes some dozens. */
const MOST_NODES = 2_000;

/** Reads a definition; what is missing or of another type is told, with its place. */
export function readFlow(tree: unknown, pointer: string, problems: Problems): Flow {
  if (itemsOf(member(tree, 'nodes')).length > MOST_NODES) {
    problems.add('graph_too_large', `${pointer}/nodes`, { what: 'nodes', limit: MOST_NODES });
    return { nodes: [], connections: [] };
  }
  const records = (
    field: 'nodes' | 'connections',
  ): readonly { readonly item: TreeRecord; readonly pointer: string }[] =>
    recordsAt(member(tree, field), `${pointer}/${field}`, problems);
  return {
    nodes: records('nodes').map(({ item, pointer: at }) => readNode(item, at, problems)),
    connections: records('connections').map(({ item, pointer: at }) => readConnection(item, at, problems)),
  };
}

export function recordsAt(
  list: unknown,
  pointer: string,
  problems: Problems,
): readonly { readonly item: TreeRecord; readonly pointer: string }[] {
  if (!isList(list)) {
    problems.add('graph_value', pointer, { expected: 'a list', found: kindOf(list) });
    return [];
  }
  return list.flatMap((item, index) => {
    const at = pointerChild(pointer, index);
    if (isRecord(item)) return [{ item, pointer: at }];
    problems.add('graph_value', at, { expected: 'a record', found: kindOf(item) });
    return [];
  });
}

export function textAt(of: TreeRecord, field: string, pointer: string, problems: Problems): string {
  const value = member(of, field);
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined) problems.add('graph_field_missing', pointer, { field });
  else problems.add('graph_value', pointerChild(pointer, field), { expected: 'text', found: kindOf(value) });
  return '';
}

function readNode(item: TreeRecord, pointer: string, problems: Problems): FlowNode {
  const type = textAt(item, 'type', pointer, problems);
  const inputs = member(item, 'inputs');
  return {
    name: textAt(item, 'name', pointer, problems),
    type,
    pointer,
    configuration: memberAt(item, 'configuration', CONFIGURED.get(type) ?? ''),
    inputs:
      inputs === undefined
        ? []
        : recordsAt(inputs, `${pointer}/inputs`, problems).map(({ item: input, pointer: at }) => ({
            name: textAt(input, 'name', at, problems),
            type: textMember(input, 'type') ?? '',
            expression: textMember(input, 'expression') ?? '',
          })),
  };
}

function readConnection(item: TreeRecord, pointer: string, problems: Problems): Connection {
  const ends = {
    name: textMember(item, 'name') ?? '',
    source: textAt(item, 'source', pointer, problems),
    target: textAt(item, 'target', pointer, problems),
    pointer,
  };
  const type = textAt(item, 'type', pointer, problems);
  if (type === 'Conditional') {
    const configured = memberAt(item, 'configuration', 'conditional');
    const at = `${pointer}/configuration/conditional`;
    return { ...ends, condition: textAt(isRecord(configured) ? configured : {}, 'condition', at, problems) };
  }
  if (type !== 'Data' && type !== '')
    problems.add('graph_value', `${pointer}/type`, { expected: 'Data, Conditional', found: type });
  const data = memberAt(item, 'configuration', 'data');
  return { ...ends, output: textMember(data, 'sourceOutput') ?? '', input: textMember(data, 'targetInput') ?? '' };
}
