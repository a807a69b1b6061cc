import { type Reading, readingOf } from '../check/index.js';
import { edgeName, nodeName } from '../lower/index.js';
import {
  type AgentGraph,
  type GraphBody,
  type GraphNode,
  indexBody,
  type ToolEffects,
  type Verdict,
} from '../model/index.js';
import type { Change } from './indifferent.js';
import {
  callersOf,
  type Inserted,
  type Refusal,
  withApart,
  withApprovedCalls,
  withInFront,
  withInserted,
} from './insert.js';
import { cutOf, type Layered, type Near } from './layer.js';
import { bodiesOf, type InsertionPlace, placeKey, placesIn } from './places.js';
import { isHopeless } from './refused.js';
import type { Part, Remedy } from './remedy.js';
import { reduced, smallest } from './smaller.js';
import { breaksWithin } from './within-node.js';

/** A part of a remedy at a place. */
export interface Put {
  readonly place: InsertionPlace;
  readonly part: Part;
}

/**
 * How often a set is tried for one rule, beside its parts; where not even the layer has a cut, so that only a guard could make one; and before all places are tried together,
 * for what mends in one place is mostly found by then. Where all of them do not mend no set does, but in lanes, where more insertions may do harm: a few more are tried there. The
 * largest set that is compared with all smaller ones.
 */
const [TRIES, FEW_TRIES, FIRST_TRIES, MOST_COMPARED] = [32, 6, 3, 4];

/** A set of places, and whether no smaller one does. */
export interface Cut {
  readonly places: readonly Put[];
  readonly smallest: boolean;
}

/** Looks for the places of one remedy. */
export class Attempt {
  readonly refusals: readonly Refusal[];
  /** The nodes that call the tool; in a body that several run, as the first of them names it. */
  readonly callers: readonly string[];
  /** The first number of each node among all. */
  readonly #numbers = new Map<GraphNode, number>();
  readonly #graph: AgentGraph;
  readonly #reading: Reading;
  readonly #effects: ToolEffects;
  readonly #remedy: Remedy;
  readonly #probes: Map<string, Reading>;

  /** @param probes of other rules of the same graph, which may want the same inserted */
  constructor(
    graph: AgentGraph,
    reading: Reading,
    effects: ToolEffects,
    remedy: Remedy,
    probes = new Map<string, Reading>(),
  ) {
    this.#probes = probes;
    this.#graph = graph;
    this.#reading = reading;
    this.#effects = effects;
    this.#remedy = remedy;
    // A check that fails is a failure; a person who says no ends it in peace.
    this.refusals = remedy.name === null ? ['end', 'fail'] : ['fail', 'end'];
    this.callers = [...(remedy.tool === null ? [] : callersOf(graph, remedy.tool))].flatMap(([body, nodes]) =>
      nodes.map((node) => this.#nodeName(body, node)),
    );
  }

  /** What was inserted last. */
  #last: {
    readonly key: string;
    readonly refusal: Refusal;
    readonly what: readonly (readonly Inserted[])[];
    readonly graph: AgentGraph;
  } | null = null;

  /** The graph in which a person approves each call of the tool. */
  #approved: AgentGraph | null = null;

  /** A set of places that mends, without what need not be inserted there. */
  smallestCut(bad: (graph: AgentGraph) => Verdict | undefined, near: Near, verdict: Verdict): Cut | null {
    const cut = this.#cutIn(bad, near, verdict);
    const [refusal] = this.refusals as [Refusal];
    const [part, ...others] = this.#remedy.parts;
    if (cut === null || part === undefined || others.length > 0 || part.what.length === 1) return cut;
    const of = (what: readonly Inserted[]): readonly Put[] =>
      cut.places.map(({ place }) => ({ place, part: { ...part, what } }));
    const what = reduced(part.what, (fewer) => bad(this.inserted(of(fewer), refusal)) === undefined);
    return { ...cut, places: of(what) };
  }

  /**
   * A set of places that mends, and whether no smaller one does; null when none was found. The cut is one where guards and lanes have no say. Else it may be
   * too large, or not enough, and smaller sets are tried one after the other.
   */
  #cutIn(bad: (graph: AgentGraph) => Verdict | undefined, near: Near, verdict: Verdict): Cut | null {
    const [refusal] = this.refusals as [Refusal];
    const { parts } = this.#remedy;
    const mends = (puts: readonly Put[]): boolean => bad(this.inserted(puts, refusal)) === undefined;
    const probed = parts.map((part) => ({ part, probe: this.#probeOf(part) }));
    const layers = probed.map(({ part, probe }) => ({ part, layered: part.layered(probe, this.#graph) }));
    const isNever = (left: Verdict): boolean =>
      layers.some(({ layered }) => layered && this.#breaksWithin(layered, left));
    if (isNever(verdict)) return null;
    const cuts = layers.map(
      ({ part, layered }) =>
        layered && (cutOf(this.#graph, layered, near)?.map((place): Put => ({ place, part })) ?? null),
    );
    const cut = cuts.includes(null) ? null : cuts.flatMap((each) => each ?? []);
    const first = cut !== null && cut.length > 0 && mends(cut) ? cut : null;
    const [only] = probed.length > 1 ? [] : probed;
    if (
      first === null &&
      only &&
      isHopeless(this.#graph, this.#remedy, refusal, only.probe, layers[0]?.layered ?? null)
    )
      return null;
    const { graph } = this.#reading;
    const plain =
      !graph.lanes && graph.guards.length + graph.bounds.length + graph.doubts.length + graph.joins.length === 0;
    if (first && parts.length === 1 && ((plain && this.#remedy.exact) || first.length === 1))
      return { places: first, smallest: true };
    const [part] = parts;
    if (part === undefined || parts.length > 1) return first && { places: reduced(first, mends), smallest: false };
    const places = this.#openPlaces();
    const most = first ? Math.min(first.length - 1, MOST_COMPARED) : MOST_COMPARED;
    const putsOf = (keys: readonly string[]): Put[] =>
      keys.map((key) => ({ place: places.get(key) as InsertionPlace, part }));
    const { found, whole } = smallest(
      (set) => {
        const left = bad(this.inserted(putsOf(set), refusal));
        if (left === undefined) return null;
        if (left.path === undefined) return 'open';
        return isNever(left) ? [] : this.#crossed(left.path, set, places);
      },
      most,
      cut === null && !this.#remedy.exact ? FEW_TRIES : TRIES,
      {
        few: graph.lanes ? FIRST_TRIES + FEW_TRIES : FIRST_TRIES,
        goesOn: () => mends(putsOf([...places.keys()])),
      },
    );
    // What a person answers in one lane is heard in the others: more insertions may then do harm, and the smallest set is not known.
    const sure = whole && !graph.lanes;
    if (found !== null && found.length > 0) return { places: putsOf(found), smallest: sure };
    return (
      first && { places: sure ? first : reduced(first, mends), smallest: sure && first.length <= MOST_COMPARED + 1 }
    );
  }

  /** The graph beside what a part inserts, which nothing leads to. */
  #probeOf({ what }: Part): Reading {
    const key = JSON.stringify([what, this.refusals[0]]);
    let probe = this.#probes.get(key);
    if (!probe) {
      probe = readingOf(withApart(this.#graph, what, this.refusals[0] as Refusal), this.#effects, new Map());
      this.#probes.set(key, probe);
    }
    return probe;
  }

  /**
   * Whether the node in which a run breaks the rule breaks it wherever something is inserted. Not where guards were not decided, for with an insertion they may be; nor in
   * supersteps, where what is inserted keeps lanes from meeting.
   */
  #breaksWithin(layered: Layered, { path, deciders = [] }: Verdict): boolean {
    const last = path?.at(-1);
    const { exact, tool } = this.#remedy;
    if (last === undefined || !exact || tool === null || this.#reading.execution === 'supersteps') return false;
    return deciders.every(({ code }) => code !== 'guard_not_decided') && breaksWithin(this.#graph, layered, last.node);
  }

  /** The graph with a set of places; the same object where it is asked for once more. */
  inserted(puts: readonly Put[], refusal: Refusal): AgentGraph {
    const key = puts.map(({ place }) => placeKey(place)).join('\n');
    const what = puts.map(({ part }) => part.what);
    const last = this.#last;
    if (last?.key === key && last.refusal === refusal && what.every((each, at) => each === last.what[at]))
      return last.graph;
    const graph = this.#changed(puts, refusal);
    this.#last = { key, refusal, what, graph };
    return graph;
  }

  #changed(puts: readonly Put[], refusal: Refusal): AgentGraph {
    if (puts.length === 0) return this.#graph;
    const by = new Map<string, { place: InsertionPlace; what: Inserted[] }>();
    for (const { place, part } of puts) {
      const known = by.get(placeKey(place));
      if (known) known.what.push(...part.what);
      else by.set(placeKey(place), { place, what: [...part.what] });
    }
    return withInserted(this.#graph, [...by.values()], refusal);
  }

  /** Right before the tool, whatever leads there: a person approves each call (the same graph for each refusal), or what is called is in front of the node. */
  beforeTool(refusal: Refusal): AgentGraph {
    const { parts, inFront, tool } = this.#remedy;
    if (tool === null) throw new RangeError('the rule is about no one tool');
    const what = parts.flatMap((part) => part.what);
    if (this.#approvesCalls()) return (this.#approved ??= withApprovedCalls(this.#graph, tool));
    return withInFront(this.#graph, callersOf(this.#graph, tool), inFront ?? (() => what), refusal);
  }

  howBeforeTool(): Change {
    const { parts, inFront, tool } = this.#remedy;
    const what = inFront ? this.inFront() : parts.flatMap((part) => part.what);
    return tool !== null && this.#approvesCalls() ? { approved: tool } : { inserted: what };
  }

  /** Whether right before the tool means that a person approves each call. */
  #approvesCalls(): boolean {
    const { parts, inFront } = this.#remedy;
    return !inFront && parts.every(({ what }) => what.every(({ kind }) => kind === 'person'));
  }

  /** All that goes in front of the nodes that call the tool. */
  inFront(): readonly Inserted[] {
    const { inFront, tool } = this.#remedy;
    if (!inFront || tool === null) return [];
    return [...callersOf(this.#graph, tool)].flatMap(([body, nodes]) => nodes.flatMap((node) => inFront(body, node)));
  }

  /** The places of a set, each once, in the order of the graph. */
  placesOf(puts: readonly Put[]): InsertionPlace[] {
    const own = new Set(puts.map(({ place }) => placeKey(place)));
    return [...this.#openPlaces()].flatMap(([key, place]) => (own.has(key) ? [place] : []));
  }

  /** As in a path: in a body that several nodes run, by the first of them. */
  nameOf(place: InsertionPlace): string {
    const { graph } = this.#reading;
    if ('start' in place) return this.#nodeName(place.body, this.#body(place.body).start);
    const shape = this.#body(place.body).edges.find(({ id }) => id === place.edge);
    const edge = graph.edges.findIndex((each) => each === shape);
    return edge < 0 ? place.edge : edgeName(graph, edge);
  }

  #nodeName(body: string, id: string): string {
    const { graph } = this.#reading;
    if (this.#numbers.size === 0)
      graph.nodes.forEach((each, at) => {
        if (!this.#numbers.has(each)) this.#numbers.set(each, at);
      });
    const own = this.#body(body);
    const shape = own.nodes[indexBody(own).indexOf.get(id) ?? -1];
    const node = shape && this.#numbers.get(shape);
    return node === undefined ? id : nodeName(graph, node);
  }

  #body(name: string): GraphBody {
    return bodiesOf(this.#graph).find((each) => each.name === name)?.body as GraphBody;
  }

  /** Where something can be inserted, by key. */
  #openPlaces(): Map<string, InsertionPlace> {
    return new Map(placesIn(this.#graph).map((place) => [placeKey(place), place]));
  }

  /** Whether a path may cross a place of a set. */
  crosses(path: NonNullable<Verdict['path']>, puts: readonly Put[]): boolean {
    const crossed = new Set(this.#crossed(path, [], this.#openPlaces()));
    return puts.some(({ place }) => crossed.has(placeKey(place)));
  }

  /** The places that a path crosses and a set has not. */
  #crossed(
    path: NonNullable<Verdict['path']>,
    set: readonly string[],
    places: ReadonlyMap<string, InsertionPlace>,
  ): string[] {
    const { graph } = this.#reading;
    const edges = new Set(path.flatMap(({ edge }) => edge ?? []));
    const nodes = new Set(path.map(({ node }) => node));
    const crossed = new Set<string>();
    const bodyName = new Map(bodiesOf(this.#graph).map(({ name, body }) => [body.nodes, name]));
    const of = (instance: number): string => bodyName.get(graph.instances[instance]?.body.nodes ?? []) ?? '';
    graph.edges.forEach(({ id }, edge) => {
      if (edges.has(edgeName(graph, edge)))
        crossed.add(placeKey({ body: of(graph.edgeInstance[edge] as number), edge: id }));
    });
    graph.nodes.forEach((_, node) => {
      if (nodes.has(nodeName(graph, node)))
        crossed.add(placeKey({ body: of(graph.nodeInstance[node] as number), start: true }));
    });
    return [...crossed].filter((key) => places.has(key) && !set.includes(key));
  }
}
