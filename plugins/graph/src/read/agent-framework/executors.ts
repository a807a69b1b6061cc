import { pointerChild } from '@ostiary/catalogue';
import type { GraphNode, Guard, Join } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import { nearestTo } from '../source/problems.js';
import { entriesOf, isList, isRecord, itemsOf, kindOf, member, textMember } from '../source/tree.js';

interface Way {
  readonly source: string;
  readonly target: string;
  readonly pointer: string;
  readonly branch?: string;
  readonly guard?: Guard;
  readonly otherwise?: true;
  /** Of a group of which all sources are waited for: the group. */
  readonly waited?: string;
}

interface Group {
  readonly source: string;
  /** `SwitchCaseEdgeGroup`: one of its edges is taken. */
  readonly oneOf: boolean;
  readonly ways: readonly Way[];
}

const DEPTH = 16;

/** Workflows as `to_dict()` gives them: executors that send messages along groups of edges, in supersteps. */
export class Executors {
  constructor(private readonly draft: Draft) {}

  lower(workflow: unknown, pointer: string, body: BodyDraft, depth: number): void {
    const { problems } = this.draft;
    if (depth > DEPTH) return problems.add('graph_too_large', pointer, { what: 'depth', limit: DEPTH });
    const executors = member(workflow, 'executors');
    const groups = this.groupsOf(workflow, pointer);
    const leaving = Map.groupBy(groups, ({ source }) => source);
    const into = Map.groupBy(
      groups.flatMap(({ ways }) => ways),
      ({ target }) => target,
    );
    const names = new Set(entriesOf(executors).map(([id]) => id));
    const junctions = new Junctions(body, (id) => names.has(id));
    for (const [id, executor] of entriesOf(executors)) {
      const at = pointerChild(`${pointer}/executors`, id);
      const out = leaving.get(id) ?? [];
      const node = this.nodeOf(executor, id, at, body, depth);
      body.node({ id, ...node, ...this.joinOf(id, at, into.get(id) ?? [], body), ...concurrencyOf(out) }, at);
      this.leave(id, at, out, body, junctions);
    }
    for (const { source, ways } of groups)
      if (!names.has(source))
        for (const { pointer: at } of ways)
          problems.add('graph_reference_dangling', at, { id: source, ...nearestTo(source, names) });
    const start = textMember(workflow, 'start_executor_id');
    if (start === undefined) problems.add('graph_field_missing', pointer, { field: 'start_executor_id' });
    else body.start(start, `${pointer}/start_executor_id`);
  }

  private nodeOf(
    executor: unknown,
    id: string,
    pointer: string,
    body: BodyDraft,
    depth: number,
  ): Omit<GraphNode, 'id'> {
    const placed = body.prefix + id;
    if (textMember(executor, 'type') === 'WorkflowExecutor') {
      const inner = member(executor, 'workflow');
      if (isRecord(inner)) {
        this.lower(inner, `${pointer}/workflow`, this.draft.body(placed), depth + 1);
        return { kind: 'subgraph', subgraph: placed };
      }
      this.draft.assume('body_missing', pointer, { nodes: [placed], params: { node: id, body: 'workflow' } });
      return { kind: 'subgraph', may_call: '*', writes: '*' };
    }
    this.draft.assume('tools_unknown', pointer, { nodes: [placed], params: { node: id } });
    return { kind: 'code', may_call: '*', fallible: true, writes: '*' };
  }

  private groupsOf(workflow: unknown, pointer: string): readonly Group[] {
    const { problems } = this.draft;
    const list = member(workflow, 'edge_groups');
    const at = `${pointer}/edge_groups`;
    if (!isList(list)) {
      problems.add('graph_value', at, { expected: 'a list', found: kindOf(list) });
      return [];
    }
    return list.flatMap((group, index) => {
      const type = textMember(group, 'type') ?? '';
      const place = `${at}/${index}`;
      // Answers to requests come back to who asked: they are no edges between executors.
      if (type === 'InternalEdgeGroup') return [];
      const edges = itemsOf(member(group, 'edges')).flatMap((edge, nth) => {
        const where = `${place}/edges/${nth}`;
        const [source, target] = ['source_id', 'target_id'].map((field) => {
          const id = textMember(edge, field);
          if (id === undefined)
            problems.add('graph_value', `${where}/${field}`, {
              expected: 'a text',
              found: kindOf(member(edge, field)),
            });
          return id;
        });
        const condition = textMember(edge, 'condition_name');
        return source === undefined || target === undefined ? [] : [{ source, target, pointer: where, condition }];
      });
      const bySource = Map.groupBy(edges, ({ source }) => source);
      return [...bySource].map(([source, own]): Group => {
        if (type === 'SwitchCaseEdgeGroup') return { source, oneOf: true, ways: casesOf(group, place, source) };
        const selection = textMember(group, 'selection_func_name');
        const ways = own.map(({ target, pointer: where, condition }): Way => {
          const asked = condition ?? selection;
          return {
            source,
            target,
            pointer: where,
            ...(asked !== undefined && { branch: asked, guard: { opaque: asked } }),
            ...(type === 'FanInEdgeGroup' && { waited: place }),
          };
        });
        return { source, oneOf: false, ways };
      });
    });
  }

  /** What is waited for is told for a group of edges; beside another group either may run the node. */
  private joinOf(id: string, pointer: string, into: readonly Way[], body: BodyDraft): { readonly join?: Join } {
    const waited = new Set(into.map((way) => way.waited));
    if (into.length < 2 || (waited.size === 1 && waited.has(undefined))) return {};
    if (waited.size === 1) return { join: 'all' };
    this.draft.assume('join_unknown', pointer, { nodes: [body.prefix + id], params: { node: id } });
    return { join: 'unknown' };
  }

  private leave(id: string, pointer: string, groups: readonly Group[], body: BodyDraft, junctions: Junctions): void {
    const choosesOne = groups.length === 1 && groups[0]?.oneOf === true;
    const ids: string[] = [];
    let free = false;
    for (const { ways } of groups)
      for (const { waited: _, otherwise, guard, pointer: at, ...way } of ways) {
        // Beside another group, the last case of a switch is one more that may be taken.
        const asked = guard ?? (otherwise && !choosesOne ? { opaque: 'no other case' } : undefined);
        const when = { ...(asked && { guard: asked }), ...(otherwise && choosesOne && { otherwise }) };
        const edge = body.edge({ ...way, ...when }, at);
        if (asked) ids.push(edge);
        else free = true;
      }
    if (ids.length === 0) return;
    this.draft.assume('router_opaque', pointer, {
      nodes: [body.prefix + id],
      edges: ids.map((edge) => body.prefix + edge),
      params: { node: id },
    });
    // None of the conditions need hold.
    if (!free) body.edge({ source: id, target: junctions.end(pointer), branch: 'none' }, pointer);
  }
}

function casesOf(group: unknown, place: string, source: string): readonly Way[] {
  return itemsOf(member(group, 'cases')).flatMap((one, at): readonly Way[] => {
    const target = textMember(one, 'target_id');
    const pointer = `${place}/cases/${at}`;
    if (target === undefined) return [];
    if (textMember(one, 'type') === 'Default') return [{ source, target, pointer, branch: 'default', otherwise: true }];
    const condition = textMember(one, 'condition_name') ?? `case ${at}`;
    return [{ source, target, pointer, branch: condition, guard: { opaque: condition } }];
  });
}

function concurrencyOf(groups: readonly Group[]): Pick<GraphNode, 'concurrency'> {
  if (groups.length === 1 && groups[0]?.oneOf === true) return { concurrency: 'exclusive' };
  const ways = groups.flatMap((group) => group.ways);
  return ways.length > 1 || ways.some(({ guard }) => guard) ? { concurrency: 'all' } : {};
}
