import type { GraphNode, PathEvent, PathStep, ToolEffects } from '../model/index.js';
import { askedOf, callsIn, standings } from './execution.js';
import type { Lane } from './lane.js';

/** What an answer of a person is for a tool (S6): `node` approves or ends what is known of it, `execution` approves the calls of this execution alone. */
export type AnswerFor = 'node' | 'execution' | 'nothing';

/**
 * What the last event of a lane, an answer of a person, is for a tool. A path does not say in front of which call she was asked: an approval was in front of the call that is made
 * next, and a refusal of any that may come there.
 *
 * @param tool the tool that the rule is about
 * @param next what happens next at the node, in this lane
 */
export function answerFor(
  { at: { node }, events, ran }: Pick<Lane, 'at' | 'events' | 'ran'>,
  effects: ToolEffects,
  tool: string,
  next: PathEvent | undefined,
): AnswerFor {
  const isRefusal = events.at(-1)?.kind === 'reject';
  if (events.length === 1 && ran !== true && isPausedInFront(node))
    return callsIn(node).some(({ name }) => name === tool) ? 'execution' : 'nothing';
  const asked = askedOf(node, effects, events);
  const isNext = next?.kind === 'attempt' && next.name === tool;
  if (asked.has(tool) && (isRefusal || isNext)) return 'execution';
  if (asked.size > 0 && (next !== undefined || !standings(node, effects, events).has('done'))) return 'nothing';
  // Behind a node an approval is for what it lists alone.
  return (node.confirms?.includes(tool) ?? (node.kind === 'human' || isRefusal)) ? 'node' : 'nothing';
}

/** The event of a lane at its node behind one of a step of its path. */
export function nextAt(path: readonly PathStep[], index: number, event: PathEvent): PathEvent | undefined {
  const { node, lane, events, edge } = path[index] as PathStep;
  const later = events[events.indexOf(event) + 1];
  if (later !== undefined || edge !== undefined) return later;
  const same = path.slice(index + 1).find((step) => step.lane === lane);
  return same?.node === node ? same.events[0] : undefined;
}

const isPausedInFront = ({ interrupt }: GraphNode): boolean => interrupt === 'before' || interrupt === 'both';
