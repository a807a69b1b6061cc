import { pointerChild } from '@ostiary/catalogue';
import type { Problems } from '../source/problems.js';
import { nearestTo } from '../source/problems.js';
import { entriesOf, isList, isRecord, itemsOf, kindOf, member, textMember } from '../source/tree.js';

/** A node of a workflow, as it stands in the file. */
export interface Item {
  /** Connections name nodes by this, so it is the id. */
  readonly name: string;
  /** Without the package it is from: `httpRequest`, `agent`. */
  readonly type: string;
  readonly pointer: string;
  readonly source: unknown;
  readonly parameters: unknown;
  readonly version: number;
  /** Where it is drawn, from the left and from the top: the order of branches is told by it. */
  readonly position: readonly [number, number];
}

/** What leaves by one output of a node: `main`, or a kind of `ai_*`. */
export interface Connection {
  readonly source: string;
  readonly kind: string;
  readonly output: number;
  readonly target: string;
  readonly pointer: string;
}

export interface Workflow {
  readonly items: ReadonlyMap<string, Item>;
  readonly connections: readonly Connection[];
}

/** The nodes and connections of a workflow. Notes are none; a connection to a name that no node has is a problem, and so is a name that two have. */
export function readWorkflow(tree: unknown, problems: Problems): Workflow {
  const items = new Map<string, Item>();
  if (!isList(member(tree, 'nodes')))
    problems.add('graph_value', '/nodes', { expected: 'a list', found: kindOf(member(tree, 'nodes')) });
  if (!isRecord(member(tree, 'connections')))
    problems.add('graph_value', '/connections', { expected: 'a record', found: kindOf(member(tree, 'connections')) });
  for (const [at, source] of itemsOf(member(tree, 'nodes')).entries()) {
    const pointer = `/nodes/${at}`;
    const item = readItem(source, pointer, problems);
    if (!item || item.type === 'stickyNote') continue;
    const first = items.get(item.name)?.pointer;
    if (first === undefined) items.set(item.name, item);
    else problems.add('graph_id_doubled', pointer, { id: item.name, first });
  }
  const connections = [...connectionsOf(member(tree, 'connections'), problems)];
  const told = new Set<string>();
  for (const { source, target, pointer } of connections) {
    if (!items.has(source) && !told.has(source)) {
      told.add(source);
      const at = pointerChild('/connections', source);
      problems.add('graph_reference_dangling', at, { id: source, ...nearestTo(source, items.keys()) });
    }
    if (!items.has(target))
      problems.add('graph_reference_dangling', `${pointer}/node`, { id: target, ...nearestTo(target, items.keys()) });
  }
  return { items, connections };
}

function readItem(source: unknown, pointer: string, problems: Problems): Item | undefined {
  for (const field of ['name', 'type'])
    if (!textMember(source, field))
      problems.add('graph_value', `${pointer}/${field}`, {
        expected: 'a text that is not empty',
        found: kindOf(member(source, field)),
      });
  const [x, y] = itemsOf(member(source, 'position'));
  const version = member(source, 'typeVersion');
  return {
    name: textMember(source, 'name') ?? '',
    type: textMember(source, 'type')?.split('.').at(-1) ?? '',
    pointer,
    source,
    parameters: member(source, 'parameters'),
    version: typeof version === 'number' ? version : 1,
    position: [typeof x === 'number' ? x : 0, typeof y === 'number' ? y : 0],
  };
}

function* connectionsOf(connections: unknown, problems: Problems): Generator<Connection> {
  for (const [source, kinds] of entriesOf(connections))
    for (const [kind, outputs] of entriesOf(kinds))
      for (const [output, targets] of itemsOf(outputs).entries())
        for (const [at, one] of itemsOf(targets).entries()) {
          const pointer = `${pointerChild(pointerChild('/connections', source), kind)}/${output}/${at}`;
          const target = textMember(one, 'node');
          if (target !== undefined) yield { source, kind, output, target, pointer };
          else
            problems.add('graph_value', `${pointer}/node`, { expected: 'a text', found: kindOf(member(one, 'node')) });
        }
}
