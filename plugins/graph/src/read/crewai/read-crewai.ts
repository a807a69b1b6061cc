import type { ReadResult } from '../../model/index.js';
import { type BodyDraft, Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import type { ReadOptions } from '../source/options.js';
import { nearestTo } from '../source/problems.js';
import { lanesMeet } from './meeting.js';
import { type Condition, type Method, namesIn, readStructure } from './structure.js';

/** The product takes some dozens; what may meet is looked at for each pair of nodes. */
const MOST_METHODS = 500;

/** Reads what `build_flow_structure` of CrewAI gives for a flow, of either generation of its keys. See docs/graph/formats/crewai.md. */
export function readCrewAi(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const { problems } = draft;
  const methods = readStructure(tree, problems);
  if (methods.size > MOST_METHODS) problems.add('graph_too_large', '/nodes', { what: 'nodes', limit: MOST_METHODS });
  if (problems.any) return { ok: false, problems: problems.found };
  const flow = new Flow(draft, methods);
  for (const method of methods.values()) flow.wait(method);
  if (problems.any) return { ok: false, problems: problems.found };
  for (const method of methods.values()) flow.leave(method);
  flow.begin();
  flow.meet();
  return draft.finish({ execution: 'tokens' });
}

/** A node that something leads to, and where that is said. */
interface Waiting {
  readonly target: string;
  readonly pointer: string;
}

class Flow {
  private readonly body: BodyDraft;
  private readonly junctions: Junctions;
  /** The nodes that wait for a method or an event, by its name. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** Events that a method waits for. */
  private readonly awaited: ReadonlySet<string>;
  private readonly forks = new Set<string>();

  constructor(
    private readonly draft: Draft,
    private readonly methods: ReadonlyMap<string, Method>,
  ) {
    this.body = draft.main;
    this.junctions = new Junctions(this.body, (id) => methods.has(id));
    this.awaited = new Set(
      [...methods.values()].flatMap(({ when }) => namesIn(when)).filter((name) => !methods.has(name)),
    );
  }

  /** Adds a method, and what it waits for. A name that no method has and that no method can return is a mistake. */
  wait({ name, when, pointer }: Method): void {
    const all = typeof when === 'object' && when.all && when.of.length > 1;
    // Any code may be in a method.
    this.body.node(
      { id: name, kind: 'code', may_call: '*', fallible: true, writes: '*', ...(all && { join: 'all' }) },
      pointer,
    );
    this.draft.assume('tools_unknown', pointer, { nodes: [name], params: { node: name } });
    if (when !== undefined) this.listen(when, name, name, pointer);
    const routers = [...this.methods.values()].filter(({ routes }) => routes);
    for (const event of namesIn(when))
      if (!this.methods.has(event) && routers.length === 0)
        this.draft.problems.add('graph_reference_dangling', pointer, {
          id: event,
          ...nearestTo(event, this.methods.keys()),
        });
  }

  /** What a node waits for leads to it; each part of a condition that waits for all has a node of its own, unless one edge is all of it. */
  private listen(condition: Condition, target: string, id: string, pointer: string): void {
    if (typeof condition === 'string') {
      this.waiting.set(condition, [...(this.waiting.get(condition) ?? []), { target, pointer }]);
      return;
    }
    const waitsForAll = condition.all && condition.of.length > 1;
    for (const [at, part] of condition.of.entries()) {
      const own = `${id} (${typeof part === 'string' ? part : at})`;
      if (typeof part !== 'string' && part.all && part.of.length > 1) {
        this.body.node({ id: own, kind: 'join', join: 'all' }, pointer);
        this.body.edge({ source: own, target }, pointer);
        this.listen(part, own, own, pointer);
      } else if (waitsForAll && !this.isPlain(part)) {
        this.body.node({ id: own, kind: 'wait' }, pointer);
        this.body.edge({ source: own, target }, pointer);
        this.listen(part, own, own, pointer);
      } else this.listen(part, target, own, pointer);
    }
  }

  /** Whether one edge is all that comes of a part of a condition. */
  private isPlain(part: Condition): boolean {
    return typeof part === 'string' && this.methods.get(part)?.routes === false;
  }

  /** What a method is followed by: all that wait for it; and of a router what waits for the event it returns. */
  leave(method: Method): void {
    const { name, pointer, routes } = method;
    const always = this.waiting.get(name) ?? [];
    if (!routes) {
      if (always.length > 1) this.forksAt(name);
      for (const { target, pointer: at } of always) this.body.edge({ source: name, target }, at);
      return;
    }
    const edges = [...this.eventsOf(method), undefined].map((event) => {
      const targets = [...always, ...(event === undefined ? [] : (this.waiting.get(event) ?? []))];
      const target = this.junctions.to(targets, `${name} [${event ?? 'nothing'}]`, pointer);
      if (targets.length > 1) this.forks.add(target);
      const branch = event ?? 'nothing';
      return this.body.edge(
        { source: name, target, branch, guard: { opaque: `${name} returns ${branch}` } },
        targets[0]?.pointer ?? pointer,
      );
    });
    this.draft.assume('router_opaque', pointer, { nodes: [name], edges, params: { node: name } });
  }

  /** Those it is known to return; an event that nobody is known to return may be any router's, and one of which nothing is known may return any. */
  private eventsOf({ events }: Method): readonly string[] {
    const known = new Set([...this.methods.values()].flatMap((one) => one.events));
    const others = [...this.awaited].filter((event) => events.length === 0 || !known.has(event));
    return [...new Set([...events, ...others])];
  }

  private forksAt(id: string): void {
    this.forks.add(id);
    this.body.change(id, { concurrency: 'all' });
  }

  /** All methods begin that are starts and wait for nothing; where there is none, all starts. */
  begin(): void {
    const starts = [...this.methods.values()].filter(({ starts: begins }) => begins);
    const free = starts.filter(({ when }) => when === undefined);
    const first = (free.length > 0 ? free : starts).map(({ name, pointer }) => ({ target: name, pointer }));
    const [only] = first;
    if (!only) return;
    const start = this.junctions.to(first, 'start', '/start_methods');
    if (first.length > 1) this.forks.add(start);
    this.body.start(start, only.pointer);
  }

  /** A method that waits for any of several runs once in newer versions, for the first that comes, and each time in older ones. */
  meet(): void {
    for (const { name, when, pointer } of this.methods.values()) {
      if (typeof when === 'string' || when === undefined || when.all || when.of.length < 2) continue;
      if (!lanesMeet(this.body, name, this.forks)) continue;
      this.body.change(name, { join: 'unknown' });
      this.draft.assume('join_unknown', pointer, { nodes: [name], params: { node: name } });
    }
  }
}
