import { pointerChild } from '@ostiary/catalogue';
import type { GraphNode, Join, ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import type { ReadOptions } from '../source/options.js';
import { nearestTo } from '../source/problems.js';
import { entriesOf, isRecord, itemsOf, kindOf, member, memberAt, textMember } from '../source/tree.js';
import { participantOf } from './participant.js';

interface Speaker {
  readonly name: string;
  readonly pointer: string;
  readonly ways: readonly Way[];
}

interface Way {
  readonly source: string;
  readonly target: string;
  /** A text that the last message must have in it. */
  readonly condition: string | undefined;
  readonly group: string;
  readonly waitsForAll: boolean;
  readonly pointer: string;
}

/** Reads the component of a `GraphFlow` of AutoGen, as `dump_component` gives it. Other teams have no order in the file. See docs/graph/formats/autogen.md. */
export function readAutoGen(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const { problems, main } = draft;
  const graph = memberAt(tree, 'config', 'graph');
  if (!isRecord(graph)) {
    problems.add('graph_not_verifiable', '/config', { format: 'autogen', why: 'only a GraphFlow has a graph' });
    return { ok: false, problems: problems.found };
  }
  const speakers = speakersOf(graph);
  const names = new Set(speakers.map(({ name }) => name));
  const participants = new Map(
    itemsOf(memberAt(tree, 'config', 'participants')).map((one, at) => [
      textMember(member(one, 'config'), 'name') ?? '',
      { one, pointer: `/config/participants/${at}` },
    ]),
  );
  const into = Map.groupBy(
    speakers.flatMap(({ ways }) => ways),
    ({ target }) => target,
  );
  const junctions = new Junctions(main, (id) => names.has(id));
  for (const { name, pointer, ways } of speakers) {
    const found = participants.get(name);
    if (!found) {
      problems.add('graph_reference_dangling', pointer, { id: name, ...nearestTo(name, participants.keys()) });
      continue;
    }
    const node = participantOf(found.one, found.pointer, name, draft);
    main.node({ id: name, ...node, ...joinOf(name, pointer, into.get(name) ?? [], draft), ...leaving(ways) }, pointer);
    leave(name, pointer, ways, node, junctions, draft);
  }
  const named = textMember(graph, 'default_start_node');
  const roots = speakers.filter(({ name }) => (named === undefined ? !into.has(name) : name === named));
  if (named !== undefined && roots.length === 0)
    problems.add('graph_reference_dangling', '/config/graph/default_start_node', {
      id: named,
      ...nearestTo(named, names),
    });
  const [only] = roots;
  if (only) {
    const targets = roots.map(({ name, pointer }) => ({ target: name, pointer }));
    main.start(junctions.to(targets, 'start', only.pointer), only.pointer);
  }
  draft.assume('ends_by_graph', '/config');
  return draft.finish({ execution: 'supersteps' });

  function speakersOf(of: unknown): readonly Speaker[] {
    const nodes = member(of, 'nodes');
    if (!isRecord(nodes))
      problems.add('graph_value', '/config/graph/nodes', { expected: 'a record', found: kindOf(nodes) });
    return entriesOf(nodes).map(([name, node]) => {
      const pointer = pointerChild('/config/graph/nodes', name);
      const ways = itemsOf(member(node, 'edges')).flatMap((edge, at) => {
        const place = `${pointer}/edges/${at}`;
        const target = textMember(edge, 'target');
        if (target === undefined) {
          problems.add('graph_value', `${place}/target`, { expected: 'a text', found: kindOf(member(edge, 'target')) });
          return [];
        }
        return {
          source: name,
          target,
          condition: textMember(edge, 'condition'),
          group: textMember(edge, 'activation_group') || target,
          waitsForAll: textMember(edge, 'activation_condition') !== 'any',
          pointer: place,
        };
      });
      return { name, pointer, ways };
    });
  }
}

/** A node with a condition on one edge has one on all of them: GraphFlow refuses anything else, and does not write those that are code. */
const chooses = (ways: readonly Way[]): boolean => ways.some(({ condition }) => condition !== undefined);

function leaving(ways: readonly Way[]): Partial<GraphNode> {
  if (chooses(ways)) return { concurrency: 'inclusive' };
  return ways.length > 1 ? { concurrency: 'all' } : {};
}

/** What is in a message is the choice of who writes it; several texts may be in it, or none. */
function leave(
  name: string,
  pointer: string,
  ways: readonly Way[],
  { kind }: Omit<GraphNode, 'id'>,
  junctions: Junctions,
  draft: Draft,
): void {
  const choice = kind === 'human' ? 'human' : 'llm';
  for (const { target, condition, pointer: at } of ways)
    if (condition !== undefined) draft.main.edge({ source: name, target, branch: condition, guard: { choice } }, at);
    else if (chooses(ways))
      draft.main.edge({ source: name, target, guard: { opaque: 'code that is not exported' } }, at);
    else draft.main.edge({ source: name, target, ...(ways.length > 1 && { provenance: 'may' as const }) }, at);
  if (chooses(ways))
    draft.main.edge({ source: name, target: junctions.end(pointer), branch: 'none', guard: { choice } }, pointer);
  else if (ways.length > 0) draft.assume('conditions_not_exported', pointer, { nodes: [name], params: { node: name } });
}

/** Edges of one group wait for each other, or not; any of several groups is enough. */
function joinOf(name: string, pointer: string, ways: readonly Way[], draft: Draft): { readonly join?: Join } {
  const groups = [...Map.groupBy(ways, ({ group }) => group).values()];
  const waiting = groups.filter((group) => group.length > 1 && group.some(({ waitsForAll }) => waitsForAll));
  if (waiting.length === 0) return {};
  if (groups.length === 1) return { join: 'all' };
  draft.assume('join_unknown', pointer, { nodes: [name], params: { node: name } });
  return { join: 'unknown' };
}
