import type { ToolEffects } from '../../model/index.js';
import type { Monitor } from '../monitor.js';
import type { Reading } from '../reading.js';
import { Atoms } from './atoms.js';
import { type Asked, Calls } from './calls.js';
import type { Moment } from './change.js';
import { type Label, labelOf } from './labels.js';
import { Moments } from './moments.js';
import type { JudgedTaint } from './parts.js';
import { reasonsOf } from './reasons.js';
import { taintStates } from './states.js';
import { Untils } from './until.js';

interface Known {
  readonly atoms: Atoms;
  readonly untils: Untils;
}

const known = new WeakMap<Reading, Known>();

/**
 * The automaton of `privileged` and `private_to_sink` for one tool, over a graph whose moves have events of their own. Null where there is more to follow than automata
 * have states for. `hopeful`: what is not known is taken for clean; else for tainted.
 */
export function taintMonitor(
  reading: Reading,
  effects: ToolEffects,
  rule: JudgedTaint,
  hopeful: boolean,
): Monitor | null {
  const { graph, isolated } = reading;
  let { atoms, untils } = known.get(reading) ?? {};
  if (!atoms || !untils) {
    atoms = new Atoms(graph, isolated);
    untils = new Untils(graph);
    known.set(reading, { atoms, untils });
  }
  const all = atoms;
  const label = labelOf(rule);
  const { tool, unsure } = rule.part;
  const asked: Asked | null = tool === null ? null : { tool, decision: rule.form === 'privileged', unsure };
  const moments = new Moments(graph, all, untils, new Calls(graph, effects, all, label), asked);
  const momentOf = (move: number): Moment | null => moments.of(move);
  return taintStates(
    graph,
    all,
    untils,
    momentOf,
    (bits, decided) => factsOf(all, label, bits, decided),
    hopeful,
    (run) => reasonsOf(graph, all, untils, momentOf, run, hopeful),
  );
}

const factsOf = (atoms: Atoms, label: Label, bits: number, decided: boolean): readonly string[] => [
  ...atoms.namesOf(bits).map((name) => `${label}:${name}`),
  ...(decided ? [`${label}:decision`] : []),
];
