import { pointerChild } from '@ostiary/catalogue';
import { nearestTo, type Problems } from '../source/problems.js';
import { entriesOf, isList, isRecord, itemsOf, kindOf, member, textMember } from '../source/tree.js';

/** When a method runs: a name of a method or of an event, or several of them. */
export type Condition = string | { readonly all: boolean; readonly of: readonly Condition[] };

export interface Method {
  readonly name: string;
  readonly starts: boolean;
  /** Whether what it returns is an event. */
  readonly routes: boolean;
  /** The events it is known to return; none: nobody could tell. */
  readonly events: readonly string[];
  readonly when: Condition | undefined;
  readonly pointer: string;
}

/** The methods of a flow, in the keys of either generation: `router_events` were `router_paths`. */
export function readStructure(tree: unknown, problems: Problems): ReadonlyMap<string, Method> {
  const nodes = member(tree, 'nodes');
  if (!isRecord(nodes)) problems.add('graph_value', '/nodes', { expected: 'a record', found: kindOf(nodes) });
  if (!isList(member(tree, 'edges')))
    problems.add('graph_value', '/edges', { expected: 'a list', found: kindOf(member(tree, 'edges')) });
  const methods = new Map(
    entriesOf(nodes).map(([name, node]) => {
      const pointer = pointerChild('/nodes', name);
      if (!isRecord(node)) problems.add('graph_value', pointer, { expected: 'a record', found: kindOf(node) });
      const type = textMember(node, 'type');
      return [
        name,
        {
          name,
          pointer,
          starts: type === 'start' || textsOf(member(tree, 'start_methods')).includes(name),
          routes: type === 'router' || member(node, 'is_router') === true,
          events: textsOf(member(node, 'router_events') ?? member(node, 'router_paths')),
          when: whenOf(node),
        },
      ];
    }),
  );
  for (const [at, edge] of itemsOf(member(tree, 'edges')).entries())
    for (const end of ['source', 'target']) {
      const name = textMember(edge, end);
      if (name === undefined || !methods.has(name))
        problems.add('graph_reference_dangling', `/edges/${at}/${end}`, {
          id: name ?? kindOf(member(edge, end)),
          ...nearestTo(name ?? '', methods.keys()),
        });
    }
  return methods;
}

const textsOf = (value: unknown): readonly string[] => itemsOf(value).filter((one) => typeof one === 'string');

/** What a method waits for. The list of names alone leaves out what is nested, so the condition is asked first. */
function whenOf(node: unknown): Condition | undefined {
  const condition = conditionOf(member(node, 'trigger_condition'), 0);
  if (condition !== undefined) return condition;
  const of = textsOf(member(node, 'trigger_methods'));
  const kind = textMember(node, 'trigger_condition_type') ?? textMember(node, 'condition_type');
  return of.length === 0 ? undefined : { all: kind === 'AND', of };
}

const DEEPEST = 32;

function conditionOf(value: unknown, depth: number): Condition | undefined {
  if (typeof value === 'string') return value;
  const of = itemsOf(member(value, 'conditions') ?? member(value, 'methods'));
  if (of.length === 0 || depth > DEEPEST) return undefined;
  const inner = of.map((one) => conditionOf(one, depth + 1));
  const known = inner.filter((one) => one !== undefined);
  return known.length === inner.length ? { all: textMember(value, 'type') === 'AND', of: known } : undefined;
}

/** The names that a condition waits for. */
export function namesIn(condition: Condition | undefined): readonly string[] {
  if (condition === undefined) return [];
  return typeof condition === 'string' ? [condition] : condition.of.flatMap(namesIn);
}
