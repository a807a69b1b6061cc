import type { GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { type Completed, Completion } from './completion.js';
import { attribute, type Element, isForCompensation, type Scope } from './elements.js';

/** An activity that can be compensated: by what an association leads to, or, a sub-process, by what in it is for that, or else by what is compensated in it. */
export interface Compensable {
  readonly activity: Element;
  readonly handler?: Element;
  readonly inside?: Compensables;
  /** It runs for each of several items: how often it was completed is not followed. */
  readonly repeated: boolean;
}

/** What can be compensated in one scope, the last in the file first. */
export interface Compensables {
  readonly all: readonly Compensable[];
  readonly completion: Completion;
}

/** In so many orders at most activities are compensated of which nobody knows which was completed last: the factorial of this. */
const MOST_ORDERED = 3;

export const compensablesOf = (
  scope: Scope,
  anyOrder: boolean,
  inside: (
    activity: Element,
  ) => { readonly handler: Element | undefined; readonly compensables: Compensables } | undefined,
  isRepeated: (activity: Element) => boolean,
): Compensables => {
  const compensating = new Set(scope.handlers.values());
  const all = [...scope.nodes.values()].toReversed().flatMap((activity): Compensable[] => {
    if (compensating.has(activity) || isForCompensation(activity)) return [];
    const repeated = isRepeated(activity);
    const more = inside(activity);
    const handler = scope.handlers.get(activity.id) ?? more?.handler;
    if (handler) return [{ activity, handler, repeated }];
    return more && more.compensables.all.length > 0 ? [{ activity, inside: more.compensables, repeated }] : [];
  });
  return { all, completion: new Completion(scope, anyOrder, all.length) };
};

/**
 * Puts behind an event what it compensates: what has been completed, what was completed last first. What the flows of the file say for every run is not asked; the rest is, as
 * something that is not read.
 */
export class Compensating {
  private last: string;
  private readonly edges: string[] = [];
  private readonly made = new Map<string, number>();
  private ordered = true;
  /** What must hold for the next edge to be taken. */
  private guard: { readonly opaque: string } | undefined;

  constructor(
    private readonly of: Element,
    private readonly body: BodyDraft,
    private readonly draft: Draft,
    /** The node of what compensates, by its id in the body. */
    private readonly nodeOf: (handler: Element, id: string) => Omit<GraphNode, 'id'>,
  ) {
    this.last = of.id;
  }

  /** Returns the node behind which the run goes on. `has`: what is known of each where the event is come to. */
  run(completion: Completion, some: readonly Compensable[], has: (activity: Element) => Completed): string {
    const done = some.filter(({ activity }) => has(activity) !== 'no');
    this.sequence(done, completion, has, '');
    const { of, draft, body } = this;
    const resting = { nodes: [body.prefix + of.id], params: { node: of.id } };
    if (this.edges.length > 0)
      draft.assume('compensates_what_completed', of.pointer, {
        ...resting,
        edges: this.edges.map((edge) => body.prefix + edge),
      });
    if (!this.ordered) draft.assume('compensation_order', of.pointer, resting);
    return this.last;
  }

  private sequence(
    some: readonly Compensable[],
    completion: Completion,
    has: (activity: Element) => Completed,
    prefix: string,
  ): void {
    let left = [...some];
    while (left.length > 0) {
      const isOpen = (one: Compensable, other: Compensable): boolean =>
        one !== other && completion.isLater(one.activity.id, other.activity.id) === 'either';
      const latest = latestOf(left, completion);
      // Of those of which each is later than another, the last in the file.
      const next = latest[0] ?? left[0];
      if (!next) return;
      const unordered = new Set(latest.filter((one) => latest.some((other) => isOpen(one, other))).slice(0, 1));
      for (const one of unordered) for (const other of left) if (isOpen(one, other)) unordered.add(other);
      const group = left.filter((each) => unordered.has(each));
      if (group.length === 0) this.one(next, has, prefix);
      else if (group.length <= MOST_ORDERED) this.inSomeOrder(group, completion, has, prefix);
      else this.inAnyOrder(group, has, prefix);
      left = left.filter((each) => (group.length === 0 ? each !== next : !unordered.has(each)));
    }
  }

  /** Which of several was completed last is not read: each may have been. */
  private inSomeOrder(
    left: readonly Compensable[],
    completion: Completion,
    has: (activity: Element) => Completed,
    prefix: string,
  ): void {
    const latest = latestOf(left, completion);
    const { pointer, id } = this.of;
    const asked = this.unused(`${id} [last of ${latest.map(({ activity }) => prefix + activity.id).join(', ')}?]`);
    const behind = this.unused(`${asked} [done]`);
    this.body.node({ id: asked, kind: 'router' }, pointer);
    this.go(asked);
    this.body.node({ id: behind, kind: 'wait' }, pointer);
    latest.forEach((first, at) => {
      const begin = this.unused(`${asked} [${first.activity.id}]`);
      this.body.node({ id: begin, kind: 'wait' }, pointer);
      const guard = { opaque: `${prefix}${first.activity.id} was completed last` };
      const last = at === latest.length - 1;
      const edge = this.body.edge(
        { source: asked, target: begin, ...(last ? { otherwise: true as const } : { guard }) },
        pointer,
      );
      if (!last) this.edges.push(edge);
      this.last = begin;
      this.one(first, has, prefix);
      this.sequence(
        left.filter((each) => each !== first),
        completion,
        has,
        prefix,
      );
      this.go(behind);
    });
  }

  /** Too many orders: whatever is next, and how often, is something that is not read. */
  private inAnyOrder(left: readonly Compensable[], has: (activity: Element) => Completed, prefix: string): void {
    const { pointer, id } = this.of;
    const next = this.unused(`${id} [next?]`);
    const behind = this.unused(`${id} [all]`);
    this.body.node({ id: next, kind: 'router' }, pointer);
    this.go(next);
    for (const each of left) {
      this.last = next;
      this.guard = { opaque: `${prefix}${each.activity.id} is compensated next` };
      this.one(each, has, prefix);
      this.go(next);
    }
    this.body.node({ id: behind, kind: 'wait' }, pointer);
    this.body.edge({ source: next, target: behind, otherwise: true }, pointer);
    this.last = behind;
    this.ordered = false;
  }

  private one(
    { activity, handler, inside, repeated }: Compensable,
    has: (activity: Element) => Completed,
    prefix: string,
  ): void {
    const { of, body } = this;
    const named = prefix + activity.id;
    const behind = this.unused(`${of.id} [${named}]`);
    if (repeated || has(activity) !== 'yes') {
      const asked = this.unused(`${of.id} [${named}?]`);
      body.node({ id: asked, kind: 'router' }, of.pointer);
      this.go(asked);
      body.edge({ source: asked, target: behind, otherwise: true }, of.pointer);
      this.guard = { opaque: `${named} has been completed` };
    }
    if (handler) {
      const id = this.unused(`${of.id} [${prefix}${handler.id}]`);
      const title = attribute(handler.xml, 'name')?.trim();
      body.node({ id, ...(title && { title }), ...this.nodeOf(handler, id) }, handler.pointer);
      this.go(id);
    } else if (inside) {
      const ended = ({ id }: Element): Completed => inside.completion.atEnd(id);
      const some = inside.all.filter((each) => ended(each.activity) !== 'no');
      this.sequence(some, inside.completion, ended, `${named} > `);
    }
    body.node({ id: behind, kind: 'wait' }, of.pointer);
    this.go(behind);
  }

  /** The run goes on to a node, where what is asked at the last one holds. */
  private go(target: string): void {
    const { guard } = this;
    const edge = this.body.edge({ source: this.last, target, ...(guard && { guard }) }, this.of.pointer);
    if (guard) this.edges.push(edge);
    this.guard = undefined;
    this.last = target;
  }

  /** An id that is not there yet: what is compensated in one of several orders is there several times. */
  private unused(id: string): string {
    const times = (this.made.get(id) ?? 0) + 1;
    this.made.set(id, times);
    return times === 1 ? id : `${id} (${String(times)})`;
  }
}

/** Those of which no other is completed later in every run. */
const latestOf = (some: readonly Compensable[], completion: Completion): readonly Compensable[] =>
  some.filter((one) =>
    some.every((other) => other === one || completion.isLater(other.activity.id, one.activity.id) !== 'yes'),
  );
