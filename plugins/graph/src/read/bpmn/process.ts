import type { GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import type { Compared } from '../source/compared.js';
import { Junctions } from '../source/junctions.js';
import { nearestTo } from '../source/problems.js';
import { repeated, taskOf } from './activity.js';
import { Boundaries } from './boundaries.js';
import { Compensating, type Compensables, compensablesOf } from './compensation.js';
import type { Completed } from './completion.js';
import { guardOf } from './conditions.js';
import {
  attribute,
  type Element,
  elementsIn,
  hasDefinition,
  isForCompensation,
  readScope,
  type Scope,
  SUB_PROCESSES,
  type SequenceFlow,
  throwsCompensation,
} from './elements.js';

/** What all scopes of one document share. */
export interface Shared {
  readonly draft: Draft;
  readonly compared: Compared;
  readonly processes: ReadonlyMap<string, Element>;
  /** Activities with what compensates them, of all scopes. */
  readonly compensations: { readonly activity: Element; readonly handler: Element }[];
  /** The nodes that were made of an activity, named as in a path. */
  readonly nodesOf: Map<Element, string[]>;
}

const DEPTH = 24;

/** Puts a process, or a sub-process, into a body. */
export class Process {
  private readonly scope: Scope;
  private readonly boundaries: Boundaries;
  private readonly outgoing: ReadonlyMap<string, readonly SequenceFlow[]>;
  private readonly incoming: ReadonlyMap<string, readonly SequenceFlow[]>;
  private readonly junctions: Junctions;
  /** Sub-processes that are lowered. */
  private readonly inside = new Map<Element, Process>();
  private compensables: Compensables | undefined;
  /** What compensates this sub-process and lies in it: a sub-process that the event of its compensation starts. */
  private handler: Element | undefined;

  constructor(
    private readonly shared: Shared,
    private readonly parent: Element,
    private readonly body: BodyDraft,
    /** The processes it is called from, and itself. */
    private readonly within: readonly string[],
    /** The process or sub-process around. */
    private readonly outer?: Process,
  ) {
    this.scope = readScope(parent, shared.draft.problems);
    this.outgoing = Map.groupBy(this.scope.flows, ({ source }) => source);
    this.incoming = Map.groupBy(this.scope.flows, ({ target }) => target);
    this.boundaries = new Boundaries(this.scope, body, shared.draft);
    this.junctions = new Junctions(body, (id) => this.scope.nodes.has(id));
  }

  lower(): void {
    const { problems } = this.shared.draft;
    if (this.within.length > DEPTH)
      return problems.add('graph_too_large', this.parent.pointer, { what: 'depth', limit: DEPTH });
    if (problems.any) return;
    const handlers = new Set(this.scope.handlers.values());
    for (const [id, handler] of this.scope.handlers) {
      const activity = this.scope.nodes.get(id);
      if (activity) this.shared.compensations.push({ activity, handler });
    }
    // What compensates is put in when all that can be compensated is there.
    const throwing: Element[] = [];
    for (const element of this.scope.nodes.values()) {
      if (handlers.has(element) || isForCompensation(element)) continue;
      if (this.outer && isStartedByCompensation(element)) this.handler ??= element;
      else if (isEventSubProcess(element))
        this.shared.draft.assume('event_sub_process', element.pointer, { params: { node: element.id } });
      else if (!hasDefinition(element.xml, 'compensate') || element.name !== 'boundaryEvent')
        this.element(element, throwing);
    }
    for (const element of throwing) this.compensating(element);
    this.begin();
  }

  private element(element: Element, throwing: Element[]): void {
    const { id, xml, pointer } = element;
    const title = attribute(xml, 'name')?.trim();
    const named = { id, ...(title && { title }) };
    const node = this.nodeOf(element);
    this.body.node({ ...named, ...node, ...this.leaving(element), ...this.boundaries.failing(id, node.kind) }, pointer);
    this.boundaries.leave(element);
    if (ENDED.has(node.kind)) return;
    if (throwsCompensation(element) !== null) {
      throwing.push(element);
      return;
    }
    for (const flow of this.outgoing.get(id) ?? []) this.follow(element, flow);
  }

  private nodeOf(element: Element): Omit<GraphNode, 'id'> {
    const { name, xml, id } = element;
    const joins = (this.incoming.get(id) ?? []).length > 1;
    switch (name) {
      case 'exclusiveGateway':
      case 'eventBasedGateway':
        return { kind: 'router' };
      case 'parallelGateway':
        return { kind: 'router', ...(joins && { join: 'all' }) };
      case 'inclusiveGateway':
        return { kind: 'router', ...(joins && { join: 'active' }) };
      case 'complexGateway':
        if (joins)
          this.shared.draft.assume('join_unknown', element.pointer, {
            nodes: [this.body.prefix + id],
            params: { node: id },
          });
        return { kind: 'router', ...(joins && { join: 'unknown' }) };
      case 'endEvent':
        if (hasDefinition(xml, 'error')) return { kind: 'fail' };
        if (throwsCompensation(element) !== null) return { kind: 'wait' };
        return { kind: 'end', ...(hasDefinition(xml, 'terminate') && { terminate: true }) };
      case 'startEvent':
      case 'intermediateThrowEvent':
      case 'boundaryEvent':
        return { kind: 'wait' };
      case 'intermediateCatchEvent':
        // What comes in may change any variable.
        return { kind: 'code', writes: '*' };
      default:
        return this.activity(element);
    }
  }

  /** `at`: the id of its node, where that is not its own. */
  private activity(element: Element, at = element.id): Omit<GraphNode, 'id'> {
    const { draft } = this.shared;
    const { id, xml, pointer } = element;
    const placed = this.body.prefix + at;
    const each = repeated(element);
    const ran = { kind: each ? ('map' as const) : ('subgraph' as const), ...each };
    const called = element.name === 'callActivity' ? attribute(xml, 'calledElement') : undefined;
    if (element.name === 'callActivity') {
      const process = this.shared.processes.get(called ?? '');
      if (!process || this.within.includes(process.id)) {
        const code = process ? 'subgraph_runs_itself' : 'body_missing';
        draft.assume(code, pointer, { nodes: [placed], params: { node: id, body: called ?? 'another process' } });
        return { ...ran, may_call: '*', writes: '*' };
      }
      new Process(this.shared, process, draft.body(placed), [...this.within, process.id]).lower();
      return { ...ran, subgraph: placed, writes: '*' };
    }
    if (SUB_PROCESSES.has(element.name)) {
      const inside = new Process(this.shared, element, draft.body(placed), [...this.within, id], this);
      this.inside.set(element, inside);
      inside.lower();
      return { ...ran, subgraph: placed };
    }
    const made = this.shared.nodesOf.get(element) ?? [];
    this.shared.nodesOf.set(element, [...made, each ? `${placed}/each` : placed]);
    if (!each) return taskOf(element, placed, draft);
    const body = draft.body(placed);
    body.node({ id: 'each', ...taskOf(element, `${placed}/each`, draft) }, pointer);
    body.start('each', pointer);
    return { ...ran, subgraph: placed };
  }

  /** Flows out of what is no gateway are all followed, those with a condition when it holds. */
  private leaving({ name, id }: Element): Pick<GraphNode, 'concurrency'> {
    const flows = this.outgoing.get(id) ?? [];
    const asked = flows.some(({ condition }) => condition);
    if (name === 'exclusiveGateway' || name === 'eventBasedGateway') return { concurrency: 'exclusive' };
    if (name === 'inclusiveGateway' || name === 'complexGateway') return { concurrency: 'inclusive' };
    if (name === 'parallelGateway') return { concurrency: 'all' };
    return flows.length > 1 || asked ? { concurrency: asked ? 'inclusive' : 'all' } : {};
  }

  private follow({ name, xml, id }: Element, { id: flow, target, condition, pointer }: SequenceFlow): void {
    const others = (this.outgoing.get(id) ?? []).length > 1;
    const chooses = name === 'exclusiveGateway' || name === 'inclusiveGateway' || name === 'complexGateway';
    const edge = { source: id, target: this.boundaries.entry(target), ...(flow !== '' && { branch: flow }) };
    if (name === 'eventBasedGateway') this.body.edge({ ...edge, guard: { choice: 'env' } }, pointer);
    else if (attribute(xml, 'default') === flow && others) this.body.edge({ ...edge, otherwise: true }, pointer);
    else if (condition && name !== 'parallelGateway')
      this.body.edge({ ...edge, guard: guardOf(condition, this.shared.compared) }, pointer);
    else if (chooses && others) this.body.edge({ ...edge, guard: { opaque: 'no condition' } }, pointer);
    else this.body.edge(edge, pointer);
  }

  /** An event that starts compensation runs what compensates, and then goes on; a cancelled transaction then fails. */
  private compensating(element: Element): void {
    const { draft } = this.shared;
    const { id, xml, pointer } = element;
    const one = throwsCompensation(element) ?? '';
    const home = one === '' ? this : this.homeOf(one);
    let last = id;
    if (home) {
      const compensables = home.compensable();
      const some = compensables.all.filter(({ activity }) => one === '' || activity.id === one);
      // How far what is around has come when this scope runs is not followed.
      const has = (activity: Element): Completed =>
        home === this ? compensables.completion.at(element, activity.id) : 'either';
      const nodeOf = (handler: Element, at: string): Omit<GraphNode, 'id'> => this.activity(handler, at);
      last = new Compensating(element, this.body, draft, nodeOf).run(compensables.completion, some, has);
    } else
      draft.problems.add('graph_reference_dangling', pointer, { id: one, ...nearestTo(one, this.scope.nodes.keys()) });
    if (hasDefinition(xml, 'cancel')) {
      const failed = `${id} [cancelled]`;
      this.body.node({ id: failed, kind: 'fail' }, pointer);
      this.body.edge({ source: last, target: failed }, pointer);
    }
    for (const { target, pointer: at } of this.outgoing.get(id) ?? [])
      this.body.edge({ source: last, target: this.boundaries.entry(target) }, at);
  }

  /** The scope an activity is in: this one, or one around it. */
  private homeOf(activity: string): Process | undefined {
    return this.scope.nodes.has(activity) ? this : this.outer?.homeOf(activity);
  }

  private compensable(): Compensables {
    this.compensables ??= compensablesOf(
      this.scope,
      this.parent.name === 'adHocSubProcess',
      (activity) => {
        const inside = this.inside.get(activity);
        return inside && { handler: inside.handler, compensables: inside.compensable() };
      },
      (activity) => repeated(activity) !== undefined,
    );
    return this.compensables;
  }

  /** A run begins with one of the start events; without any with all that nothing leads to. */
  private begin(): void {
    const nodes = [...this.scope.nodes.values()].filter((element) => this.body.has(element.id));
    const place = (elements: readonly Element[]): { target: string; pointer: string }[] =>
      elements.map(({ id, pointer }) => ({ target: this.boundaries.entry(id), pointer }));
    const starts = place(nodes.filter(({ name }) => name === 'startEvent'));
    const roots = place(nodes.filter((element) => element.name !== 'boundaryEvent' && !this.incoming.has(element.id)));
    const { pointer } = this.parent;
    if (this.parent.name === 'adHocSubProcess') return this.inAnyOrder(roots);
    if (starts.length > 1) return this.body.start(this.junctions.anyOf('start', starts, pointer), pointer);
    const from = starts.length === 1 ? starts : roots;
    if (from.length > 0) return this.body.start(this.junctions.to(from, 'start', pointer), pointer);
    // An empty sub-process does nothing.
    if (nodes.length === 0) this.body.start(this.junctions.end(pointer), pointer);
  }

  /** Somebody chooses what runs, any number of times. */
  private inAnyOrder(roots: readonly { readonly target: string; readonly pointer: string }[]): void {
    const { pointer } = this.parent;
    const chosen = 'choice';
    this.body.node({ id: chosen, kind: 'router' }, pointer);
    this.body.edge({ source: chosen, target: this.junctions.end(pointer), guard: { choice: 'env' } }, pointer);
    for (const { target, pointer: at } of roots)
      this.body.edge({ source: chosen, target, guard: { choice: 'env' } }, at);
    for (const { id, pointer: at } of this.scope.nodes.values())
      if (this.body.has(id) && !this.outgoing.has(id)) this.body.edge({ source: id, target: chosen }, at);
    this.body.start(chosen, pointer);
  }
}

const ENDED: ReadonlySet<GraphNode['kind']> = new Set(['end', 'fail']);

const isEventSubProcess = ({ xml }: Element): boolean => attribute(xml, 'triggeredByEvent') === 'true';

/** Whether an event sub-process is what compensates the sub-process it lies in. One that compensates what lies beside it is not read so: that is another scope than its own. */
function isStartedByCompensation(element: Element): boolean {
  const inside = elementsIn(element.xml, element.pointer);
  return (
    isEventSubProcess(element) &&
    inside.some(({ name, xml }) => name === 'startEvent' && hasDefinition(xml, 'compensate')) &&
    !inside.some((each) => throwsCompensation(each) !== null)
  );
}
