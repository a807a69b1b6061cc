import { isIdempotent, type GraphNode, type ToolEffects, type ToolUse } from '../model/index.js';
import { askedOf, EVENT, PLACE } from './control.js';
import type { Draft } from './draft.js';

export interface Execution {
  readonly draft: Draft;
  readonly effects: ToolEffects;
  readonly node: number;
  readonly shape: GraphNode;
  readonly name: string;
  /** Where it goes when it is done, and when it has failed for good. */
  readonly done: number;
  readonly failed: number;
}

/** More executions than this are not told apart: a bound on retries above it is read as no bound, which is then a doubt. */
const MOST_RETRIES = 32;
/** Calls of one node whose repetition is told apart. */
const MOST_MARKED = 30;

const MAKES_CALLS: ReadonlySet<string> = new Set(['tool', 'agent', 'llm', 'code', 'human']);
export const callsOf = ({ kind, tools }: GraphNode): readonly ToolUse[] =>
  MAKES_CALLS.has(kind) && tools ? tools : [];

/** How a node takes its tools (S2). */
export function toolChoice(shape: GraphNode): 'each' | 'one' | 'loop' {
  if (shape.kind === 'agent') return 'loop';
  return shape.tool_choice ?? (callsOf(shape).length > 1 ? 'one' : 'each');
}

/** What a node writes, its result included. `*` stands for any variable. */
export function writesOf({ writes, result }: GraphNode): readonly string[] {
  const listed = writes === '*' ? ['*'] : (writes ?? []);
  return result === undefined ? listed : [...listed, result];
}

/** True when the node may fail apart from its calls, before or after any of them (S3). */
export const failsItself = ({ kind, fallible, on_error: onError }: GraphNode): boolean =>
  kind !== 'tool' && (fallible === true || onError === 'edge' || onError === 'continue');

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
    // Those that are counted end by themselves, and a run that comes to the node again and again may need them each time.
    draft.move(at, again, { turn: !counted, event: draft.event(EVENT.again, node, node) });
    if (!vague) return at;
    // More often than is counted is never broken: who gives up is not the run.
    const asked = draft.place(node);
    draft.doubtful(asked);
    const doubt = draft.doubt({ code: 'unbounded_retry', at: execution.name });
    draft.move(asked, at, { doubt });
    draft.move(asked, execution.failed, { doubt });
    return asked;
  };

  const last = (count: number): 'yes' | 'no' | 'maybe' =>
    retried === undefined || (counted && count >= most) ? 'yes' : vague ? 'maybe' : 'no';

  const marked = (index: number): number => (retried && index < MOST_MARKED && keyed[index] === true ? 1 << index : 0);

  /** One call from `from`: approved first where it wants that; to `ok` when it succeeded. */
  const lowerCall = (
    index: number,
    from: number,
    ok: number,
    bad: number,
    attempted: number,
    refused: number,
    count: number,
    turn = false,
  ): void => {
    const call = calls[index] as ToolUse;
    const tool = draft.tool(call.name);
    let at = from;
    if (call.requires_confirmation) {
      const edited = argumentVariables([call]);
      at = draft.place(node);
      const of = askedOf(tool);
      draft.move(from, at, { event: draft.event(EVENT.approve, of, node) });
      draft.move(from, at, { event: draft.event(EVENT.edit, of, node, edited) });
      draft.move(from, refused, { event: draft.event(EVENT.reject, of, node) });
    }
    const events = draft.call(
      {
        tool,
        node,
        call,
        repeated: (attempted & marked(index)) !== 0,
        retry: count > 0,
        last: turn ? 'no' : last(count),
      },
      writes,
    );
    const middle = draft.place(node, PLACE.atomic);
    draft.move(at, middle, { event: events.attempt, turn });
    draft.move(middle, ok, { event: events.success });
    if (effects.get(call.name)?.classes.includes('infallible') !== true)
      draft.move(middle, bad, { event: events.failure });
  };

  /** A point where the node may fail by itself; it goes on to `to` otherwise. */
  const doubtful = (to: number | null, count: number, attempted: number): number => {
    if (!own && to !== null) return to;
    const at = draft.place(node);
    if (to !== null) draft.move(at, to);
    if (own) draft.move(at, failure(count, attempted));
    return at;
  };

  /** It is told that a node is done, also where it writes nothing: what a model says is heard by others. */
  const written = (from: number, to: number): void =>
    draft.move(from, to, { event: draft.event(EVENT.write, node, node, writes) });

  const execute = (from: number, count: number, before: number): void => {
    if (calls.length === 0) {
      written(from, doubtful(execution.done, count, before));
      return;
    }
    if (own) draft.move(from, failure(count, before));
    if (choice === 'each') {
      let at = from;
      let attempted = before;
      calls.forEach((_, index) => {
        const after = attempted | marked(index);
        const next = doubtful(index === calls.length - 1 ? execution.done : null, count, after);
        lowerCall(index, at, next, failure(count, after), attempted, next, count);
        at = next;
        attempted = after;
      });
      return;
    }
    const hub = draft.place(node);
    draft.move(from, hub);
    written(hub, doubtful(execution.done, count, before));
    calls.forEach((call, index) => {
      const start = call.requires_confirmation ? draft.place(node) : hub;
      if (start !== hub) draft.move(hub, start, { turn: choice === 'loop' });
      if (choice === 'loop') {
        lowerCall(index, start, hub, hub, 0, hub, count, true);
        return;
      }
      const after = before | marked(index);
      lowerCall(
        index,
        start,
        doubtful(execution.done, count, after),
        failure(count, after),
        before,
        doubtful(execution.done, count, before),
        count,
      );
    });
    if (own && choice === 'loop') draft.move(hub, failure(count, before));
  };
  execute(entry, 0, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) execute(next.place, next.count, next.attempted);
}

/** What `lowerCalls` makes of a node that makes one call and nothing else (`NODE_TRAIT.oneCall`). Most nodes with calls are such. */
export function lowerOneCall(
  draft: Draft,
  effects: ToolEffects,
  node: number,
  shape: GraphNode,
  { entry, done, failed }: { readonly entry: number; readonly done: number; readonly failed: number },
): void {
  const call = shape.tools?.[0] as ToolUse;
  const writes = shape.writes === undefined && shape.result === undefined ? undefined : writesOf(shape);
  const events = draft.call(
    { tool: draft.tool(call.name), node, call, repeated: false, retry: false, last: 'yes' },
    writes,
  );
  const middle = draft.place(node, PLACE.atomic);
  draft.happens(entry, middle, events.attempt);
  draft.happens(middle, done, events.success);
  if (effects.get(call.name)?.classes.includes('infallible') !== true) draft.happens(middle, failed, events.failure);
}

/** The variables that the arguments of calls are. */
export const argumentVariables = (calls: readonly ToolUse[]): string[] => [
  ...new Set(
    calls.flatMap(({ arguments: given = [] }) => given.flatMap((each) => ('variable' in each ? [each.variable] : []))),
  ),
];
