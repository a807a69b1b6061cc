import type { AgentGraph, Rule, ToolEffects } from '../model/index.js';
import { AlikeItems } from './alike-items.js';
import type { Certificate } from './certificate.js';
import { endingAt } from './endings.js';
import { BAD, type Monitor } from './monitor.js';
import { Moves } from './moves.js';
import { meetingsOf, spoiledBy } from './others.js';
import { judgedOf, questionsOf } from './questions.js';
import { type Reading, readingOf } from './reading.js';
import type { State } from './state.js';
import { Values } from './values.js';
import { waysOf, wayWithout } from './ways.js';

/**
 * Whether a certificate proves its rule on a graph, in one pass over what it lists: the start is in it, nothing leads out of it, nothing in it is forbidden, and
 * (where a rule asks for something to happen) nothing in it goes round for ever. Shares the meaning of graphs and rules with the checker, and none of its searches.
 */
export function verifyCertificate(
  graph: AgentGraph,
  effects: ToolEffects,
  rule: Rule,
  certificate: Certificate,
): boolean {
  if (rule.id !== certificate.rule_id) return false;
  const way = wayWithout(graph, waysOf(graph), certificate.absent ?? []);
  const reading = readingOf(way, effects, new Map(certificate.joins));
  const [judged] = judgedOf(rule, effects, reading, certificate.part);
  const question = judged && questionsOf(judged, effects, reading)[certificate.question];
  if (!question?.harsh) return false;
  const { harsh, reading: own = reading } = question;
  return certificate.kind === 'facts' ? verifyFacts(own, harsh, certificate) : verifyStates(own, harsh, certificate);
}

function verifyFacts(
  { graph, beside }: Reading,
  monitor: Monitor,
  { sets, shift, width }: Certificate & { kind: 'facts' },
): boolean {
  if (
    sets.length !== graph.places ||
    width !== monitor.locals * monitor.globals ||
    shift < 0 ||
    shift + width > 32 ||
    (monitor.judgesEnds && monitor.endsOnly !== true)
  )
    return false;
  const has = (place: number, state: number): boolean => (((sets[place] as number) >>> (shift + state)) & 1) === 1;
  if (!has(graph.start, monitor.startLocal + monitor.locals * monitor.startGlobal)) return false;
  const mask = width === 32 ? -1 : (1 << width) - 1;
  const meetings = beside && meetingsOf(monitor);
  const spoils = new Map<number, readonly number[]>();
  const spoilsAt = (place: number): readonly number[] => {
    const kind = beside?.classOf(place) ?? 0;
    let known = spoils.get(kind);
    if (!known) {
      known = spoiledBy(monitor, beside?.symbols(kind, monitor.symbolOf) ?? []);
      spoils.set(kind, known);
    }
    return known;
  };
  for (let place = 0; place < graph.places; place += 1) {
    const set = ((sets[place] as number) >>> shift) & mask;
    if (set === 0) continue;
    const ends = endingAt(graph, place);
    const spoiled = spoilsAt(place);
    for (let state = 0; state < width; state += 1) {
      if (!has(place, state)) continue;
      const local = state % monitor.locals;
      const global = Math.floor(state / monitor.locals);
      if (ends !== null && monitor.judgesEnds && monitor.endsBadly(global, ends === 'failed')) return false;
      // Whatever other lanes do, and whichever lanes meet here, the set is left by none of it.
      if (((spoiled[state] as number) & ~set) !== 0) return false;
      if (meetings)
        for (let other = 0; other < width; other += 1)
          if (has(place, other) && ((meetings[state * width + other] as number) & ~set) !== 0) return false;
      for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
        const symbol = monitor.symbolOf.get(graph.event[move] as number);
        const after = symbol === undefined ? state : monitor.act(symbol, local, global);
        if (after === BAD || !has(graph.to[move] as number, after)) return false;
      }
    }
  }
  return true;
}

function verifyStates(
  { graph, cells, execution }: Reading,
  monitor: Monitor,
  certificate: Certificate & { kind: 'states' },
): boolean {
  const { guarded, states } = certificate;
  const tracked = guarded
    ? { groups: new Set(cells.groups.keys()), bounds: new Set(graph.bounds.keys()) }
    : { groups: new Set<number>(), bounds: new Set<number>() };
  const values = new Values(graph, cells, tracked);
  const moves = new Moves(graph, monitor, values, execution);
  /** Per state, how many awaiting states are behind it by ways that may go on for ever; those with none are taken away until none is left. */
  const ids = new Map<string, number>();
  const listed: State[] = states.map(({ tokens, global, phase, ground, box, taken }) => ({
    tokens,
    global,
    phase,
    ground,
    values: values.read(box, taken),
  }));
  const start = moves.key(moves.start());
  const given = withExchanged(listed, AlikeItems.of(graph, cells, monitor, execution), moves);
  given.forEach((state, id) => ids.set(moves.key(state), id));
  if (!ids.has(start)) return false;
  const waiting = new Int32Array(given.length);
  const before: number[][] = given.map(() => []);
  const awaits = (state: State): boolean => monitor.endsBadly(state.global, false);
  for (const [id, state] of given.entries())
    for (const { steps } of moves.options(state))
      for (const { next, ending, moves: made } of steps) {
        if (next === null) {
          if (ending === 'bad') return false;
          continue;
        }
        const to = ids.get(moves.key(next));
        if (to === undefined) return false;
        const ends = made.some((move) => (graph.bound[move] as number) >= 0 || graph.turn[move] === 1);
        if (!monitor.judgesEnds || monitor.endsOnly || ends || !awaits(state) || !awaits(next)) continue;
        waiting[id] = (waiting[id] as number) + 1;
        (before[to] as number[]).push(id);
      }
  const free = given.flatMap((_, id) => (waiting[id] === 0 ? [id] : []));
  for (const id of free)
    for (const from of before[id] as number[]) {
      waiting[from] = (waiting[from] as number) - 1;
      if (waiting[from] === 0) free.push(from);
    }
  return moves.whole && free.length === given.length;
}

/** The states, and those that come of exchanging items that are alike: all are looked at, so that it need not be right that they are alike (docs/adr/0164). */
function withExchanged(states: readonly State[], alike: AlikeItems | null, moves: Moves): readonly State[] {
  if (alike === null) return states;
  return states.flatMap((state) => alike.orbit(state, moves));
}
