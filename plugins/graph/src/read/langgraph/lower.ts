import type { GraphNode, ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import { soleStart } from '../source/sole-start.js';
import type { DrawnNode, Drawing } from './drawing.js';
import { waitsForSeveral } from './joins.js';

const START = '__start__';
const END = '__end__';
/** Graphs inside a graph that the export was not asked to open (`xray`). */
const GRAPHS: readonly string[] = ['CompiledStateGraph', 'CompiledGraph', 'Pregel', 'RemoteGraph'];

/** The graph behind a drawing, in supersteps. What the drawing loses is assumed, and said. */
export function lowerDrawing({ nodes, edges, opened }: Drawing, options: ReadOptions): ReadResult {
  const draft = new Draft(options);
  const { main } = draft;
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const joins = waitsForSeveral(edges, START);
  for (const drawn of nodes) {
    const ways = outgoing.get(drawn.id) ?? [];
    // The drawing of Python has `True`.
    const join = /^true$/i.test(String(drawn.metadata.get('defer'))) ? 'active' : undefined;
    const unknown = join === undefined && joins.has(drawn.id);
    main.node(
      {
        ...kindOfNode(drawn, draft),
        // Edges without a condition are all followed; beside a router its choice is followed as well.
        ...(ways.some(({ conditional }) => !conditional) && ways.length > 1 && { concurrency: 'all' as const }),
        ...(join && { join }),
        ...(unknown && { join: 'unknown' as const }),
      },
      drawn.pointer,
    );
    if (unknown) draft.assume('join_unknown', drawn.pointer, { nodes: [drawn.id], params: { node: drawn.id } });
  }
  for (const [source, ways] of outgoing) {
    const ids = ways.map(({ target, pointer, conditional, label }) =>
      main.edge(
        {
          source,
          target,
          ...(label !== undefined && { branch: label }),
          ...(conditional && { guard: { opaque: label ?? `the router of ${source}` } }),
        },
        pointer,
      ),
    );
    const chosen = ways.filter(({ conditional }) => conditional);
    const [first] = chosen;
    if (!first) continue;
    const params = { node: source };
    draft.assume('router_opaque', first.pointer, { nodes: [source], edges: ids, params });
    if (chosen.length > 1)
      draft.assume('router_may_return_list', first.pointer, { nodes: [source], edges: ids, params });
  }

  const named = nodes.find(({ id }) => id === START);
  if (named) main.start(START, named.pointer);
  else soleStart(main, nodes, edges);
  draft.assume('undeclared_jumps', '');
  draft.assume('retries_not_exported', '');
  if (!nodes.some(({ metadata }) => metadata.has('__interrupt'))) draft.assume('interrupts_not_exported', '');
  if (opened || nodes.some(({ id }) => id.includes(':'))) draft.assume('subgraph_flattened', '');
  return draft.finish({ execution: 'supersteps' });
}

function kindOfNode({ id, pointer, runs, metadata }: DrawnNode, draft: Draft): GraphNode {
  if (id === START) return { id, kind: 'start' };
  if (id === END) return { id, kind: 'end' };
  // The beginning and the end of a graph inside: they pass on.
  if (id.endsWith(`:${START}`) || id.endsWith(`:${END}`)) return { id, kind: 'wait' };
  const pause = pauseOf(metadata.get('__interrupt'));
  if (pause) draft.assume('approval_covers_any_tool', pointer, { nodes: [id], params: { node: id } });
  const interrupt = pause && { interrupt: pause };
  const tools = toolsOf(metadata.get('tools'));
  if (tools) return { id, kind: 'tool', tools: tools.map((name) => ({ name })), ...interrupt };
  if (runs !== undefined && GRAPHS.includes(runs)) {
    draft.assume('body_missing', pointer, { nodes: [id], params: { node: id, body: runs } });
    return { id, kind: 'subgraph', may_call: '*', ...interrupt };
  }
  draft.assume('tools_unknown', pointer, { nodes: [id], params: { node: id } });
  return { id, kind: 'code', may_call: '*', fallible: true, writes: '*', ...interrupt };
}

function pauseOf(value: unknown): 'before' | 'after' | 'both' | undefined {
  if (value === 'before' || value === 'after') return value;
  return value === 'before,after' ? 'both' : undefined;
}

/** Names in a list, or in a text with commas, as Mermaid writes a list. */
function toolsOf(value: unknown): readonly string[] | undefined {
  const names =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as readonly unknown[]) : [];
  const told = names.filter((name) => typeof name === 'string').map((name) => name.trim());
  return told.some((name) => name !== '') ? told.filter((name) => name !== '') : undefined;
}
