import type { Place } from '../model/index.js';
import { numberOf } from './otlp.js';
import { Damaged, kindOf } from './problems.js';
import { member, type Span, text, type Tree } from './span.js';

/** Runs of LangSmith (https://docs.langchain.com/langsmith/run-data-format), as the SDK or a bulk export gives them; children may stand in `child_runs`. */
export function readRun(tree: Tree, place: Place, put: (span: Span) => void): void {
  const open: { tree: Tree; place: Place; trace: string | null; parent: string | null }[] = [
    { tree, place, trace: null, parent: null },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const span = spanOf(next.tree, next.place, next.trace, next.parent);
    put(span);
    const children = member(next.tree, 'child_runs');
    if (!Array.isArray(children)) continue;
    for (const [at, child] of (children as readonly Tree[]).entries())
      open.push({
        tree: child,
        place: { ...next.place, pointer: `${next.place.pointer}/child_runs/${String(at)}` },
        trace: span.trace,
        parent: span.id,
      });
  }
}

export const isRun = (tree: Tree): boolean => member(tree, 'run_type') !== undefined;

function spanOf(tree: Tree, place: Place, trace: string | null, parent: string | null): Span {
  const id = text(member(tree, 'id'));
  const type = text(member(tree, 'run_type'));
  if (id === null || type === null)
    throw new Damaged('graph_trace_shape', place, { expected: 'an `id` and a `run_type`', found: kindOf(tree) });
  const metadata = member(member(tree, 'extra'), 'metadata');
  const ended = member(tree, 'end_time');
  const up = text(member(tree, 'parent_run_id')) ?? parent;
  return {
    // A root run is its trace.
    trace: text(member(tree, 'trace_id')) ?? trace ?? (up === null ? id : up),
    id,
    parent: up,
    start: timeOf(member(tree, 'start_time'), { ...place, pointer: `${place.pointer}/start_time` }),
    end:
      ended === undefined || ended === null ? null : timeOf(ended, { ...place, pointer: `${place.pointer}/end_time` }),
    node: text(member(metadata, 'langgraph_node')),
    step: numberOf(member(metadata, 'langgraph_step')),
    tool: type === 'tool' ? text(member(tree, 'name')) : null,
    failed: text(member(tree, 'error')) !== null || member(tree, 'status') === 'error',
    place,
  };
}

/** ISO 8601 with up to nine digits of a second, in UTC where no zone is named; or milliseconds. */
function timeOf(tree: Tree, place: Place): bigint {
  if (typeof tree === 'number' && Number.isFinite(tree)) return BigInt(Math.round(tree * 1_000)) * 1_000n;
  const [, second, fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(text(tree) ?? '') ?? [];
  const whole =
    second === undefined ? Number.NaN : Date.parse(`${second.replace(' ', 'T')}${zone === '' ? 'Z' : zone}`);
  if (Number.isNaN(whole)) throw new Damaged('graph_trace_shape', place, { expected: 'a time', found: kindOf(tree) });
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
