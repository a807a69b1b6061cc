import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Catalogue, catalogueMessage, readAnyCatalogue, unstatedClasses } from '@ostiary/catalogue';
import { canonicalJson, nearestNumbers } from '@ostiary/json';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { catalogueJson, type FileRef, isFile, type OpenFile } from '@ostiary/policy-modes';
import { applyAssume, type Assumed } from '../assume/index.js';
import {
  type Assume,
  type Bindings,
  effectsOf,
  type ReadGraph,
  type ReadProblem,
  type ToolEffects,
} from '../model/index.js';
import { annotationsIn, type GraphFormatName, problemText, readDocument, readTree } from '../read/index.js';
import type { GraphInput } from '../request/request.js';
import { type Proposals, proposalsOf } from '../verify/index.js';
import { coverTraces, lackingAssumption, readTraces, type TraceCoverage, type Traces } from '../traces/index.js';

/** A graph as it was read. */
export interface LoadedGraph extends ReadGraph {
  readonly format: GraphFormatName;
  /** Of the graph, not of its text. */
  readonly digest: string;
}

export interface Loaded {
  readonly graph: LoadedGraph;
  readonly before: LoadedGraph | null;
  readonly catalogue: Catalogue | null;
  readonly effects: ToolEffects;
  /** What annotations propose for tools that nobody classified. */
  readonly proposals: Proposals;
  /** What recorded runs show of the graph; null without them. */
  readonly traces: TraceCoverage | null;
  /** The graphs and the tools as the request assumes them to be; null where it does not. */
  readonly assumed: { readonly graph: Assumed; readonly before: Assumed | null } | null;
}

/**
 * Reads what a request carries: its graphs and its catalogue.
 * @throws ProblemError `invalid_request` with every place that is wrong
 */
export async function loadGraph(request: GraphInput, open: OpenFile): Promise<Loaded> {
  const { compare_with: version, catalogue, assume, traces: recorded } = request;
  const { catalogue: tools, unstated } = await loadCatalogue(catalogue, open);
  const effects = effectsOf(tools ?? { tools: [] });
  const { annotations, ...own } = await load(request.graph, '/graph', request, open);
  const before = version === undefined ? null : await loadVersion(version, request, open);
  const traces = recorded === undefined ? null : coverTraces(own.graph, await loadTraces(recorded, open));
  const more = traces && lackingAssumption(traces);
  const graph = more ? { ...own, assumptions: [...own.assumptions, more] } : own;
  const assumed = assume && {
    graph: assumedOf(graph, effects, assume),
    // The version before is taken to be so, too, as far as it has what is named.
    before:
      before &&
      assumedOf(
        before,
        effects,
        assume.filter((each) => applyAssume(before, effects, [each]).ok),
      ),
  };
  return {
    graph,
    before,
    catalogue: tools,
    effects,
    proposals: proposalsOf(unstated, annotations),
    assumed: assumed ?? null,
    traces,
  };
}

async function loadTraces(source: unknown, open: OpenFile): Promise<Traces> {
  const read = readTraces(isFile(source) ? new TextDecoder().decode(await bytesOf(source, open)) : source);
  if (!read.ok) throw refused(read.problems, '/traces');
  return read.traces;
}

function assumedOf(graph: LoadedGraph, effects: ToolEffects, assume: readonly Assume[]): Assumed {
  const applied = applyAssume(graph, effects, assume);
  if (!applied.ok) throw refused(applied.problems, '');
  return applied;
}

async function loadVersion(source: unknown, request: GraphInput, open: OpenFile): Promise<LoadedGraph> {
  const { annotations: _annotations, ...graph } = await load(source, '/compare_with', request, open);
  return graph;
}

async function load(
  source: unknown,
  at: string,
  { format, bindings }: GraphInput,
  open: OpenFile,
): Promise<LoadedGraph & { readonly annotations: ReadonlyMap<string, unknown> }> {
  const options = { ...(format !== undefined && { format }), ...(bindings && { bindings: bindingsOf(bindings) }) };
  const document = isFile(source) ? await bytesOf(source, open) : source;
  const read =
    document instanceof Uint8Array || typeof document === 'string'
      ? readDocument(document, options)
      : readTree(document, options);
  if (!read.ok) throw refused(read.problems, at);
  return {
    ...read,
    digest: `sha256:${hash('sha256', canonicalJson(read.graph))}`,
    annotations: annotationsIn(document),
  };
}

async function bytesOf(file: FileRef, open: OpenFile): Promise<Uint8Array> {
  const { size, stream } = await open(file);
  return size === 0 ? new Uint8Array() : buffer(await stream());
}

/** What a reader says of a document, as problems of the request; in a document of text, line and column say where. */
function refused(problems: readonly ReadProblem[], at: string): ProblemError {
  const errors = problems.map((problem): ProblemItem => {
    const { pointer, ...lines } = problem.place;
    // A binding of a node that is not there is no fault of the document.
    const where = problem.slug === 'graph_binding_unknown' ? '/bindings' : `${at}${pointer}`;
    return { pointer: where, slug: problem.slug, detail: problemText(problem), ...lines };
  });
  return new ProblemError('invalid_request', { errors });
}

function bindingsOf({ nodes, edges }: NonNullable<GraphInput['bindings']>): Bindings {
  return { ...(nodes && { nodes: new Map(Object.entries(nodes)) }), ...(edges && { edges }) };
}

const CATALOGUE = '/catalogue';

interface LoadedCatalogue {
  readonly catalogue: Catalogue | null;
  readonly unstated: ReturnType<typeof unstatedClasses>;
}

async function loadCatalogue(source: unknown, open: OpenFile): Promise<LoadedCatalogue> {
  if (source === undefined) return { catalogue: null, unstated: new Map() };
  const json = nearestNumbers(isFile(source) ? await catalogueJson(source, open, CATALOGUE) : source);
  const read = readAnyCatalogue(json);
  if (read.ok) return { catalogue: read.catalogue, unstated: unstatedClasses(json) };
  const errors = read.problems
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, slug, params, detail }): ProblemItem => {
      const text = { en: detail, pt: catalogueMessage(slug, params, 'pt') };
      return { pointer: `${CATALOGUE}${pointer}`, slug, detail: text };
    });
  throw new ProblemError('invalid_request', { errors });
}
