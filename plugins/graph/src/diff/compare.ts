import type { AgentGraph, GraphBody, HygieneFinding, PathStep, Verdict } from '../model/index.js';

/** A verdict with its name. */
export interface Named {
  readonly fingerprint: string;
  readonly verdict: Verdict;
}

/** A graph, and what was decided of it. */
export interface Version {
  readonly graph: AgentGraph;
  readonly verdicts: readonly Named[];
  /** What hygiene found; absent where it was not asked. */
  readonly hygiene?: readonly (HygieneFinding & { readonly fingerprint: string })[];
}

/** What became of the verdicts from one version to the next, each by its fingerprint. */
export interface Comparison {
  /** Broken or possible now, and not before. */
  readonly added: readonly Change[];
  /** Broken or possible before, and not now. */
  readonly fixed: readonly string[];
  /** Bad in both, but of another verdict, or by another path. */
  readonly moved: readonly Change[];
  /** Bad in both, by the same path. */
  readonly unchanged: readonly string[];
  /** What became of what hygiene finds; null where it was not asked. */
  readonly hygiene: HygieneChanges | null;
}

/** By fingerprints. */
export interface HygieneChanges {
  readonly added: readonly string[];
  readonly fixed: readonly string[];
  /** In both, at other places. */
  readonly moved: readonly string[];
  readonly unchanged: readonly string[];
}

export interface Change {
  readonly fingerprint: string;
  /** The first edge of the path that the version before has not; absent where the path was there before. */
  readonly edge?: string;
}

/** Compares two versions by their verdicts. Nodes are the same where they have the same title, or without one the same id. */
export function compare(before: Version, after: Version): Comparison {
  const bad = ({ verdict }: Named): boolean => verdict.verdict === 'broken' || verdict.verdict === 'possible';
  const was = new Map(before.verdicts.filter(bad).map((one) => [one.fingerprint, one.verdict]));
  const now = after.verdicts.filter(bad);
  const names = { before: new Names(before.graph), after: new Names(after.graph) };
  const added: Change[] = [];
  const moved: Change[] = [];
  const unchanged: string[] = [];
  for (const { fingerprint, verdict } of now) {
    const earlier = was.get(fingerprint);
    const change = { fingerprint, ...newEdge(verdict, names) };
    if (earlier === undefined) added.push(change);
    else if (earlier.verdict !== verdict.verdict || !isAsGood(earlier, verdict, names)) moved.push(change);
    else unchanged.push(fingerprint);
  }
  const still = new Set(now.map(({ fingerprint }) => fingerprint));
  return {
    added,
    moved,
    unchanged,
    fixed: [...was.keys()].filter((fingerprint) => !still.has(fingerprint)),
    hygiene: hygieneChanges(before, after, names),
  };
}

function hygieneChanges(
  before: Version,
  after: Version,
  names: { readonly before: Names; readonly after: Names },
): HygieneChanges | null {
  if (before.hygiene === undefined || after.hygiene === undefined) return null;
  const sure = (found: NonNullable<Version['hygiene']>, by: Names): ReadonlyMap<string, string> =>
    new Map(
      found
        .filter(({ verdict }) => verdict === 'broken')
        .map(({ fingerprint, places }) => [
          fingerprint,
          JSON.stringify(places.map((each) => by.place(each)).toSorted()),
        ]),
    );
  const [was, now] = [sure(before.hygiene, names.before), sure(after.hygiene, names.after)];
  const [kept, added] = [
    [...now.keys()].filter((each) => was.has(each)),
    [...now.keys()].filter((each) => !was.has(each)),
  ];
  const isSame = (each: string): boolean => was.get(each) === now.get(each);
  return {
    added,
    fixed: [...was.keys()].filter((each) => !now.has(each)),
    moved: kept.filter((each) => !isSame(each)),
    unchanged: kept.filter(isSame),
  };
}

/**
 * Whether two paths are one, or of two that are as short as each other both lie, step by step as they are, in both versions: then nothing that changed is why the other
 * one is told.
 */
function isAsGood(
  { path: was = [], ...earlier }: Verdict,
  { path: is = [], ...now }: Verdict,
  { before, after }: { readonly before: Names; readonly after: Names },
): boolean {
  if (pathOf({ ...earlier, path: was }, before) === pathOf({ ...now, path: is }, after)) return true;
  return (
    was.length === is.length &&
    was.every((step) => after.hasStep(before.step(step))) &&
    is.every((step) => before.hasStep(after.step(step)))
  );
}

function newEdge(
  { path = [] }: Verdict,
  { before, after }: { readonly before: Names; readonly after: Names },
): { readonly edge?: string } {
  const found = path.find(({ edge }) => edge !== undefined && !before.hasEdge(after.edge(edge)));
  return found?.edge === undefined ? {} : { edge: found.edge };
}

const pathOf = ({ path = [] }: Verdict, names: Names): string =>
  JSON.stringify(path.map(({ node, events }) => [names.node(node), events]));

/** What nodes and edges are called, so that another numbering does not matter. */
class Names {
  private readonly bodies: ReadonlyMap<string, BodyNames>;
  private readonly edges: ReadonlySet<string>;
  /** What nodes and edges are, names and all but their ids. */
  private readonly parts: ReadonlySet<string>;

  constructor({ subgraphs = [], ...top }: AgentGraph) {
    const bodies = [{ ...top, name: '' }, ...subgraphs].map((body) => [body.name, bodyNames(body)] as const);
    this.bodies = new Map(bodies);
    this.edges = new Set(bodies.flatMap(([, { edges }]) => [...edges.values()]));
    this.parts = new Set(
      bodies.flatMap(([, { nodeParts, edgeParts }]) => [...nodeParts.values(), ...edgeParts.values()]),
    );
  }

  node(id: string): string {
    return this.find('', id, 'nodes') ?? id;
  }

  /** A node by its name in a path, or by that of its body. */
  place(id: string): string {
    const path = this.find('', id, 'nodes');
    if (path !== undefined) return path;
    for (let slash = id.indexOf('/'); slash >= 0; slash = id.indexOf('/', slash + 1)) {
      const own = this.bodies.get(id.slice(0, slash))?.nodes.get(id.slice(slash + 1));
      if (own !== undefined) return own;
    }
    return id;
  }

  edge(id: string): string {
    return this.find('', id, 'edges') ?? id;
  }

  /** What the node and the edge of a step are. */
  step({ node, edge }: PathStep): readonly string[] {
    const own = this.find('', node, 'nodeParts') ?? node;
    return edge === undefined ? [own] : [own, this.find('', edge, 'edgeParts') ?? edge];
  }

  hasStep(parts: readonly string[]): boolean {
    return parts.every((part) => this.parts.has(part));
  }

  hasEdge(name: string): boolean {
    return this.edges.has(name);
  }

  /** What lies in a sub-graph has the id of the node that runs it in front, and a slash. */
  private find(body: string, id: string, of: Exclude<keyof BodyNames, 'calls'>): string | undefined {
    const names = this.bodies.get(body);
    const own = names?.[of].get(id);
    if (own !== undefined || names === undefined) return own;
    for (const [caller, below] of names.calls) {
      const found = id.startsWith(`${caller}/`) ? this.find(below, id.slice(caller.length + 1), of) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

interface BodyNames {
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, string>;
  /** All that is said of nodes and edges but their ids. */
  readonly nodeParts: ReadonlyMap<string, string>;
  readonly edgeParts: ReadonlyMap<string, string>;
  /** Nodes that run a body, and its name. */
  readonly calls: ReadonlyMap<string, string>;
}

function bodyNames({ name, nodes, edges }: GraphBody & { readonly name: string }): BodyNames {
  const titles = new Map(nodes.map(({ id, title }) => [id, title ?? id]));
  const nodeNames = new Map([...titles].map(([id, title]) => [id, JSON.stringify([name, title])]));
  const edgeNames = new Map(
    edges.map(({ id, source, target, branch = '', on = 'success' }) => [
      id,
      JSON.stringify([name, titles.get(source), titles.get(target), branch, on]),
    ]),
  );
  return {
    nodes: nodeNames,
    edges: edgeNames,
    nodeParts: new Map(
      nodes.map(({ id, title: _title, ...rest }) => [id, `${nodeNames.get(id) ?? ''}${sorted(rest)}`] as const),
    ),
    edgeParts: new Map(
      edges.map(
        ({ id, source: _source, target: _target, ...rest }) =>
          [id, `${edgeNames.get(id) ?? ''}${sorted(rest)}`] as const,
      ),
    ),
    calls: new Map(nodes.flatMap(({ id, subgraph }) => (subgraph === undefined ? [] : [[id, subgraph]]))),
  };
}

const sorted = (said: object): string => JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)));
