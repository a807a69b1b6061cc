import type { ControlGraph } from '../../lower/index.js';
import { nodeName } from '../../lower/index.js';
import type { Taken } from '../state.js';
import type { Reason } from '../monitor.js';
import type { Atoms } from './atoms.js';
import type { Change, Moment } from './change.js';
import type { Untils } from './until.js';
import { taintedIn } from './states.js';
import { ELSEWHERE, isTainted, type Value } from './value.js';

/** How something came to be tainted: in which step of the run, out of what. */
interface Origin {
  /** The name of a variable or a history; null for a decision. */
  readonly what: string | null;
  readonly at: number;
  readonly node: number;
  /** What it was before; null at its source. */
  readonly from: Origin | null;
  /** The tool, or the node, that it came from in the first place. */
  readonly source: string;
}

/** Why a run ends badly, step by step: the way of what is tainted from its source to the call, and which channel it comes by (docs/graph/semantics.md, S11). */
export function reasonsOf(
  graph: ControlGraph,
  atoms: Atoms,
  untils: Untils,
  momentOf: (move: number) => Moment | null,
  run: readonly Taken[],
  hopeful: boolean,
): readonly Reason[] {
  const locals = 2 * untils.count;
  const origins = new Map<number, Origin>();
  const decisions = new Map<number, Origin>();
  let reasons: readonly Reason[] = [];
  run.forEach(({ state, step }, at) => {
    const local = (state.tokens[step.actor] as number) % locals;
    let shared = taintedIn(atoms, local & 1, state.global);
    for (const move of step.moves) {
      const node = graph.node[graph.from[move] as number] as number;
      let tainted = shared | ((local & 1) === 1 ? atoms.own : 0);
      let until = local >> 1;
      const cause = (value: Value): Origin | null => {
        for (let rest = tainted & (value.by | (hopeful ? 0 : value.maybe)); rest !== 0; rest &= rest - 1) {
          const origin = origins.get(rest & -rest);
          if (origin) return origin;
        }
        return value.decided ? (decisions.get(until) ?? null) : null;
      };
      const holds = (value: Value): boolean => isTainted(value, tainted, until > 0, hopeful);
      for (const change of momentOf(move)?.changes ?? []) {
        if (change.do === 'judge' && holds(change.value))
          reasons = channel(change, at, node, cause, holds, nodeName.bind(null, graph));
        if (change.do === 'flow' || change.do === 'scatter') {
          const into = change.sets ?? 0;
          const more = change.do === 'flow' ? (change.adds ?? 0) : 0;
          if (holds(change.value) && (change.do === 'flow' || !hopeful)) {
            const from = cause(change.value);
            const source =
              from?.source ?? (change.do === 'flow' ? change.returned : undefined) ?? nodeName(graph, node);
            for (let rest = (into | more) & ~(more & tainted); rest !== 0; rest &= rest - 1) {
              const bit = rest & -rest;
              const what = bit === atoms.own ? 'history' : (atoms.namesOf(bit)[0] ?? '');
              origins.set(bit, { what, at, node, from, source });
              if (bit === atoms.own) origins.set(ELSEWHERE, { what, at, node, from, source });
            }
            tainted |= into | more;
          } else if (change.do === 'flow' || hopeful) tainted &= ~into;
        }
        if (change.do === 'decide' && until === 0 && holds(change.value)) {
          const from = cause(change.value);
          until = change.until;
          decisions.set(until, { what: null, at, node, from, source: from?.source ?? nodeName(graph, node) });
        }
        if (change.do === 'meet' && until === change.until) until = 0;
        if (change.do === 'over' && until > 0 && untils.isWithin(until, change.instance)) until = 0;
      }
      shared = tainted & ~atoms.own;
    }
  });
  return reasons;
}

/** The call that ends the run, by its argument or by the decision to make it, and before it where that comes from. */
function channel(
  { made }: Change & { do: 'judge' },
  at: number,
  node: number,
  cause: (value: Value) => Origin | null,
  holds: (value: Value) => boolean,
  nameOf: (node: number) => string,
): readonly Reason[] {
  const argument = made.find(({ value }) => holds(value));
  const picked: Value = { by: -1, maybe: 0, decided: true };
  const origin = cause(argument?.value ?? { by: 0, maybe: 0, decided: true }) ?? cause(picked);
  if (!origin) return [];
  const { source } = origin;
  if (argument) {
    const names = wayOf(origin).flatMap(({ what }) => (what === null || what === 'history' ? [] : [what]));
    const through = [...new Set(names)].join(', ');
    const code = through === '' ? 'argument_tainted' : 'argument_tainted_through';
    const params = { argument: argument.argument, source, ...(through !== '' && { through }) };
    return [...told(origin), { at, node, why: { code, params } }];
  }
  const decided = wayOf(origin).findLast(({ what }) => what === null);
  if (!decided) return [...told(origin), { at, node, why: { code: 'pick_tainted', params: { source } } }];
  const params = { source, node: nameOf(decided.node) };
  const step = { name: 'step', at: decided.at, node: decided.node };
  return [...told(origin), { at, node, why: { code: 'decision_tainted', params }, step }];
}

/** From the source on. */
function wayOf(origin: Origin): readonly Origin[] {
  const way: Origin[] = [];
  for (let each: Origin | null = origin; each; each = each.from) way.push(each);
  return way.toReversed();
}

function told(origin: Origin): readonly Reason[] {
  return wayOf(origin).map(({ what, at, node, from, source }): Reason => {
    if (what === null) return { at, node, why: { code: 'decides_tainted', params: { fact: from?.what ?? source } } };
    const to = what === 'history' ? 'history' : 'variable';
    const code = from === null ? `taints_${to}` : `passes_to_${to}`;
    const params = {
      ...(from === null ? { source } : { fact: from.what ?? 'decision' }),
      ...(to === 'variable' && { what }),
    };
    return { at, node, why: { code, params } };
  });
}
