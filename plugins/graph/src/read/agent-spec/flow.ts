import { pointerChild } from '@ostiary/catalogue';
import { nearestTo } from '../source/problems.js';
import { entriesOf, isList, itemsOf, member, textMember } from '../source/tree.js';
import { type Component, type Components, titlesOf } from './components.js';

/** A node of a flow. */
export interface Step extends Component {
  /** Its name, where no other node of the flow has it, so that a binding outlives the next export; else the id of the component. */
  readonly id: string;
}

export interface Way {
  readonly source: string;
  readonly branch: string;
  readonly target: string;
  readonly pointer: string;
}

export interface Flowing {
  readonly source: string;
  readonly output: string;
  readonly target: string;
  readonly input: string;
}

export interface Flow {
  readonly pointer: string;
  readonly steps: ReadonlyMap<string, Step>;
  readonly start: Step | undefined;
  readonly ends: readonly Step[];
  readonly ways: readonly Way[];
  /** Null: what has one name is one value. */
  readonly data: readonly Flowing[] | null;
}

export const CAUGHT = 'caught_exception_branch';
const NEXT = 'next';
const DEFAULT = 'default';

/** Reads a flow: its nodes, and both kinds of its edges. An edge that names a node the flow does not have is a problem, and so is a branch that leads to two. */
export function readFlow({ value, pointer }: Component, components: Components): Flow {
  const { problems } = components;
  const listed = components.listAt(value, 'nodes', pointer, { required: true });
  const byName = Map.groupBy(listed, ({ name }) => name);
  const steps = new Map<string, Step>();
  const ids = new Map<string, string>();
  for (const node of listed) {
    const own = textMember(node.value, 'id') ?? node.name;
    const id = byName.get(node.name)?.length === 1 ? node.name : own;
    const first = steps.get(id)?.pointer;
    if (first !== undefined) problems.add('graph_id_doubled', node.pointer, { id, first });
    steps.set(id, { ...node, id });
    ids.set(node.pointer, id);
  }
  const idOf = (of: unknown, field: string, at: string): string | undefined => {
    const found = components.at(of, field, at);
    const id = found && ids.get(found.pointer);
    if (found && id === undefined)
      problems.add('graph_reference_dangling', pointerChild(at, field), {
        id: found.name,
        ...nearestTo(found.name, steps.keys()),
      });
    return id;
  };
  const first = idOf(value, 'start_node', pointer);
  const ways = components.listAt(value, 'control_flow_connections', pointer, { required: true }).flatMap((edge) => {
    const source = idOf(edge.value, 'from_node', edge.pointer);
    const target = idOf(edge.value, 'to_node', edge.pointer);
    const step = source === undefined ? undefined : steps.get(source);
    if (source === undefined || target === undefined || !step) return [];
    const offered = branchesOf(step, components);
    const branch = textMember(edge.value, 'from_branch') ?? unnamed(step, offered);
    if (offered.includes(branch)) return [{ source, branch, target, pointer: edge.pointer }];
    problems.add('graph_reference_dangling', pointerChild(edge.pointer, 'from_branch'), {
      id: branch,
      ...nearestTo(branch, offered),
    });
    return [];
  });
  oneEach(ways, components);
  const connections = member(value, 'data_flow_connections');
  const data = isList(connections)
    ? components.listAt(value, 'data_flow_connections', pointer).flatMap((edge) => {
        const source = idOf(edge.value, 'source_node', edge.pointer);
        const target = idOf(edge.value, 'destination_node', edge.pointer);
        const output = textMember(edge.value, 'source_output');
        const input = textMember(edge.value, 'destination_input');
        return source === undefined || target === undefined || output === undefined || input === undefined
          ? []
          : [{ source, output, target, input }];
      })
    : null;
  return {
    pointer,
    steps,
    start: first === undefined ? undefined : steps.get(first),
    ends: [...steps.values()].filter(({ type }) => type === 'EndNode'),
    ways,
    data,
  };
}

function oneEach(ways: readonly Way[], { problems }: Components): void {
  const taken = new Map<string, string>();
  for (const { source, branch, pointer } of ways) {
    const key = JSON.stringify([source, branch]);
    const first = taken.get(key);
    if (first === undefined) taken.set(key, pointer);
    else problems.add('graph_id_doubled', pointer, { id: branch, first });
  }
}

/** The branches a node is left by, read from what it is made of: the list in the file may be of another version of it. */
export function branchesOf({ type, value }: Component, components: Components): readonly string[] {
  switch (type) {
    case 'EndNode':
      return [];
    case 'BranchingNode':
      return [
        ...new Set([
          ...entriesOf(member(value, 'mapping')).flatMap(([, to]) => (typeof to === 'string' ? to : [])),
          DEFAULT,
        ]),
      ];
    case 'FlowNode':
      return endsOf(value, components);
    case 'CatchExceptionNode':
      return [...endsOf(value, components), CAUGHT];
    default:
      return [NEXT];
  }
}

/** Of a sub-flow: the branches its ends are named after. */
function endsOf(node: unknown, components: Components): readonly string[] {
  const flow = components.find(member(node, 'subflow'));
  const nodes = itemsOf(member(flow?.value, 'nodes')).flatMap((one) => components.find(one) ?? []);
  const ends = nodes.filter(({ type }) => type === 'EndNode').map(({ value }) => branchOfEnd(value));
  return ends.length === 0 ? [NEXT] : [...new Set(ends)];
}

export const branchOfEnd = (end: unknown): string => textMember(end, 'branch_name') ?? NEXT;

/** An edge without a branch leaves by `next`; by `default` or the only one where a node has no such branch. */
function unnamed({ type }: Component, offered: readonly string[]): string {
  if (offered.includes(NEXT)) return NEXT;
  const regular = offered.filter((branch) => branch !== CAUGHT);
  return type === 'BranchingNode' ? DEFAULT : regular.length === 1 ? (regular[0] ?? NEXT) : NEXT;
}

export const inputOf = (node: Component): string => titlesOf(node.value, 'inputs')[0] ?? 'branching_mapping_key';
