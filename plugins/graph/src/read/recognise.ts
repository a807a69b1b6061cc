import type { TextForm } from '../gate/index.js';
import type { ReadResult } from '../model/index.js';
import { isDeclarative, readAgentFramework } from './agent-framework/read-agent-framework.js';
import { readAgentSpec } from './agent-spec/read-agent-spec.js';
import { readAsl } from './asl/read-asl.js';
import { readAutoGen } from './autogen/read-autogen.js';
import { isBpmn, readBpmn } from './bpmn/read-bpmn.js';
import { readCrewAi } from './crewai/read-crewai.js';
import { readDify } from './dify/read-dify.js';
import { readBedrock } from './bedrock/read-bedrock.js';
import { readFlowise } from './flowise/read-flowise.js';
import { readLangGraph } from './langgraph/read-json.js';
import { readLangGraphMermaid } from './langgraph/read-mermaid.js';
import { readN8n } from './n8n/read-n8n.js';
import { readNative } from './native/read-native.js';
import { pointerOnly, type ReadOptions } from './source/options.js';
import { nearestTo, Problems } from './source/problems.js';
import { isList, isRecord, itemsOf, member, memberAt, textMember } from './source/tree.js';

interface GraphFormat {
  /** Whether a document has the marks of the format. Not whether it is right. */
  readonly marks: (tree: unknown, form: TextForm) => boolean;
  readonly read: (tree: unknown, options: ReadOptions) => ReadResult;
}

/** Every format that is read, by the name that a request gives it. */
const FORMATS = {
  'agent-graph': {
    marks: (tree) => textMember(tree, 'format')?.startsWith('agent-graph/') === true,
    read: readNative,
  },
  langgraph: {
    marks: (tree) =>
      isList(member(tree, 'edges')) &&
      nodesOf(tree).some((node) => ['runnable', 'schema', 'unknown'].includes(textMember(node, 'type') ?? '')),
    read: readLangGraph,
  },
  'langgraph-mermaid': {
    marks: (_, form) => form === 'mermaid',
    read: (tree, options) => readLangGraphMermaid(typeof tree === 'string' ? tree : '', options),
  },
  asl: {
    marks: (tree) => textMember(tree, 'StartAt') !== undefined && isRecord(member(tree, 'States')),
    read: readAsl,
  },
  n8n: {
    marks: (tree) => isRecord(member(tree, 'connections')) && nodesOf(tree).some((node) => textMember(node, 'type')),
    read: readN8n,
  },
  dify: {
    marks: (tree) =>
      isRecord(memberAt(tree, 'workflow', 'graph')) ||
      (textMember(tree, 'kind') === 'app' && isRecord(member(tree, 'app'))),
    read: readDify,
  },
  bedrock: {
    marks: (tree) => [tree, member(tree, 'definition')].some(isFlow),
    read: readBedrock,
  },
  flowise: {
    marks: (tree) =>
      isList(member(tree, 'edges')) &&
      nodesOf(tree).some((node) => textMember(member(node, 'data'), 'name') && member(node, 'position')),
    read: readFlowise,
  },
  'agent-spec': {
    marks: (tree) => textMember(tree, 'component_type') !== undefined && member(tree, 'provider') === undefined,
    read: readAgentSpec,
  },
  'agent-framework': {
    marks: (tree) =>
      isDeclarative(tree) || (isRecord(member(tree, 'executors')) && isList(member(tree, 'edge_groups'))),
    read: readAgentFramework,
  },
  crewai: {
    marks: (tree) => isRecord(member(tree, 'nodes')) && isList(member(tree, 'start_methods')),
    read: readCrewAi,
  },
  autogen: {
    marks: (tree) => textMember(tree, 'component_type') === 'team' && textMember(tree, 'provider') !== undefined,
    read: readAutoGen,
  },
  bpmn: {
    marks: isBpmn,
    read: readBpmn,
  },
} as const satisfies Readonly<Record<string, GraphFormat>>;

export type GraphFormatName = keyof typeof FORMATS;
export const GRAPH_FORMATS = Object.keys(FORMATS) as readonly GraphFormatName[];

/** The formats whose marks a document has: one, where it can be told. */
export function candidateFormats(tree: unknown, form: TextForm): readonly GraphFormatName[] {
  return GRAPH_FORMATS.filter((name) => FORMATS[name].marks(tree, form));
}

/**
 * Reads a document in the format that is named, or in the one whose marks it has. One of no format, or with the marks of several, is refused with what can be named.
 *
 * @param tree what the gate gives: plain data, or the text of a drawing
 */
export function readGraph(
  tree: unknown,
  form: TextForm,
  { format, ...options }: ReadOptions & { readonly format?: string },
): ReadResult {
  const problems = new Problems(options.placeOf ?? pointerOnly);
  const formats = GRAPH_FORMATS.join(', ');
  if (format !== undefined) {
    const named = GRAPH_FORMATS.find((name) => name === format);
    if (named) return FORMATS[named].read(tree, options);
    problems.add('graph_format_unknown', '', { formats, ...nearestTo(format, GRAPH_FORMATS) });
    return { ok: false, problems: problems.found };
  }
  const [only, ...others] = candidateFormats(tree, form);
  if (only && others.length === 0) return FORMATS[only].read(tree, options);
  if (only) problems.add('graph_format_ambiguous', '', { candidates: [only, ...others].join(', ') });
  else problems.add('graph_format_unknown', '', { formats });
  return { ok: false, problems: problems.found };
}

const nodesOf = (tree: unknown): readonly unknown[] => itemsOf(member(tree, 'nodes')).filter(isRecord);

const isFlow = (tree: unknown): boolean =>
  isList(member(tree, 'connections')) && nodesOf(tree).some((node) => textMember(node, 'type') === 'Input');
