import type { GraphNode, Guard, ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import type { ReadOptions } from '../source/options.js';
import { memberAt, textMember } from '../source/tree.js';
import { approvalsOf } from './approvals.js';
import { type Choices, choicesIn } from './choices.js';
import { nodeOf } from './node.js';
import { type Outputs, outputsOf } from './outputs.js';
import { begins, PASSES } from './types.js';
import { type Connection, type Item, readWorkflow, type Workflow } from './workflow.js';

/** Reads a workflow of n8n. A connection to a node that is not there is refused: such files are damaged, and what is left of them proves anything. */
export function readN8n(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const workflow = readWorkflow(tree, draft.problems);
  if (draft.problems.any) return { ok: false, problems: draft.problems.found };
  const { items, connections } = workflow;
  const parts = partsOf(workflow);
  const flow = [...items.values()].filter(({ name }) => !parts.has(name));
  const inOrder = textMember(memberAt(tree, 'settings'), 'executionOrder') === 'v1';
  const main = Map.groupBy(
    connections.filter(({ kind }) => kind === 'main'),
    ({ source }) => source,
  );
  const judges = approvalsOf(flow, connections);
  const askers = new Map([...judges].map(([asker, { name }]) => [name, asker]));
  const choices = choicesIn(new Map(flow.map((item) => [item.name, item])), connections, askers);
  const lowering = new Flow(draft, items, main, choices, inOrder);
  const judging = new Set([...judges.values()].map(({ name }) => name));
  for (const item of flow)
    if (!judging.has(item.name)) lowering.add(item, toolsOf(item.name, workflow), judges.get(item.name));
  lowering.begin(flow, connections);
  if (flow.some(({ type }) => !begins(type))) draft.assume('items_may_be_none', '');
  const name = textMember(tree, 'name');
  const variables = choices.variables.map((variable) => ({ name: variable, type: 'bool' as const }));
  return draft.finish({
    ...(name !== undefined && { name }),
    execution: inOrder ? 'sequential' : 'tokens',
    ...(variables.length > 0 && { variables }),
  });
}

/** Nodes that are only parts of others (models, memories, tools of an agent): they have an output that is not `main`, and no connection that is. */
function partsOf({ connections }: Workflow): ReadonlySet<string> {
  const parts = new Set(connections.filter(({ kind }) => kind !== 'main').map(({ source }) => source));
  for (const { kind, source, target } of connections)
    if (kind === 'main') for (const end of [source, target]) parts.delete(end);
  return parts;
}

/** The tools of an agent, and those of agents that are tools of it: their model may call them in the same loop. */
function toolsOf(agent: string, { items, connections }: Workflow): readonly Item[] {
  const into = Map.groupBy(
    connections.filter(({ kind }) => kind === 'ai_tool'),
    ({ target }) => target,
  );
  const found = new Map<string, Item>();
  const open = [agent];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const { source } of into.get(name) ?? []) {
      const item = items.get(source);
      if (!item || found.has(source) || source === agent) continue;
      found.set(source, item);
      open.push(source);
    }
  return [...found.values()].filter(({ source }) => memberAt(source, 'disabled') !== true);
}

/** A way out of a node, before it is an edge. */
interface Way {
  readonly target: string;
  /** Where it leads behind a node that the file does not have. */
  readonly leadsTo?: string | undefined;
  readonly pointer: string;
  readonly branch?: string;
  readonly guard?: Guard;
  readonly otherwise?: true;
}

const human: Guard = { choice: 'human' };

/** The end of a run is drawn nowhere, and comes behind everything. */
const LAST = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

class Flow {
  private readonly junctions: Junctions;

  constructor(
    private readonly draft: Draft,
    private readonly items: ReadonlyMap<string, Item>,
    private readonly main: ReadonlyMap<string, readonly Connection[]>,
    private readonly choices: Choices,
    private readonly inOrder: boolean,
  ) {
    this.junctions = new Junctions(draft.main, (id) => items.has(id));
  }

  /** @param judge the IF that looks at what a person answered here: its ways are this node's, and it is no node itself */
  add(item: Item, tools: readonly Item[], judge?: Item): void {
    const { name, pointer } = item;
    const node = nodeOf(item, tools, judge !== undefined, this.draft);
    const outputs = node.disabled
      ? { count: 1, names: [], guards: [] }
      : outputsOf(judge ?? item, judge ? [human, human] : this.choices.guards.get(name), this.choices.total.has(name));
    const ways = this.waysOf(judge ?? item, outputs);
    const several = judge ? 'exclusive' : (outputs.concurrency ?? (ways.length > 1 ? 'all' : undefined));
    // What ends at once is no lane of its own.
    const live = ways.filter(({ target }) => target !== this.junctions.ended);
    const concurrency = several === 'inclusive' && live.length <= 1 ? 'exclusive' : several;
    this.draft.main.node({ ...node, ...this.settles(item), ...(concurrency && { concurrency }) }, pointer);
    const edges = (concurrency === several ? ways : [...live, ...ways.filter((way) => !live.includes(way))]).map(
      ({ target, pointer: at, branch, guard, otherwise }) =>
        this.draft.main.edge(
          {
            source: name,
            target,
            ...(branch !== undefined && { branch }),
            ...(judge && { outcome: branch === 'true' ? 'approve' : 'reject' }),
            ...(guard && { guard }),
            ...(otherwise && { otherwise }),
          },
          at,
        ),
    );
    if (node.on_error !== 'edge' || node.disabled) return;
    const targets = this.targetsOf(item, judge ? 1 : outputs.count);
    const target = this.junctions.to(targets, `${name} [error]`, pointer);
    this.draft.main.edge({ source: name, target, on: 'error' }, targets[0]?.pointer ?? pointer);
    this.draft.assume('items_fail_together', pointer, { nodes: [name], edges, params: { node: name } });
  }

  /** Which items came is settled anew where nodes of the same items meet. */
  private settles({ name, type, source }: Item): Partial<GraphNode> {
    const passes = PASSES.has(type) && memberAt(source, 'disabled') !== true;
    return passes && this.choices.writers.has(name) ? { kind: 'code', reads: ['json'], writes: [name] } : {};
  }

  private waysOf(item: Item, outputs: Outputs): readonly Way[] {
    const { name, pointer } = item;
    const ways: Way[] = [];
    for (let output = 0; output < outputs.count; output += 1) {
      const branch = outputs.names[output];
      const guard = outputs.guards[output];
      const how = { ...(branch !== undefined && { branch }), ...(guard && { guard }) };
      const targets = this.targetsOf(item, output);
      const [only] = targets;
      if (outputs.count === 1 && !guard) ways.push(...targets);
      else {
        const target = this.junctions.to(targets, `${name} [${branch ?? output}]`, pointer);
        ways.push({ target, leadsTo: only?.target, pointer: only?.pointer ?? pointer, ...how });
      }
    }
    if (outputs.mayEnd)
      ways.push({ target: this.junctions.end(pointer), pointer, branch: 'none', guard: { choice: 'env' } });
    if (outputs.orNone) ways.push({ target: this.junctions.end(pointer), pointer, branch: 'none', otherwise: true });
    return this.ordered(ways);
  }

  private targetsOf({ name }: Item, output: number): readonly Connection[] {
    return this.ordered((this.main.get(name) ?? []).filter((one) => one.output === output));
  }

  /** A run begins with one of the triggers that are on: which one is the environment's choice. */
  begin(flow: readonly Item[], connections: readonly Connection[]): void {
    const led = new Set(connections.filter(({ kind }) => kind === 'main').map(({ target }) => target));
    const triggers = flow.filter(({ type, source }) => begins(type) && memberAt(source, 'disabled') !== true);
    const roots = flow.filter(({ name }) => !led.has(name));
    const entries = triggers.length > 0 ? triggers : roots;
    const [only] = entries;
    if (triggers.length === 0 && only)
      this.draft.assume('trigger_missing', only.pointer, { nodes: entries.map(({ name }) => name) });
    if (only && entries.length === 1) return this.draft.main.start(only.name, only.pointer);
    if (!only) return;
    const targets = entries.map(({ name, pointer }) => ({ target: name, pointer }));
    this.draft.main.start(this.junctions.anyOf('start', targets, only.pointer), only.pointer);
  }

  /** In order v1 branches run from the topmost target to the lowest, and from the left where two are as high. */
  private ordered<W extends Pick<Way, 'target' | 'leadsTo'>>(ways: readonly W[]): readonly W[] {
    if (!this.inOrder) return ways;
    const at = ({ target, leadsTo = target }: W): readonly [number, number] =>
      this.items.get(leadsTo)?.position ?? LAST;
    return ways.toSorted((a, b) => at(a)[1] - at(b)[1] || at(a)[0] - at(b)[0]);
  }
}
