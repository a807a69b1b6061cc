import type { GraphNode, GuardExpr, ToolUse } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { entriesOf, member, textMember } from '../source/tree.js';
import { type Component, type Components, titlesOf } from './components.js';
import { iterated, Values } from './data.js';
import { branchesOf, branchOfEnd, CAUGHT, type Flow, inputOf, readFlow, type Step } from './flow.js';
import { retryOf, useOf } from './tools.js';

/** How deep flows and groups of agents may lie in each other. */
export const DEPTH = 16;
const MOST_NODES = 20_000;

/** What all flows of one document share. */
export interface Shared {
  readonly draft: Draft;
  readonly components: Components;
  /** The variables that choices look at. */
  readonly looked: Set<string>;
  /** What an agent, or a group of agents, is as a node. `id` is told with that of its body. */
  readonly agentic: (agent: Component, id: string, depth: number) => Omit<GraphNode, 'id'>;
  nodes: number;
}

/** Where a flow is put. */
export interface Within {
  readonly body: BodyDraft;
  /** What stands before the ids of its nodes in the body: empty, or `<node>/` of each flow it lies in. */
  readonly prefix: string;
  readonly depth: number;
  readonly given?: ((input: string) => string | null) | undefined;
  /** Where its ends lead, by their branch; undefined: a run, or an item, ends there. */
  readonly exits?: ReadonlyMap<string, string>;
  /** The node that a failure leads to, where one is caught. */
  readonly caught?: string | undefined;
}

/** Puts a flow into a body. A flow inside a flow becomes part of it, so that what leaves by each of its ends goes on where that branch leads. */
export class FlowLowering {
  private readonly flow: Flow;
  /** An edge that is not read leaves a branch without one: that is told once. */
  private readonly readWell: boolean;
  private readonly inside = new Map<string, Values>();
  readonly values: Values;
  private readonly branches = new Map<string, Map<string, { readonly target: string; readonly pointer: string }>>();

  constructor(
    private readonly shared: Shared,
    flow: Component,
    private readonly within: Within,
  ) {
    const before = shared.draft.problems.found.length;
    this.flow = readFlow(flow, shared.components);
    this.readWell = shared.draft.problems.found.length === before;
    this.values = new Values(this.flow, within.body.prefix + within.prefix, within.given, this.inside);
    for (const { source, branch, target, pointer } of this.flow.ways) {
      const ways =
        this.branches.get(source) ?? new Map<string, { readonly target: string; readonly pointer: string }>();
      this.branches.set(source, ways.set(branch, { target: this.id(target), pointer }));
    }
  }

  /** @returns the id of the node where the flow begins */
  lower(): string {
    const { problems } = this.shared.draft;
    const { start, steps, pointer } = this.flow;
    if (this.within.depth > DEPTH) problems.add('graph_too_large', pointer, { what: 'depth', limit: DEPTH });
    else if (this.shared.nodes > MOST_NODES)
      problems.add('graph_too_large', pointer, { what: 'nodes', limit: MOST_NODES });
    else {
      this.shared.nodes += steps.size;
      // All flows inside come first: what they return is asked by the nodes behind them.
      const inside = [...steps.values()].filter(({ type }) => RUNS_FLOW.has(type)).map((step) => this.flowInside(step));
      for (const step of steps.values()) if (!RUNS_FLOW.has(step.type)) this.step(step);
      for (const lowerInside of inside) lowerInside();
    }
    return start === undefined ? '' : this.id(start.id);
  }

  private readonly id = (step: string): string => this.within.prefix + step;
  private readonly placed = (step: string): string => this.within.body.prefix + this.id(step);

  private step(step: Step): void {
    const made = this.nodeOf(step);
    const { body, caught } = this.within;
    const fails = caught !== undefined && (made.fallible === true || CAN_FAIL.has(made.kind));
    body.node(
      { id: this.id(step.id), title: step.name, ...made, ...(fails && { on_error: 'edge' as const }) },
      step.pointer,
    );
    if (fails) body.edge({ source: this.id(step.id), target: caught, on: 'error' }, step.pointer);
    if (step.type === 'EndNode') this.end(step);
    else if (step.type === 'BranchingNode') this.branching(step);
    else for (const branch of branchesOf(step, this.shared.components)) this.leave(step, this.id(step.id), branch);
  }

  private nodeOf(step: Step): Omit<GraphNode, 'id'> {
    const { draft, components } = this.shared;
    const { type, value, pointer, id } = step;
    const reads = this.values.read(step);
    const writes = this.values.written(step);
    const moves = { ...(reads.length > 0 && { reads }), ...(writes.length > 0 && { writes }) };
    switch (type) {
      case 'StartNode':
        // The values of an item are new each time; those of a run are what it was started with, and those of a flow inside what it was given.
        return this.within.depth === 0 || (this.within.given && this.flow.data)
          ? { kind: 'wait' }
          : { kind: 'code', writes };
      case 'EndNode':
        return this.within.exits ? { kind: 'wait' } : { kind: 'end' };
      case 'BranchingNode':
        return { kind: 'router', ...(reads.length > 0 && { reads }) };
      case 'LlmNode':
        // It sees what its prompt is made of, and nothing else.
        return { kind: 'llm', fallible: true, context: 'isolated', ...moves };
      case 'AgentNode': {
        const agent = components.at(value, 'agent', pointer);
        return {
          ...(agent ? this.shared.agentic(agent, this.placed(id), this.within.depth) : { kind: 'agent' }),
          ...moves,
        };
      }
      case 'ToolNode': {
        const tool = components.at(value, 'tool', pointer);
        return {
          kind: 'tool',
          tools: tool ? [this.call(step, useOf(tool))] : [],
          result: this.values.result(id),
          ...moves,
          ...retryOf(tool),
        };
      }
      case 'ApiNode':
        return {
          kind: 'tool',
          tools: [this.call(step, { name: `http.${textMember(value, 'http_method') ?? 'GET'}` })],
          result: this.values.result(id),
          ...moves,
        };
      case 'InputMessageNode':
        draft.assume('approval_not_judged', pointer, { nodes: [this.placed(id)], params: { node: step.name } });
        return { kind: 'human', ...moves };
      case 'OutputMessageNode':
        return { kind: 'wait' };
      case 'MapNode':
      case 'ParallelMapNode':
        return { ...this.map(step), ...moves };
      case 'ParallelFlowNode':
        return { ...this.parallel(step), ...moves };
      default:
        draft.assume('tools_unknown', pointer, { nodes: [this.placed(id)], params: { node: step.name } });
        return { kind: 'code', may_call: '*', fallible: true, writes: '*' };
    }
  }

  private call({ id, value }: Step, use: ToolUse): ToolUse {
    const given = titlesOf(value, 'inputs').flatMap((name) => {
      const variable = this.values.input(id, name);
      return variable === null ? [] : [{ name, variable }];
    });
    return { ...use, ...(given.length > 0 && { arguments: given }) };
  }

  /** Leads a branch of a step on, from the node that it is left by. A branch that leads nowhere is told: no SDK says what a run does there. */
  private leave(step: Step, source: string, branch: string): void {
    const way = this.branches.get(step.id)?.get(branch);
    if (way) this.within.body.edge({ source, target: way.target, branch }, way.pointer);
    else this.unconnected(step, branch);
  }

  private unconnected(step: Step, branch: string): void {
    if (!this.readWell) return;
    this.shared.draft.problems.add('graph_not_verifiable', step.pointer, {
      format: 'agent-spec',
      why: `no edge leaves "${step.name}" by its branch "${branch}"`,
    });
  }

  private end(step: Step): void {
    const exit = this.within.exits?.get(branchOfEnd(step.value));
    if (exit !== undefined) this.within.body.edge({ source: this.id(step.id), target: exit }, step.pointer);
  }

  /** The values of a mapping are texts, and the one that comes is compared with each; `default` is for all others. */
  private branching(step: Step): void {
    const input = inputOf(step);
    const variable = this.values.input(step.id, input);
    const byBranch = Map.groupBy(
      entriesOf(member(step.value, 'mapping')).filter(([, branch]) => typeof branch === 'string'),
      ([, branch]) => branch as string,
    );
    if (variable !== null) this.shared.looked.add(variable);
    for (const branch of branchesOf(step, this.shared.components)) {
      const way = this.branches.get(step.id)?.get(branch);
      if (!way) {
        this.unconnected(step, branch);
        continue;
      }
      const edge = { source: this.id(step.id), target: way.target, branch };
      const values = (byBranch.get(branch) ?? []).map(([value]) => value);
      const [value = '', ...others] = values;
      const text = `${input} ${others.length === 0 ? '=' : 'in'} ${values.map((one) => JSON.stringify(one)).join(', ')}`;
      const expr: GuardExpr | null =
        variable === null ? null : others.length === 0 ? { op: '=', variable, value } : { op: 'in', variable, values };
      const guard = expr === null ? { opaque: text } : { expr, text };
      this.within.body.edge(branch === 'default' ? { ...edge, otherwise: true } : { ...edge, guard }, way.pointer);
    }
  }

  /** A flow that a node runs becomes part of this one: what it is left by is what the node is left by. Returns what lowers it. */
  private flowInside(step: Step): () => void {
    const { components, draft } = this.shared;
    const { body, caught, depth } = this.within;
    const subflow = components.at(step.value, 'subflow', step.pointer);
    if (!subflow) return () => undefined;
    const inner = `${this.id(step.id)}/`;
    const exits = new Map(branchesOf(step, components).map((branch) => [branch, `${inner}[${branch}]`]));
    const lowering = new FlowLowering(this.shared, subflow, {
      body,
      prefix: inner,
      depth: depth + 1,
      given: (input) => this.values.input(step.id, input),
      exits,
      caught: step.type === 'CatchExceptionNode' ? exits.get(CAUGHT) : caught,
    });
    // Where a failure is caught, a flow may have left values behind that it did not return.
    if (step.type === 'FlowNode' && caught === undefined) this.inside.set(step.id, lowering.values);
    return () => {
      body.node({ id: this.id(step.id), title: step.name, kind: 'wait' }, step.pointer);
      for (const [branch, exit] of exits) {
        body.node({ id: exit, kind: 'code', writes: this.values.written(step) }, step.pointer);
        this.leave(step, exit, branch);
      }
      const first = lowering.lower();
      if (!draft.problems.any) body.edge({ source: this.id(step.id), target: first }, step.pointer);
    };
  }

  private map(step: Step): Omit<GraphNode, 'id'> {
    const { components, draft } = this.shared;
    const subflow = components.at(step.value, 'subflow', step.pointer);
    const subgraph = this.placed(step.id);
    if (subflow) {
      const body = draft.body(subgraph);
      const first = new FlowLowering(this.shared, subflow, { body, prefix: '', depth: this.within.depth + 1 }).lower();
      body.start(first, subflow.pointer);
    }
    const reads = titlesOf(subflow?.value, 'inputs').flatMap(
      (input) => this.values.input(step.id, iterated(input)) ?? [],
    );
    return { kind: 'map', subgraph, reads, ...(step.type === 'ParallelMapNode' && { parallel: true as const }) };
  }

  /** A node with a body: a fork into its flows, over when all of them are. */
  private parallel(step: Step): Omit<GraphNode, 'id'> {
    const { components, draft } = this.shared;
    const subgraph = this.placed(step.id);
    const body = draft.body(subgraph);
    const flows = components.listAt(step.value, 'subflows', step.pointer, { required: true });
    body.node({ id: 'flows', kind: 'fork' }, step.pointer);
    body.start('flows', step.pointer);
    for (const [at, flow] of flows.entries()) {
      const prefix = `${at}:${flow.name}/`;
      const given = (input: string): string | null => this.values.input(step.id, input);
      const first = new FlowLowering(this.shared, flow, { body, prefix, depth: this.within.depth + 1, given }).lower();
      body.edge({ source: 'flows', target: first }, flow.pointer);
    }
    return { kind: 'subgraph', subgraph };
  }
}

const RUNS_FLOW: ReadonlySet<string> = new Set(['FlowNode', 'CatchExceptionNode']);
/** Kinds that fail by what they run. A model is told to be fallible by itself. */
const CAN_FAIL: ReadonlySet<GraphNode['kind']> = new Set(['tool', 'agent', 'subgraph', 'map', 'human']);
