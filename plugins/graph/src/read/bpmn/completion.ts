import {
  attribute,
  type Element,
  hasDefinition,
  isActivity,
  isForCompensation,
  type Scope,
  throwsCompensation,
} from './elements.js';

/** Whether an activity has been completed, and not been compensated since. */
export type Completed = 'yes' | 'no' | 'either';

interface Way {
  readonly from: string;
  readonly to: string;
  /** The source is an activity, and is done when this way is taken. */
  readonly completes: boolean;
}

/** More nodes times activities than this are not followed. */
const MOST = 400_000;
/** More lanes that part, two by two, are not told apart. */
const MOST_PAIRS = 64;
/** A node whose answer changes more often than this has none. */
const MOST_CHANGES = 8;

/**
 * Which activities of one scope have been completed where an event compensates them, as far as the flows of the file say it for every run: a forward data flow over three
 * values, in which the ways that a parallel gateway waits for are taken together. What may run at the same time, or more than once, is `either`.
 */
export class Completion {
  private readonly ways: readonly Way[];
  private readonly out: ReadonlyMap<string, readonly Way[]>;
  private readonly into: ReadonlyMap<string, readonly Way[]>;
  private readonly starts: readonly string[];
  private readonly known: boolean;
  private readonly reached = new Map<string, ReadonlySet<string>>();
  private parted: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] | null | undefined;
  private readonly answers = new Map<string, ReadonlyMap<string, Completed>>();

  constructor(
    private readonly scope: Scope,
    /** In any order, any number of times. */
    anyOrder: boolean,
    /** How many activities can be compensated. */
    compensable: number,
  ) {
    const { nodes } = scope;
    this.ways = [
      ...scope.flows.map(({ source, target }) => ({
        from: source,
        to: target,
        completes: isNodeActivity(scope, source),
      })),
      ...[...nodes.values()].flatMap((event) =>
        event.name === 'boundaryEvent' && !hasDefinition(event.xml, 'compensate')
          ? [{ from: attribute(event.xml, 'attachedToRef') ?? '', to: event.id, completes: false }]
          : [],
      ),
    ];
    this.out = Map.groupBy(this.ways, ({ from }) => from);
    this.into = Map.groupBy(this.ways, ({ to }) => to);
    const begins = [...nodes.values()].filter(({ name }) => name === 'startEvent');
    const compensating = new Set(scope.handlers.values());
    const roots = [...nodes.values()].filter(
      (node) =>
        node.name !== 'boundaryEvent' && !this.into.has(node.id) && !compensating.has(node) && !isForCompensation(node),
    );
    this.starts = (begins.length > 0 ? begins : roots).map(({ id }) => id);
    this.known = !anyOrder && nodes.size * compensable <= MOST;
  }

  /** What holds of an activity where an event is come to. */
  at(event: Element, activity: string): Completed {
    if (!this.known || this.mayRunAgain(activity)) return 'either';
    const found = this.answersFor(activity).get(event.id) ?? 'either';
    if (found === 'no' && this.together(activity, event.id)) return 'either';
    return this.throwsFor(activity).some(({ id }) => this.together(id, event.id)) ? 'either' : found;
  }

  /** What holds of an activity where its scope has ended without a failure. */
  atEnd(activity: string): Completed {
    if (!this.known || this.mayRunAgain(activity)) return 'either';
    const told = new Set<Completed>();
    for (const [id, here] of this.answersFor(activity)) {
      const element = this.scope.nodes.get(id) as Element;
      const fails = hasDefinition(element.xml, 'error') || hasDefinition(element.xml, 'cancel');
      if (fails && element.name === 'endEvent') continue;
      if (!this.out.get(id)?.some(({ to }) => !this.isEndingEvent(to))) told.add(this.after(id, activity, here));
    }
    const [only] = told;
    return told.size === 1 && only !== undefined ? only : 'either';
  }

  /** Whether one activity is completed later than another in every run in which both are. `either`: some runs have it so, others not. */
  isLater(one: string, other: string): Completed {
    if (!this.known || this.together(one, other)) return 'either';
    const [behind, before] = [this.from(other).has(one), this.from(one).has(other)];
    return behind === before ? (behind ? 'either' : 'no') : behind ? 'yes' : 'no';
  }

  private mayRunAgain(activity: string): boolean {
    return this.from(activity).has(activity) || this.together(activity, activity);
  }

  /** What is come to behind a node. */
  private from(node: string): ReadonlySet<string> {
    const known = this.reached.get(node);
    if (known) return known;
    const found = new Set((this.out.get(node) ?? []).map(({ to }) => to));
    for (const id of found) for (const { to } of this.out.get(id) ?? []) found.add(to);
    this.reached.set(node, found);
    return found;
  }

  /** Whether two nodes may be at work at the same time: more are called so than are. */
  private together(one: string, other: string): boolean {
    const pairs = this.lanes();
    return pairs === null || pairs.some(([a, b]) => (a.has(one) && b.has(other)) || (a.has(other) && b.has(one)));
  }

  /** For each two lanes that part: what each comes to until both have met where one waits for the other. Null: too many of them. */
  private lanes(): readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] | null {
    if (this.parted !== undefined) return this.parted;
    const pairs = this.forks().flatMap((ways) =>
      ways.flatMap((one, at) => ways.slice(at + 1).map((other) => [one, other] as const)),
    );
    this.parted = pairs.length > MOST_PAIRS ? null : pairs.map(([one, other]) => this.lanesOf(one, other));
    return this.parted;
  }

  private lanesOf(one: string, other: string): readonly [ReadonlySet<string>, ReadonlySet<string>] {
    const left = new Set([one, ...this.from(one)]);
    const right = new Set([other, ...this.from(other)]);
    const isOf = (mine: ReadonlySet<string>, its: ReadonlySet<string>, id: string): boolean =>
      (this.into.get(id) ?? []).some(({ from }) => mine.has(from) && !its.has(from));
    const meets = (id: string): boolean =>
      this.scope.nodes.get(id)?.name === 'parallelGateway' && isOf(left, right, id) && isOf(right, left, id);
    const until = (begin: string): ReadonlySet<string> => {
      const found = new Set(meets(begin) ? [] : [begin]);
      for (const id of found) for (const { to } of this.out.get(id) ?? []) if (!meets(to)) found.add(to);
      return found;
    };
    return [until(one), until(other)];
  }

  /** Where lanes part: what each of them begins with. */
  private forks(): readonly (readonly string[])[] {
    const parted = [...this.out].flatMap(([id, ways]) => {
      const { name } = this.scope.nodes.get(id) ?? { name: '' };
      if (name === 'exclusiveGateway' || name === 'eventBasedGateway') return [];
      const beside = ways.filter(({ to }) => !this.isEndingEvent(to));
      return beside.length > 1 ? [beside.map(({ to }) => to)] : [];
    });
    const several = this.starts.length > 1 && this.scope.nodes.get(this.starts[0] ?? '')?.name !== 'startEvent';
    return several ? [...parted, this.starts] : parted;
  }

  /** An event on the border of an activity that ends it. */
  private isEndingEvent(id: string): boolean {
    const event = this.scope.nodes.get(id);
    return event?.name === 'boundaryEvent' && attribute(event.xml, 'cancelActivity') !== 'false';
  }

  /** The events that compensate an activity. */
  private throwsFor(activity: string): readonly Element[] {
    return [...this.scope.nodes.values()].filter((event) => {
      const one = throwsCompensation(event);
      return one !== null && (one === '' || one === activity);
    });
  }

  private after(node: string, activity: string, here: Completed): Completed {
    if (node === activity) return 'yes';
    return this.throwsFor(activity).some(({ id }) => id === node) ? 'no' : here;
  }

  /** Per node that is come to: what holds there of an activity. */
  private answersFor(activity: string): ReadonlyMap<string, Completed> {
    const known = this.answers.get(activity);
    if (known) return known;
    const found = new Map<string, Completed>();
    const changes = new Map<string, number>();
    const throwing = this.throwsFor(activity);
    const undone = new Set(throwing.map(({ id }) => id));
    const meet = (node: string): Completed => {
      const values = new Set(
        (this.into.get(node) ?? []).flatMap(({ from, completes }) => {
          const here = found.get(from);
          if (here === undefined) return [];
          return from === activity && completes ? 'yes' : undone.has(from) ? 'no' : here;
        }),
      );
      if (this.starts.includes(node)) values.add('no');
      const [only] = values;
      if (values.size === 1 && only !== undefined) return only;
      const waits = this.scope.nodes.get(node)?.name === 'parallelGateway';
      const apart = throwing.every(({ id }) => !this.together(id, activity));
      return waits && apart && values.has('yes') ? 'yes' : 'either';
    };
    const open = new Set(this.starts);
    for (const node of open) {
      open.delete(node);
      const times = (changes.get(node) ?? 0) + 1;
      const now = times > MOST_CHANGES ? 'either' : meet(node);
      if (found.get(node) === now) continue;
      changes.set(node, times);
      found.set(node, now);
      for (const { to } of this.out.get(node) ?? []) open.add(to);
    }
    this.answers.set(activity, found);
    return found;
  }
}

const isNodeActivity = ({ nodes }: Scope, id: string): boolean => {
  const element = nodes.get(id);
  return element !== undefined && isActivity(element);
};
