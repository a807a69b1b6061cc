import type { GraphNode, PathEvent, ToolEffects, ToolUse } from '../model/index.js';

/** How a node can stand after what happened in it so far. */
export type Standing = 'done' | 'failed' | 'refused' | 'middle';

const CALLERS = ['tool', 'agent', 'llm', 'code', 'human'];
const IDLE = ['start', 'router', 'fork', 'join', 'wait', 'end', 'fail'];

export const callsIn = ({ kind, tools = [] }: GraphNode): readonly ToolUse[] => (CALLERS.includes(kind) ? tools : []);

/** What a node writes; `*` where that may be anything. */
export const writesOf = ({ writes = [], result }: GraphNode): readonly string[] => [
  ...(writes === '*' ? ['*'] : writes),
  ...(result === undefined ? [] : [result]),
];

/** Whether what was written changes a variable: it itself, the whole that it is a part of, or a part of it (S7). */
export const writesOver = (names: readonly string[], variable: string): boolean =>
  names.some(
    (name) => name === '*' || name === variable || variable.startsWith(`${name}.`) || name.startsWith(`${variable}.`),
  );

/** The ways a node can stand after these events in this order; none when they cannot be one execution of it (S1 to S3). */
export const standings = (node: GraphNode, effects: ToolEffects, events: readonly PathEvent[]): ReadonlySet<Standing> =>
  readEvents(node, effects, events).found;

/** The tools of which a person may have been asked in front of a call, where the last of the events is her answer. */
export const askedOf = (node: GraphNode, effects: ToolEffects, events: readonly PathEvent[]): ReadonlySet<string> =>
  readEvents(node, effects, events).asked;

/** Written as a reader of the event sequence, apart from how graphs are lowered. */
function readEvents(
  node: GraphNode,
  effects: ToolEffects,
  events: readonly PathEvent[],
): { found: ReadonlySet<Standing>; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  if (node.disabled === true || IDLE.includes(node.kind))
    return { found: new Set(events.length === 0 ? ['done'] : []), asked };
  const found = new Set<Standing>();
  const calls = callsIn(node);
  const looped = node.kind === 'agent' || node.tool_choice === 'loop';
  const one = !looped && (node.tool_choice ?? (calls.length > 1 ? 'one' : 'each')) === 'one';
  const own =
    node.kind !== 'tool' && (node.fallible === true || node.on_error === 'edge' || node.on_error === 'continue');
  const opaque = node.kind === 'code' && node.may_call !== undefined;
  const before = node.interrupt === 'before' || node.interrupt === 'both';
  const after = node.interrupt === 'after' || node.interrupt === 'both';

  const answered = (at: number): 'yes' | 'no' | 'none' => {
    const kind = events[at]?.kind;
    if (kind === undefined) return 'none';
    return kind === 'approve' || kind === 'edit' ? 'yes' : kind === 'reject' ? 'no' : 'none';
  };
  const finish = (at: number): void => {
    if (!after) {
      const going = node.kind === 'human' && answered(at) !== 'none' ? at + 1 : at;
      if (going === events.length) found.add('done');
      return;
    }
    if (at === events.length) found.add('middle');
    else if (at + 1 === events.length && answered(at) !== 'none') {
      found.add('done');
      // Refused, the lane may end.
      if (answered(at) === 'no') found.add('refused');
    }
  };
  const seen = new Set<string>();
  /** Reads from call number `next` of an execution, at event `at`; `tries` executions came before. */
  const read = (at: number, next: number, tries: number): void => {
    const key = `${String(at)}/${String(next)}/${String(tries)}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (at === events.length) found.add('middle');
    if (own) fail(at, tries);
    if (opaque || looped || (one && next === 0) || next >= calls.length) finish(at);
    const candidates = looped || (one && next === 0) ? calls : opaque ? [] : one ? [] : calls.slice(next, next + 1);
    const attempt = events[at];
    if (opaque && attempt && ['attempt', 'success', 'failure'].includes(attempt.kind)) read(at + 1, next, tries);
    for (const call of candidates) {
      let from = at;
      if (call.requires_confirmation) {
        if (at === events.length - 1 && answered(at) !== 'none') asked.add(call.name);
        if (answered(at) === 'no') read(at + 1, looped ? 0 : one ? calls.length : next + 1, tries);
        if (answered(at) !== 'yes') continue;
        from = at + 1;
        if (from === events.length) found.add('middle');
      }
      if (events[from]?.kind !== 'attempt' || events[from]?.name !== call.name) continue;
      const outcome = events[from + 1];
      if (outcome === undefined) found.add('middle');
      else if (outcome.name !== call.name) continue;
      else if (outcome.kind === 'success') read(from + 2, looped ? 0 : one ? calls.length : next + 1, tries);
      else if (outcome.kind === 'failure' && effects.get(call.name)?.classes.includes('infallible') !== true) {
        if (looped) read(from + 2, 0, tries);
        else fail(from + 2, tries);
      }
    }
  };
  const fail = (at: number, tries: number): void => {
    if (node.retry !== undefined && tries < (node.retry.max ?? events.length + 1)) read(at, 0, tries + 1);
    if (at === events.length && (node.retry === undefined || (node.retry.max !== undefined && tries >= node.retry.max)))
      found.add('failed');
  };
  if (!before) read(0, 0, 0);
  else if (events.length === 0) found.add('middle');
  else if (answered(0) === 'yes') read(1, 0, 0);
  else if (answered(0) === 'no' && events.length === 1) found.add('refused');
  return { found, asked };
}

/** How a node can stand that is left. `own`: by an edge that tells what a person answered, and whether that was `answered`. */
export function waysOut(
  node: GraphNode,
  effects: ToolEffects,
  events: readonly PathEvent[],
  { own, answered }: { readonly own: boolean; readonly answered: boolean },
): ReadonlySet<Standing> {
  if (runsBody(node)) return new Set<Standing>(['done', 'failed', 'refused']);
  const all = standings(node, effects, events);
  if (!own) return all;
  // Who was not asked goes on as well: the node failed, or was refused in front.
  const unasked = [...all].filter((way) => way === 'failed' || way === 'refused');
  return new Set([...unasked, ...(answered ? standings(node, effects, events.slice(0, -1)) : [])]);
}

/** Whether a node is done of which nothing more is told: it made no call, or makes no more (S2). */
export function isDone(node: GraphNode, effects: ToolEffects, events: readonly PathEvent[]): boolean {
  if (runsBody(node)) return false;
  return callsIn(node).length === 0 ? events.length === 0 : standings(node, effects, events).has('done');
}

/** A pause around a node that runs a body. */
export const pausesAroundBody = (node: GraphNode): boolean => node.interrupt !== undefined && runsBody(node);

export const runsBody = ({ kind }: GraphNode): boolean => kind === 'subgraph' || kind === 'map';
