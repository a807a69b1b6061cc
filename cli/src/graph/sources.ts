import { type Catalogue, unstatedClasses } from '@ostiary/catalogue';
import {
  type Assume,
  type Bindings,
  effectsOf,
  type ReadGraph,
  type ReadProblem,
  type Rule,
} from '@ostiary/graph/model';
import { annotationsIn, GRAPH_FORMATS, type GraphFormatName, problemText, readDocument } from '@ostiary/graph/read';
import { GraphAssumes, GraphBindings, GraphRule } from '@ostiary/graph/request';
import {
  applyAssume,
  type Assumed,
  coverTraces,
  lackingAssumption,
  type Proposals,
  proposalsOf,
  readTraces,
  type TraceCoverage,
} from '@ostiary/graph/verify';
import { oneOf } from '../arguments.js';
import type { Given, OptionSpec } from '../command.js';
import { readCatalogueFile, showCatalogueFindings } from '../files/catalogue.js';
import { readJson } from '../files/json.js';
import { readBytes } from '../files/read.js';
import { showFault } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { CATALOGUE_OPTION } from '../text/options.js';

export const GRAPH_SOURCE_OPTIONS: readonly OptionSpec[] = [
  CATALOGUE_OPTION,
  {
    name: 'format',
    value: 'NAME',
    help: {
      en: `what the graph was exported from: ${GRAPH_FORMATS.join(', ')}; recognised when left out`,
      pt: `de onde o grafo foi exportado: ${GRAPH_FORMATS.join(', ')}; por omissão é reconhecido`,
    },
  },
  {
    name: 'rules',
    value: 'FILE',
    help: {
      en: 'a JSON list of rules; when left out, those that the catalogue implies',
      pt: 'uma lista JSON de regras; por omissão, as que o catálogo implica',
    },
  },
  {
    name: 'bindings',
    value: 'FILE',
    help: {
      en: 'what the export does not say, as JSON: the tools of nodes, who chooses, missing edges',
      pt: 'o que a exportação não diz, em JSON: as ferramentas dos nós, quem escolhe, arestas em falta',
    },
  },
  {
    name: 'traces',
    value: 'FILE',
    help: {
      en: 'recorded runs (OTLP JSON, LangSmith): show what they never did, and what the graph does not allow',
      pt: 'execuções gravadas (OTLP JSON, LangSmith): mostra o que nunca fizeram, e o que o grafo não permite',
    },
  },
  {
    name: 'assume',
    value: 'FILE',
    help: {
      en: 'what if: a JSON list of assumptions; show the verdicts that they change',
      pt: 'e se: uma lista JSON de suposições; mostra os vereditos que mudam',
    },
  },
  {
    name: 'against',
    value: 'FILE',
    help: {
      en: 'the previous version: show what is new, fixed and moved',
      pt: 'a versão anterior: mostra o que é novo, corrigido e deslocado',
    },
  },
];

/** A graph of a file. */
export interface GraphFile extends ReadGraph {
  readonly name: string;
  /** As it was given. */
  readonly bytes: Uint8Array;
  readonly format: GraphFormatName;
  /** MCP annotations that it carries, by the name of the tool. */
  readonly annotations: ReadonlyMap<string, unknown>;
}

export interface GraphSources {
  readonly graph: GraphFile;
  readonly before: GraphFile | null;
  readonly catalogue: Catalogue | null;
  /** What annotations propose for tools that nobody classified. */
  readonly proposals: Proposals;
  readonly rules: readonly Rule[] | null;
  /** What recorded runs show of the graph; null without. */
  readonly traces: TraceCoverage | null;
  /** The graphs and the tools as `--assume` has them; null without. */
  readonly assumed: { readonly graph: Assumed; readonly before: Assumed | null } | null;
}

/** What the files say; null when one does not read, which was shown. */
export function readGraphSources(given: Given, screen: Screen): GraphSources | null {
  const [name, ...more] = given.files;
  if (name === undefined || more.length > 0) throw new CommandError({ en: 'Name one graph.', pt: 'Indique um grafo.' });
  const catalogue = readCatalogueFile(given.value('catalogue'), screen);
  if (catalogue) showCatalogueFindings(catalogue, screen);
  const format = given.value('format');
  const options = {
    ...(format !== undefined && { format: oneOf(format, 'format', GRAPH_FORMATS) }),
    ...bindingsOf(given.value('bindings')),
  };
  const against = given.value('against');
  const own = readGraphFile(name, options, screen);
  const before = against === undefined ? null : readGraphFile(against, options, screen);
  if (own === null || (against !== undefined && before === null) || (catalogue && !catalogue.catalogue)) return null;
  const tools = catalogue?.catalogue ?? null;
  const recorded = given.value('traces');
  const traces = recorded === undefined ? null : tracesOf(recorded, own, screen);
  if (recorded !== undefined && traces === null) return null;
  const lacking = traces && lackingAssumption(traces);
  const graph = lacking ? { ...own, assumptions: [...own.assumptions, lacking] } : own;
  const rules = rulesOf(given.value('rules'));
  return {
    graph,
    before,
    traces,
    catalogue: tools,
    proposals: proposalsOf(unstatedClasses(catalogue?.document), own.annotations),
    rules,
    assumed: assumedOf(given.value('assume'), graph, before, tools),
  };
}

/** What recorded runs show; null when they do not read, which was shown. */
function tracesOf(file: string, { graph }: GraphFile, screen: Screen): TraceCoverage | null {
  const { name, bytes } = readBytes(file);
  const read = readTraces(new TextDecoder().decode(bytes));
  if (read.ok) return coverTraces(graph, read.traces);
  for (const problem of read.problems) showProblem(name, problem, screen);
  return null;
}

function assumedOf(
  file: string | undefined,
  graph: GraphFile,
  before: GraphFile | null,
  catalogue: Catalogue | null,
): GraphSources['assumed'] {
  if (file === undefined) return null;
  const effects = effectsOf(catalogue ?? { tools: [] });
  const apply = (read: GraphFile, assume: readonly Assume[]): Assumed => {
    const applied = applyAssume(read, effects, assume);
    if (applied.ok) return applied;
    const [problem] = applied.problems;
    const place = `--assume#${problem?.place.pointer.replace(/^\/assume/, '')}`;
    const { en, pt } = problem ? problemText(problem) : { en: '', pt: '' };
    throw new CommandError({ en: `${place}: ${en}`, pt: `${place}: ${pt}` });
  };
  const assume = validOf(GraphAssumes, readJson(file), 'assume') as readonly Assume[];
  return {
    graph: apply(graph, assume),
    // The version before is taken to be so, too, as far as it has what is named.
    before:
      before &&
      apply(
        before,
        assume.filter((each) => applyAssume(before, effects, [each]).ok),
      ),
  };
}

function readGraphFile(name: string, options: Parameters<typeof readDocument>[1], screen: Screen): GraphFile | null {
  const { name: shown, bytes } = readBytes(name);
  const read = readDocument(bytes, options);
  if (read.ok) return { ...read, name: shown, bytes, annotations: annotationsIn(bytes) };
  for (const problem of read.problems) showProblem(shown, problem, screen);
  return null;
}

function showProblem(shown: string, problem: ReadProblem, screen: Screen): void {
  const { pointer, line, column } = problem.place;
  const place = line === undefined ? (pointer === '' ? shown : `${shown}#${pointer}`) : `${shown}:${line}:${column}`;
  showFault(place, 'error', problemText(problem)[screen.language], problem.slug, screen);
}

function rulesOf(file: string | undefined): readonly Rule[] | null {
  if (file === undefined) return null;
  return validOf(GraphRule.array().min(1), readJson(file), 'rules');
}

function bindingsOf(file: string | undefined): { readonly bindings?: Bindings } {
  if (file === undefined) return {};
  const { nodes, edges } = validOf(GraphBindings, readJson(file), 'bindings');
  return { bindings: { ...(nodes && { nodes: new Map(Object.entries(nodes)) }), ...(edges && { edges }) } };
}

interface Schema<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] };
      };
}

/** @throws CommandError with the first place that is wrong */
function validOf<T>(schema: Schema<T>, value: unknown, option: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = `--${option}#${(issue?.path ?? []).map((part) => `/${String(part)}`).join('')}`;
  throw new CommandError({ en: `${place}: ${issue?.message}`, pt: `${place}: ${issue?.message}` });
}
