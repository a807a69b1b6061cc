import type { Place, ReadProblem } from '../model/index.js';
import { isRun, readRun } from './langsmith.js';
import { isOtlp, readOtlp } from './otlp.js';
import { Damaged, kindOf } from './problems.js';
import { member, type Span, type Tree } from './span.js';

/** Recorded runs: the spans of each trace, in the order of their start. */
export type Traces = ReadonlyMap<string, readonly Span[]>;

export type TracesResult =
  | { readonly ok: true; readonly traces: Traces }
  | { readonly ok: false; readonly problems: readonly ReadProblem[] };

/** Spans of all traces, and characters of a text. */
const [MOST_SPANS, MOST_TEXT] = [500_000, 128 * 1024 * 1024];

/**
 * Reads recorded runs: OTLP JSON, LangSmith runs (one, a list, or `runs`), or a text with one of these on each line. What is damaged is refused with its line or
 * its pointer: half of a recording would call edges unseen that were seen. Pure.
 */
export function readTraces(source: Tree): TracesResult {
  const spans = new Map<string, Span>();
  const put = (span: Span): void => {
    const key = JSON.stringify([span.trace, span.id]);
    // A run may be exported twice: when it began, and when it was over.
    const known = spans.get(key);
    if (known === undefined || known.end === null) spans.set(key, span);
    if (spans.size > MOST_SPANS)
      throw new Damaged('graph_trace_too_large', span.place, { what: 'spans', limit: MOST_SPANS });
  };
  try {
    if (typeof source === 'string') readText(source, put);
    else readTree(source, { pointer: '' }, put);
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problems: [error.problem] };
    throw error;
  }
  return { ok: true, traces: byTrace(spans.values()) };
}

function readText(source: string, put: (span: Span) => void): void {
  if (source.length > MOST_TEXT)
    throw new Damaged('graph_trace_too_large', { pointer: '' }, { what: 'characters', limit: MOST_TEXT });
  const whole = parsed(source);
  if (whole !== undefined) return readTree(whole, { pointer: '' }, put);
  let any = false;
  for (const [at, line] of source.split('\n').entries()) {
    if (line.trim() === '') continue;
    const tree = parsed(line);
    const place = { pointer: '', line: at + 1, column: 1 };
    if (tree === undefined) throw new Damaged('graph_trace_syntax', place, {});
    readTree(tree, place, put);
    any = true;
  }
  if (!any) throw new Damaged('graph_trace_unknown', { pointer: '' }, { found: 'nothing' });
}

function parsed(source: string): Tree {
  try {
    return JSON.parse(source) as Tree;
  } catch {
    // Told by who asked: it may be a text of several lines.
    return undefined;
  }
}

function readTree(tree: Tree, place: Place, put: (span: Span) => void): void {
  const runs = Array.isArray(tree) ? tree : member(tree, 'runs');
  if (Array.isArray(runs)) {
    const pointer = Array.isArray(tree) ? place.pointer : `${place.pointer}/runs`;
    for (const [at, each] of (runs as readonly Tree[]).entries())
      readOne(each, { ...place, pointer: `${pointer}/${String(at)}` }, put);
  } else readOne(tree, place, put);
}

function readOne(tree: Tree, place: Place, put: (span: Span) => void): void {
  if (isOtlp(tree)) readOtlp(tree, place, put);
  else if (isRun(tree)) readRun(tree, place, put);
  else throw new Damaged('graph_trace_unknown', place, { found: kindOf(tree) });
}

function byTrace(spans: Iterable<Span>): Traces {
  const traces = new Map<string, Span[]>();
  for (const span of spans) {
    const known = traces.get(span.trace);
    if (known) known.push(span);
    else traces.set(span.trace, [span]);
  }
  for (const each of traces.values()) each.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  return traces;
}
