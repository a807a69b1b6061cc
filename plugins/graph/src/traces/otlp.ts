import type { Place } from '../model/index.js';
import { Damaged, kindOf } from './problems.js';
import { member, type Span, text, type Tree } from './span.js';

/**
 * Spans of OpenTelemetry in OTLP JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), by the semantic conventions for generative AI; what
 * OpenInference, Traceloop, LangSmith and others name nodes by is read beside these.
 */
export function readOtlp(tree: Tree, place: Place, put: (span: Span) => void): void {
  const at = (pointer: string): Place => ({ ...place, pointer: `${place.pointer}${pointer}` });
  for (const [r, resource] of list(member(tree, 'resourceSpans'), at('/resourceSpans')).entries()) {
    const scopes = `/resourceSpans/${String(r)}/scopeSpans`;
    for (const [s, scope] of list(member(resource, 'scopeSpans'), at(scopes)).entries()) {
      const spans = `${scopes}/${String(s)}/spans`;
      for (const [index, span] of list(member(scope, 'spans') ?? [], at(spans)).entries())
        put(spanOf(span, at(`${spans}/${String(index)}`)));
    }
  }
}

export const isOtlp = (tree: Tree): boolean => member(tree, 'resourceSpans') !== undefined;

function list(tree: Tree, place: Place): readonly Tree[] {
  if (!Array.isArray(tree)) throw new Damaged('graph_trace_shape', place, { expected: 'a list', found: kindOf(tree) });
  return tree as readonly Tree[];
}

/** Who names the node of LangGraph and its round, in the order in which they are asked. */
const NODE = [
  'gen_ai.langgraph.node',
  'langgraph.node',
  'langgraph_node',
  'graph.node.id',
  'langsmith.metadata.langgraph_node',
  'traceloop.association.properties.langgraph_node',
] as const;
const STEP = [
  'gen_ai.langgraph.step',
  'langgraph.step',
  'langgraph_step',
  'langsmith.metadata.langgraph_step',
  'traceloop.association.properties.langgraph_step',
] as const;

function spanOf(tree: Tree, place: Place): Span {
  const trace = text(member(tree, 'traceId'));
  const id = text(member(tree, 'spanId'));
  if (trace === null || id === null)
    throw new Damaged('graph_trace_shape', place, { expected: 'a `traceId` and a `spanId`', found: kindOf(tree) });
  const attributes = attributesOf(member(tree, 'attributes'), place);
  const metadata = parsed(attributes.get('metadata'));
  const operation = attributes.get('gen_ai.operation.name');
  const code = member(member(tree, 'status'), 'code');
  const agent = operation === 'invoke_agent' ? attributes.get('gen_ai.agent.name') : undefined;
  return {
    trace,
    id,
    parent: text(member(tree, 'parentSpanId')),
    start: nanoseconds(member(tree, 'startTimeUnixNano'), `${place.pointer}/startTimeUnixNano`, place),
    end:
      member(tree, 'endTimeUnixNano') === undefined
        ? null
        : nanoseconds(member(tree, 'endTimeUnixNano'), `${place.pointer}/endTimeUnixNano`, place),
    node: firstOf(NODE, attributes) ?? text(member(metadata, 'langgraph_node')) ?? agent ?? null,
    step: numberOf(firstOf(STEP, attributes) ?? member(metadata, 'langgraph_step')),
    tool: toolOf(operation, attributes),
    failed: code === 2 || code === 'STATUS_CODE_ERROR',
    place,
  };
}

function toolOf(operation: string | undefined, attributes: ReadonlyMap<string, string>): string | null {
  if (operation === 'execute_tool') return attributes.get('gen_ai.tool.name') ?? null;
  if (attributes.get('openinference.span.kind') === 'TOOL') return attributes.get('tool.name') ?? null;
  if (attributes.get('traceloop.span.kind') === 'tool') return attributes.get('traceloop.entity.name') ?? null;
  return null;
}

/** Attributes that are single values, as texts. */
function attributesOf(tree: Tree, place: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (tree === undefined) return found;
  for (const attribute of list(tree, { ...place, pointer: `${place.pointer}/attributes` })) {
    const key = text(member(attribute, 'key'));
    const value = member(attribute, 'value');
    const own = member(value, 'stringValue') ?? member(value, 'intValue') ?? member(value, 'boolValue');
    if (key !== null && (typeof own === 'string' || typeof own === 'number' || typeof own === 'boolean'))
      found.set(key, String(own));
  }
  return found;
}

const firstOf = (names: readonly string[], attributes: ReadonlyMap<string, string>): string | undefined =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== '');

function parsed(json: string | undefined): Tree {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as Tree;
  } catch {
    // An attribute called `metadata` may be any text; it then names no node.
    return undefined;
  }
}

export function numberOf(tree: Tree): number | null {
  const number = typeof tree === 'string' ? Number(tree) : tree;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

function nanoseconds(tree: Tree, pointer: string, place: Place): bigint {
  if (typeof tree === 'string' && /^\d{1,20}$/.test(tree)) return BigInt(tree);
  if (typeof tree === 'number' && Number.isFinite(tree) && tree >= 0) return BigInt(Math.round(tree));
  throw new Damaged('graph_trace_shape', { ...place, pointer }, { expected: 'nanoseconds', found: kindOf(tree) });
}
