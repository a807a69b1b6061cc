import { isIdempotent, type GraphNode, type ToolEffects, type ToolUse } from '../model/index.js';
import { EVENT, PLACE } from './control.js';
import type { Draft } from './draft.js';

export interface Execution {
  readonly draft: Draft;
  readonly effects: ToolEffects;
  readonly node: number;
  readonly shape: GraphNode;
  readonly name: string;
  /** Where it goes when it is done, when it has failed for good, past the node, and when the run ends in failure. */
  readonly done: number;
  readonly failed: number;
  readonly past: number;
  readonly abort: number;
}

/** More executions than this are not told apart: a bound on retries above it is read as no bound, which is then a doubt. */
const MOST_RETRIES = 32;
/** Calls of one node whose repetition is told apart. */
const MOST_MARKED = 30;

const MAKES_CALLS: ReadonlySet<string> = new Set(['tool', 'agent', 'llm', 'code', 'human']);
/** Kinds that do nothing but pass on (S1). */
export const PASSES_ON: ReadonlySet<string> = new Set(['start', 'router', 'fork', 'join', 'wait']);

export const callsOf = ({ kind, tools }: GraphNode): readonly ToolUse[] =>
  MAKES_CALLS.has(kind) && tools ? tools : [];

export function toolChoice(shape: GraphNode): 'each' | 'one' | 'loop' {
  if (shape.kind === 'agent') return 'loop';
  return shape.tool_choice ?? (callsOf(shape).length > 1 ? 'one' : 'each');
}

/** What a node writes, its result included. `*` stands for any variable. */
export function writesOf({ writes, result }: GraphNode): readonly string[] {
  const listed = writes === '*' ? ['*'] : (writes ?? []);
  return result === undefined ? listed : [...listed, result];
}

/** True when the node may fail apart from its calls (S3). */
export function failsItself(shape: GraphNode): boolean {
  if (shape.fallible) return true;
  const calls = callsOf(shape);
  const byCalls = shape.kind === 'tool' || (calls.length > 0 && toolChoice(shape) !== 'loop');
  return !byCalls && (shape.on_error === 'edge' || shape.on_error === 'continue');
}

/**
 * The executions of a node that makes calls, or only writes (S2, S3): the first from `entry`, and one copy for each that follows after a failure.
 * Copies are told apart by how many there were, and by which idempotent calls were attempted before.
 */
export function lowerCalls(execution: Execution, entry: number): void {
  const { draft, effects, shape, node } = execution;
  const calls = callsOf(shape);
  const choice = toolChoice(shape);
  const writes = writesOf(shape);
  const own = failsItself(shape);
  const retried = shape.retry;
  const most = retried?.max ?? Infinity;
  const counted = most <= MOST_RETRIES;
  const vague = retried !== undefined && !counted && most !== Infinity;
  const keyed = calls.map(
    ({ name }) =>
      isIdempotent(effects.get(name)) ||
      (retried?.idempotency_key !== undefined && effects.get(name)?.classes.includes('idempotent') === true),
  );
  const copies = new Map<string, number>();
  const waiting: { place: number; count: number; attempted: number }[] = [];

  /** Where an execution goes that has failed: again, or to its end. */
  const failure = (count: number, attempted: number): number => {
    if (retried === undefined || (counted && count >= most)) return execution.failed;
    const next = counted ? count + 1 : 1;
    const key = `${String(next)}/${String(attempted)}`;
    let again = copies.get(key);
    if (again === undefined) {
      again = draft.place(node);
      copies.set(key, again);
      waiting.push({ place: again, count: next, attempted });
    }
    const at = draft.place(node);
    draft.move(at, execution.failed);
    if (vague) {
      // More often than the bound is never broken: who retries is not the run.
      draft.doubtful(at);
      const doubt = draft.doubt({ code: 'unbounded_retry', at: execution.name });
      draft.move(at, again, { doubt });
    } else draft.move(at, again);
    return at;
  };

  const marked = (index: number): number => (retried && index < MOST_MARKED && keyed[index] === true ? 1 << index : 0);

  /** One call from `from`: approved first where it wants that; to `ok` when it succeeded. */
  const lowerCall = (
    index: number,
    from: number,
    ok: number,
    bad: number,
    attempted: number,
    refused: number,
  ): void => {
    const call = calls[index] as ToolUse;
    const tool = draft.tool(call.name);
    let at = from;
    if (call.requires_confirmation) {
      const asked = argumentVariables([call]);
      at = draft.place(node);
      draft.move(from, at, { event: draft.event(EVENT.approve, -1, node) });
      draft.move(from, at, { event: draft.event(EVENT.edit, -1, node, asked) });
      const reject = draft.event(EVENT.reject, -1, node);
      draft.move(from, refused, { event: reject });
      draft.move(from, execution.abort, { event: reject });
    }
    const events = draft.call({ tool, node, call, repeated: (attempted & marked(index)) !== 0 }, writes);
    const middle = draft.place(node, PLACE.atomic);
    draft.move(at, middle, { event: events.attempt });
    draft.move(middle, ok, { event: events.success });
    if (effects.get(call.name)?.classes.includes('infallible') !== true)
      draft.move(middle, bad, { event: events.failure });
  };

  /** The node has done what it does: it may still fail by itself. */
  const ended = (count: number, attempted: number): number => {
    if (!own) return execution.done;
    const at = draft.place(node);
    draft.move(at, execution.done);
    draft.move(at, failure(count, attempted));
    return at;
  };

  const written = (from: number, to: number): void => {
    if (writes.length === 0) draft.move(from, to);
    else draft.move(from, to, { event: draft.event(EVENT.write, node, node, writes) });
  };

  const execute = (from: number, count: number, before: number): void => {
    if (calls.length === 0) written(from, ended(count, before));
    else if (choice === 'loop') {
      written(from, ended(count, before));
      calls.forEach((call, index) => {
        const start = call.requires_confirmation ? draft.place(node) : from;
        if (start !== from) draft.move(from, start);
        lowerCall(index, start, from, from, 0, from);
      });
    } else if (choice === 'one') {
      written(from, ended(count, before));
      calls.forEach((call, index) => {
        const start = call.requires_confirmation ? draft.place(node) : from;
        if (start !== from) draft.move(from, start);
        const after = before | marked(index);
        lowerCall(index, start, ended(count, after), failure(count, after), before, execution.past);
      });
    } else {
      let at = from;
      let attempted = before;
      calls.forEach((_, index) => {
        const after = attempted | marked(index);
        const next = index === calls.length - 1 ? ended(count, after) : draft.place(node);
        lowerCall(index, at, next, failure(count, after), attempted, execution.past);
        at = next;
        attempted = after;
      });
    }
  };
  execute(entry, 0, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) execute(next.place, next.count, next.attempted);
}

/** The variables that the arguments of calls are. */
export const argumentVariables = (calls: readonly ToolUse[]): string[] => [
  ...new Set(
    calls.flatMap(({ arguments: given = [] }) => given.flatMap((each) => ('variable' in each ? [each.variable] : []))),
  ),
];
