import {
  compensationsOf,
  isWrite,
  pivotsOf,
  type Rule,
  type SagaCode,
  type SagaPart,
  type SagaRule,
  type ToolEffect,
  type ToolEffects,
} from '../../model/index.js';
import type { Monitor } from '../monitor.js';
import type { Reading } from '../reading.js';
import { monitorOf, type SagaAutomaton } from './automaton.js';
import { callEvents, Roles, type SagaEvent } from './events.js';
import { begunWhileUndoing, irreversibleTooEarly, stuckForward } from './forward.js';
import { givesUp } from './gives-up.js';
import { repeats } from './repeats.js';
import { staysDone, type Subject, undoneTooLate, undoneWithoutNeed, wrongOrder } from './undoing.js';

/** One rule of a saga about one step (S14). */
export type SagaQuestion = Rule & SagaRule & { readonly part: SagaPart };

/** One automaton in both readings of what nobody knows. */
interface Both {
  readonly harsh: Monitor;
  readonly hopeful: () => Monitor;
}

const both = <Event>(automaton: SagaAutomaton<Event>, code: SagaCode): Both => ({
  harsh: monitorOf(automaton, code, false),
  hopeful: () => monitorOf(automaton, code, true),
});

/** The automata of one rule about one step: it holds when each of them does. */
export function sagaMonitors(question: SagaQuestion, effects: ToolEffects, reading: Reading): Both[] {
  const { code, step } = question.part;
  if (code === 'SG7') return [both(givesUp(reading, compensationsOf(question, effects, step)), code)];
  if (code !== 'SG2' && code !== 'SG9') return [both(automatonOf(question, effects, reading), code)];
  const several =
    code === 'SG9'
      ? repeats(reading, step, effects.get(step)).map((automaton) => both(automaton, code))
      : othersOf(question)
          .filter((other) => compensationsOf(question, effects, other).length > 0)
          .map((other) => both(pairOf(question, other, effects, reading), code));
  return several.length > 0 ? several : [both(NOTHING, code)];
}

const othersOf = ({ steps, part }: SagaQuestion): string[] => [
  ...new Set(steps.map(({ tool }) => tool).filter((tool) => tool !== part.step)),
];

/** Where there is no other step, or no call, nothing is forbidden. */
const NOTHING: SagaAutomaton<null> = { states: 1, events: new Map(), step: () => ({ to: 0 }), facts: () => [] };

function automatonOf(question: SagaQuestion, effects: ToolEffects, reading: Reading): SagaAutomaton<SagaEvent> {
  const { code, step } = question.part;
  const subject = subjectOf(step, 'step', effects);
  const undo = compensationsOf(question, effects, step);
  const others = othersOf(question);
  const undoOthers = others.flatMap((tool) => compensationsOf(question, effects, tool));
  const pivots = pivotsOf(question, effects);
  const events = (roles: Roles): Map<number, SagaEvent> => callEvents(reading, roles);
  const roles = new Roles().give('step', [step]).give('undo', undo);
  switch (code) {
    case 'SG1':
      return staysDone(
        subject,
        events(roles.give('other', others).give('undo_other', undoOthers).give('pivot', pivots)),
      );
    case 'SG3':
      return undoneTooLate(subject, events(roles.give('pivot', pivots)));
    case 'SG4':
      return stuckForward(events(roles.give('pivot', pivots)));
    case 'SG5': {
      const harmful = undo.filter((name) => effects.get(name)?.classes.includes('idempotent') !== true);
      return undoneWithoutNeed(subject, new Set(harmful), events(roles));
    }
    case 'SG6': {
      const tools = [...reading.graph.toolIds.keys()];
      return irreversibleTooEarly(
        subject,
        events(
          new Roles()
            .give('step', [step])
            .give(
              'fallible',
              tools.filter((tool) => isFallibleWrite(effects.get(tool))),
            )
            .give(
              'unclassified',
              tools.filter((tool) => (effects.get(tool)?.classes.length ?? 0) === 0),
            ),
        ),
      );
    }
    case 'SG8':
      return begunWhileUndoing(events(roles.give('undo_other', undoOthers)));
    case 'SG2':
    case 'SG7':
    case 'SG9':
      throw new Error(`${code} has automata of its own`);
  }
}

function pairOf(
  question: SagaQuestion,
  other: string,
  effects: ToolEffects,
  reading: Reading,
): SagaAutomaton<SagaEvent> {
  const { step } = question.part;
  const roles = new Roles()
    .give('step', [step])
    .give('other', [other])
    .give('undo', compensationsOf(question, effects, step))
    .give('undo_other', compensationsOf(question, effects, other));
  return wrongOrder(subjectOf(step, 'step', effects), subjectOf(other, 'other', effects), callEvents(reading, roles));
}

const subjectOf = (tool: string, step: 'step' | 'other', effects: ToolEffects): Subject => ({
  tool,
  followed: {
    step,
    undo: step === 'step' ? 'undo' : 'undo_other',
    mayHaveHappened: effects.get(tool)?.classes.includes('may_have_happened') === true,
  },
});

const SAFE = ['retriable', 'idempotent', 'infallible', 'compensation'];

const isFallibleWrite = (effect: ToolEffect | undefined): boolean =>
  effect !== undefined &&
  isWrite(effect) &&
  effect.compensates === undefined &&
  !effect.classes.some((each) => SAFE.includes(each));
