import type { Problems } from '../source/problems.js';
import { isList, itemsOf, kindOf, member, memberAt, textMember } from '../source/tree.js';

export interface Step {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly pointer: string;
  readonly data: unknown;
  /** The iteration or loop it stands in. */
  readonly parent: string | undefined;
}

export interface Line {
  readonly source: string;
  readonly target: string;
  /** The output it leaves by: `source`, a case, `true`, `false`, `fail-branch`. */
  readonly handle: string;
  readonly pointer: string;
}

export interface Application {
  readonly steps: readonly Step[];
  readonly lines: readonly Line[];
}

/** Steps and lines of a workflow or a chatflow. Notes are none. */
export function readApplication(tree: unknown, problems: Problems): Application {
  const graph = memberAt(tree, 'workflow', 'graph');
  for (const list of ['nodes', 'edges'])
    if (!isList(member(graph, list)))
      problems.add('graph_value', `/workflow/graph/${list}`, {
        expected: 'a list',
        found: kindOf(member(graph, list)),
      });
  const steps = itemsOf(member(graph, 'nodes')).flatMap((node, at): readonly Step[] => {
    const data = member(node, 'data');
    const pointer = `/workflow/graph/nodes/${at}`;
    if (textMember(node, 'type') === 'custom-note') return [];
    const type = textMember(data, 'type');
    if (!type) problems.add('graph_value', `${pointer}/data/type`, wanted(member(data, 'type')));
    const id = idAt(node, 'id', pointer, problems);
    const parent = textMember(node, 'parentId') ?? textMember(data, 'iteration_id') ?? textMember(data, 'loop_id');
    return [{ id, type: type ?? '', title: textMember(data, 'title') ?? '', pointer, data, parent }];
  });
  const lines = itemsOf(member(graph, 'edges')).map((edge, at): Line => {
    const pointer = `/workflow/graph/edges/${at}`;
    return {
      source: idAt(edge, 'source', pointer, problems),
      target: idAt(edge, 'target', pointer, problems),
      handle: textMember(edge, 'sourceHandle') ?? 'source',
      pointer,
    };
  });
  return { steps, lines };
}

const wanted = (value: unknown): { readonly expected: string; readonly found: string } => ({
  expected: 'a text that is not empty',
  found: kindOf(value),
});

/** Ids are texts of digits, which YAML without quotes reads as numbers. */
function idAt(value: unknown, field: string, pointer: string, problems: Problems): string {
  const id = member(value, field);
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  problems.add('graph_value', `${pointer}/${field}`, wanted(id));
  return '';
}
