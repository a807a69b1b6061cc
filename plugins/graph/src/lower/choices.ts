import type { GraphEdge } from '../model/index.js';
import { EVENT, MODE, PLACE } from './control.js';
import type { Draft, MoveTraits } from './draft.js';
import { guardClass, type Variables } from './guards.js';

/** One edge that may be taken, read once. */
interface Option {
  readonly edge: GraphEdge;
  /** In the numbering of all edges. */
  readonly at: number;
  /** Where its token arrives. */
  readonly to: number;
  readonly kind: 'free' | 'decided' | 'opaque' | 'otherwise';
  readonly may: boolean;
  /** Number of its bound, or -1. */
  readonly bound: number;
}

export interface Choice {
  readonly draft: Draft;
  readonly variables: Variables;
  readonly node: number;
  /** The name of an edge, for doubts. */
  readonly named: (edge: number) => string;
  /** Where a run ends in failure from here, as `abort` (S3, S4). */
  readonly abort: number;
  /** Makes a place the end of its lane. */
  readonly over: (place: number) => void;
  /** True when the node's edges tell how a person answered (S6): not where it is disabled. */
  readonly answers: boolean;
  /** True when some check passes by a field of its result, which expressions tell (S6). */
  readonly fields: boolean;
}

/** The move over an edge of a choice. `unasked`: edges whose expressions were not asked before. */
type Cross = (from: number, option: Option, traits?: MoveTraits, unasked?: readonly number[]) => void;

const ANSWERS = { approve: EVENT.approve, edit: EVENT.edit, reject: EVENT.reject } as const;

/** The success edges of a node, from the place where it is over (S4). */
export function lowerChoice(
  choice: Choice,
  out: number,
  edges: readonly { edge: GraphEdge; at: number; to: number }[],
  concurrency: 'exclusive' | 'inclusive' | 'all',
): void {
  const { draft, variables } = choice;
  const options: Option[] = edges.map(({ edge, at, to }) => ({
    edge,
    at,
    to,
    kind: edge.otherwise ? 'otherwise' : guardClass(edge.guard, variables),
    may: edge.provenance === 'may',
    bound: draft.bound(edge, at),
  }));
  const judged = options.some(
    ({ kind, edge }) =>
      kind === 'decided' ||
      (edge.guard !== undefined && 'expr' in edge.guard) ||
      edge.branch !== undefined ||
      edge.outcome === 'pass' ||
      edge.outcome === 'fail',
  );
  const cross: Cross = (from, option, traits = {}, unasked = []) =>
    crossing(choice, from, option, judged, traits, unasked);
  if (concurrency !== 'exclusive' && options.length > 1) {
    draft.become(out, PLACE.fork);
    // Which of them were not asked, several ways to go on would have to be for: what `otherwise` tells leaves them out.
    const unasked = options.filter((option) => option.bound >= 0 && hasExpr(option)).map(({ at }) => at);
    for (const option of options) cross(out, option, forkTraits(choice, option, concurrency), unasked);
    // Searches find by themselves that no edge can be taken; whoever looks at moves alone must see it.
    if (!options.some(({ kind, may, bound }) => kind !== 'decided' && !may && bound < 0))
      draft.move(out, choice.abort, { mode: MODE.none });
    return;
  }
  if (options.every(({ kind, may, bound }) => kind === 'free' && !may && bound < 0)) {
    for (const option of options) cross(out, option);
    return;
  }
  exclusive(choice, out, options, cross);
}

/** Edges with a bound of one choice whose expressions are told apart by whether they were asked. */
const MOST_UNASKED = 4;

/**
 * The edges of an exclusive choice one after another: each is taken, or passed over for the next. When all were passed over, the last free or opaque
 * one is taken, if there is no `otherwise` (S4). An edge with a bound is one with a guard: that it was not taken so often yet. Where its expression may tell
 * how a check passed, what follows is there twice: with the expression asked, and without (S6).
 */
function exclusive(choice: Choice, out: number, given: readonly Option[], cross: Cross): void {
  const { draft } = choice;
  // Of several edges for when nothing else is taken, it is the first.
  const options = [
    ...given.filter(({ kind }) => kind !== 'otherwise'),
    ...given.filter(({ kind }) => kind === 'otherwise').slice(0, 1),
  ];
  if (options.every(({ may }) => may)) {
    perhaps(choice, out, options, cross);
    return;
  }
  const soft = ({ kind }: Option): boolean => kind === 'free' || kind === 'opaque';
  const someOtherwise = options.some(({ kind, may }) => kind === 'otherwise' && !may);
  const lastSoft = someOtherwise ? undefined : options.findLast(soft);
  /** Every edge was passed over, and `otherwise` was taken as often as it may be: the last one that can be taken is. */
  const nothing = (unasked: readonly number[]): number => {
    const resorts = options.filter((option) => soft(option) && !option.may).toReversed();
    const unbounded = resorts.findIndex(({ bound }) => bound < 0);
    let rest = choice.abort;
    for (const option of (unbounded < 0 ? resorts : resorts.slice(0, unbounded + 1)).toReversed()) {
      const at = draft.place(choice.node, PLACE.atomic);
      cross(at, option, {}, unasked);
      if (option.bound >= 0) draft.move(at, rest, { bound: -2 - option.bound });
      rest = at;
    }
    return rest;
  };
  const telling = options.filter((option) => choice.fields && option.bound >= 0 && hasExpr(option));
  const [apart, together] = [telling.slice(0, MOST_UNASKED), telling.slice(MOST_UNASKED)];
  const made = new Map<string, number>();
  const open: { at: number; index: number; unasked: readonly number[] }[] = [];
  /** Where the options from a number on are asked. */
  const rest = (index: number, unasked: readonly number[]): number => {
    const key = `${String(index)}/${unasked.join()}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const at = index === options.length ? nothing(unasked) : draft.place(choice.node, PLACE.atomic);
    made.set(key, at);
    if (index < options.length) open.push({ at, index, unasked });
    return at;
  };
  open.push({ at: out, index: 0, unasked: together.map(({ at }) => at) });
  for (let next = open.pop(); next; next = open.pop()) {
    const { index, unasked } = next;
    let { at } = next;
    const option = options[index] as Option;
    const forced = index === options.length - 1 && option === lastSoft;
    if (!option.may && option.bound < 0 && (option.kind === 'otherwise' || forced)) {
      cross(at, option, {}, unasked);
      continue;
    }
    const passed = rest(index + 1, unasked);
    if (option.may) {
      const doubt = draft.doubt({ code: 'may_edge', at: choice.named(option.at) });
      draft.doubtful(at);
      const there = draft.place(choice.node, PLACE.atomic);
      draft.move(at, there, { doubt });
      draft.move(at, passed, { doubt });
      at = there;
    }
    if (option.bound >= 0) {
      const spent = apart.includes(option) ? rest(index + 1, [...unasked, option.at]) : passed;
      draft.move(at, spent, { bound: -2 - option.bound });
    }
    if (option.kind === 'decided') {
      const guard = guardOf(choice, option);
      cross(at, option, { guard }, unasked);
      draft.move(at, passed, { guard: guard + 1 });
    } else if (option.kind === 'opaque') {
      if (option.bound >= 0) {
        const asked = draft.place(choice.node, PLACE.atomic);
        draft.move(at, asked);
        at = asked;
      }
      const doubt = draft.doubt({ code: 'opaque_guard', at: choice.named(option.at) });
      draft.doubtful(at);
      cross(at, option, { doubt }, unasked);
      if (!forced) draft.move(at, passed, { doubt });
    } else {
      cross(at, option, {}, unasked);
      if (!forced && option.kind === 'free') draft.move(at, passed);
    }
  }
}

const hasExpr = ({ edge: { guard } }: Option): boolean => guard !== undefined && 'expr' in guard;

/** Edges that all may be missing: without any the lane is over; of those that are there one is taken, or the run fails. */
function perhaps(choice: Choice, out: number, options: readonly Option[], cross: Cross): void {
  const { draft, node } = choice;
  const none = -1;
  const refused = options.length;
  const made = new Map<string, number>();
  /** Where no edge is left to ask. `passed`: the last edge that is there and was passed over freely, `refused` where all that are there were not to be taken. */
  const nothing = (passed: number): number => {
    if (passed === refused) return choice.abort;
    const at = draft.place(node, passed === none ? PLACE.plain : PLACE.atomic);
    if (passed === none) choice.over(at);
    else cross(at, options[passed] as Option);
    return at;
  };
  const asked = (index: number, passed: number): number => {
    const key = `${String(index)}/${String(passed)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const option = options[index];
    const at = option === undefined ? nothing(passed) : index === 0 ? out : draft.place(node, PLACE.atomic);
    made.set(key, at);
    if (option === undefined) return at;
    const doubt = draft.doubt({ code: 'may_edge', at: choice.named(option.at) });
    let there = draft.place(node, PLACE.atomic);
    draft.doubtful(at);
    draft.move(at, there, { doubt });
    draft.move(at, asked(index + 1, passed), { doubt });
    const without = asked(index + 1, passed === none ? refused : passed);
    if (option.bound >= 0) draft.move(there, without, { bound: -2 - option.bound });
    if (option.kind === 'decided') {
      const guard = guardOf(choice, option);
      cross(there, option, { guard });
      draft.move(there, without, { guard: guard + 1 });
    } else if (option.kind === 'opaque') {
      if (option.bound >= 0) {
        const inside = draft.place(node, PLACE.atomic);
        draft.move(there, inside);
        there = inside;
      }
      const open = draft.doubt({ code: 'opaque_guard', at: choice.named(option.at) });
      draft.doubtful(there);
      cross(there, option, { doubt: open });
      draft.move(there, asked(index + 1, index), { doubt: open });
    } else {
      cross(there, option);
      if (option.kind === 'free') draft.move(there, asked(index + 1, index));
    }
    return at;
  };
  asked(0, none);
}

function forkTraits(choice: Choice, option: Option, concurrency: 'inclusive' | 'all'): MoveTraits {
  const { draft } = choice;
  if (option.kind === 'decided')
    return { mode: MODE.decided, guard: guardOf(choice, option), ...mayDoubt(choice, option) };
  if (option.may) return { mode: MODE.opaque, ...mayDoubt(choice, option) };
  if (option.kind === 'opaque')
    return { mode: MODE.opaque, doubt: draft.doubt({ code: 'opaque_guard', at: choice.named(option.at) }) };
  if (option.kind === 'otherwise') return { mode: MODE.otherwise };
  return { mode: concurrency === 'all' && option.edge.guard === undefined ? MODE.always : MODE.free };
}

const mayDoubt = (choice: Choice, option: Option): MoveTraits =>
  option.may ? { doubt: choice.draft.doubt({ code: 'may_edge', at: choice.named(option.at) }) } : {};

function guardOf({ draft }: Choice, { edge, at }: Option): number {
  const { guard } = edge;
  if (guard === undefined || !('expr' in guard)) throw new Error('a decided guard has an expression');
  draft.guards.push({ expr: guard.expr, edge: at });
  return (draft.guards.length - 1) * 2;
}

/** The move over an edge, with what it tells: that it was taken, and what a person answered. */
function crossing(
  choice: Choice,
  from: number,
  option: Option,
  judged: boolean,
  traits: MoveTraits,
  unasked: readonly number[],
): void {
  const { draft, node } = choice;
  const { edge, at, to, bound } = option;
  const answer =
    choice.answers && edge.outcome !== undefined && edge.outcome in ANSWERS
      ? ANSWERS[edge.outcome as keyof typeof ANSWERS]
      : null;
  const took = judged ? draft.event(EVENT.took, at, node) : -1;
  if (took !== -1 && unasked.length > 0) draft.unasked.set(took, unasked);
  if (answer === null) {
    draft.move(from, to, { ...traits, event: took, edge: at, step: true, bound });
    return;
  }
  const answered = draft.event(answer, at, node);
  if (took === -1) {
    draft.move(from, to, { ...traits, event: answered, edge: at, step: true, bound });
    return;
  }
  const middle = draft.place(node, PLACE.atomic);
  draft.move(from, middle, { ...traits, event: took, bound });
  draft.move(middle, to, { event: answered, edge: at, step: true });
}
