import type { GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { isList, itemsOf, member } from '../source/tree.js';
import { pointerChild } from '@ostiary/catalogue';
import type { Component, Components } from './components.js';
import { DEPTH, FlowLowering, type Shared } from './lower.js';
import { toolsOf, useOf } from './tools.js';

/** Components that act by themselves, beside a flow. */
export const AGENTIC: readonly string[] = [
  'Agent',
  'SpecializedAgent',
  'Swarm',
  'ManagerWorkers',
  'Flow',
  'A2AAgent',
  'OciAgent',
  'RemoteAgent',
];

/** Lowers agents, and groups of them. */
export class Agents {
  readonly shared: Shared;

  constructor(
    private readonly draft: Draft,
    private readonly components: Components,
  ) {
    const agentic = (agent: Component, id: string, depth: number): Omit<GraphNode, 'id'> =>
      this.nodeOf(agent, id, depth);
    this.shared = { draft, components, looked: new Set(), agentic, nodes: 0 };
  }

  /** A group alone, or a flow, is the graph; an agent alone is its one node. */
  main(component: Component): void {
    const { main } = this.draft;
    if (component.type === 'Flow' || GROUPS.has(component.type)) return this.into(component, main, 0);
    main.node({ id: component.name, ...this.nodeOf(component, component.name, 0) }, component.pointer);
    main.start(component.name, component.pointer);
  }

  private nodeOf(agent: Component, id: string, depth: number): Omit<GraphNode, 'id'> {
    const { value, pointer, type } = agent;
    switch (type) {
      case 'Agent':
        return { kind: 'agent', tools: toolsOf(agent, id, this.components, this.draft) };
      case 'SpecializedAgent': {
        const inner = this.components.at(value, 'agent', pointer);
        const more = this.components.at(value, 'agent_specialization_parameters', pointer);
        const added = more ? this.components.listAt(more.value, 'additional_tools', more.pointer).map(useOf) : [];
        return { kind: 'agent', tools: [...(inner ? toolsOf(inner, id, this.components, this.draft) : []), ...added] };
      }
      case 'Flow':
      case 'Swarm':
      case 'ManagerWorkers':
        this.into(agent, this.draft.body(id), depth + 1);
        return { kind: 'subgraph', subgraph: id };
      default:
        // It is somewhere else, and what it does there is not in the file.
        this.draft.assume('tools_unknown', pointer, { nodes: [id], params: { node: agent.name } });
        return { kind: 'code', may_call: '*', fallible: true };
    }
  }

  private into(component: Component, body: BodyDraft, depth: number): void {
    if (depth > DEPTH)
      return this.draft.problems.add('graph_too_large', component.pointer, { what: 'depth', limit: DEPTH });
    if (component.type !== 'Flow') return this.group(component, body, depth);
    const first = new FlowLowering(this.shared, component, { body, prefix: '', depth }).lower();
    body.start(first, component.pointer);
  }

  /**
   * Agents that speak to each other: whoever is asked may answer, and models choose all of it. In a swarm the agent that has the conversation
   * may end it; where none hands it over, and with a manager, only the first.
   */
  private group(group: Component, body: BodyDraft, depth: number): void {
    const { value, pointer, type } = group;
    const first = this.components.at(value, type === 'Swarm' ? 'first_agent' : 'group_manager', pointer);
    const pairs =
      type === 'Swarm'
        ? this.relations(group)
        : this.components
            .listAt(value, 'workers', pointer)
            .flatMap((worker) => (first ? [[first, worker] as const] : []));
    const members = new Map([...(first ? [first] : []), ...pairs.flat()].map((agent) => [agent.pointer, agent]));
    const names = Map.groupBy(members.values(), ({ name }) => name);
    const ids = new Map<string, string>();
    for (const [at, agent] of members) {
      const id = names.get(agent.name)?.length === 1 ? agent.name : at;
      ids.set(at, id);
      body.node({ id, title: agent.name, ...this.nodeOf(agent, body.prefix + id, depth) }, agent.pointer);
    }
    const lead = (source: Component, target: Component): void => {
      body.edge(
        { source: ids.get(source.pointer) ?? '', target: ids.get(target.pointer) ?? '', guard: { choice: 'llm' } },
        source.pointer,
      );
    };
    for (const [caller, asked] of pairs) {
      lead(caller, asked);
      if (!pairs.some(([one, other]) => one.pointer === asked.pointer && other.pointer === caller.pointer))
        lead(asked, caller);
    }
    if (!first) return;
    body.start(ids.get(first.pointer) ?? '', first.pointer);
    const handsOver = type === 'Swarm' && ![false, 'never'].includes(member(value, 'handoff') as string | boolean);
    body.node({ id: 'end', kind: 'end' }, pointer);
    for (const [at, agent] of members)
      if (handsOver || at === first.pointer)
        body.edge({ source: ids.get(at) ?? '', target: 'end', guard: { choice: 'llm' } }, agent.pointer);
  }

  /** The pairs of who may ask whom. */
  private relations({ value, pointer }: Component): readonly (readonly [Component, Component])[] {
    const at = pointerChild(pointer, 'relationships');
    return itemsOf(member(value, 'relationships')).flatMap((pair, index) => {
      const place = pointerChild(at, index);
      if (!isList(pair) || pair.length !== 2) {
        this.draft.problems.add('graph_value', place, { expected: 'a pair of agents', found: 'another list' });
        return [];
      }
      const [caller, asked] = pair.map((one, side) => this.components.resolve(one, pointerChild(place, side)));
      return caller && asked ? [[caller, asked] as const] : [];
    });
  }
}

const GROUPS: ReadonlySet<string> = new Set(['Swarm', 'ManagerWorkers']);
