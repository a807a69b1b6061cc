import type { ReadResult } from '../../model/index.js';
import { pointerOnly, type ReadOptions } from '../source/options.js';
import { Problems } from '../source/problems.js';
import { entriesOf, isList, itemsOf, kindOf, member, memberAt } from '../source/tree.js';
import type { DrawnEdge, DrawnNode } from './drawing.js';
import { lowerDrawing } from './lower.js';

/**
 * Reads what `get_graph().to_json()` of LangGraph gives, in Python and in JavaScript, with `xray` or without, and what the platform answers to
 * `GET /assistants/{id}/graph`.
 */
export function readLangGraph(tree: unknown, options: ReadOptions = {}): ReadResult {
  const problems = new Problems(options.placeOf ?? pointerOnly);
  for (const list of ['nodes', 'edges'])
    if (!isList(member(tree, list)))
      problems.add('graph_value', `/${list}`, { expected: 'a list', found: kindOf(member(tree, list)) });
  const nodes = itemsOf(member(tree, 'nodes')).map((node, at) => drawnNode(node, `/nodes/${at}`, problems));
  const edges = itemsOf(member(tree, 'edges')).map((edge, at) => drawnEdge(edge, `/edges/${at}`, problems));
  if (problems.any) return { ok: false, problems: problems.found };
  return lowerDrawing({ nodes, edges }, options);
}

function drawnNode(node: unknown, pointer: string, problems: Problems): DrawnNode {
  const runs = itemsOf(memberAt(node, 'data', 'id')).at(-1);
  return {
    id: idOf(member(node, 'id'), `${pointer}/id`, problems),
    pointer,
    ...(typeof runs === 'string' && { runs }),
    metadata: new Map(entriesOf(member(node, 'metadata'))),
  };
}

function drawnEdge(edge: unknown, pointer: string, problems: Problems): DrawnEdge {
  const label = member(edge, 'data');
  return {
    source: idOf(member(edge, 'source'), `${pointer}/source`, problems),
    target: idOf(member(edge, 'target'), `${pointer}/target`, problems),
    pointer,
    conditional: member(edge, 'conditional') === true,
    ...((typeof label === 'string' || typeof label === 'number') && { label: String(label) }),
  };
}

/** Ids are texts; of a chain without names they are numbers. */
function idOf(value: unknown, pointer: string, problems: Problems): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  problems.add('graph_value', pointer, { expected: 'an id', found: kindOf(value) });
  return '';
}
