import { type ControlGraph, edgeName } from '../../lower/index.js';
import type { ToolEffects } from '../../model/index.js';
import type { Monitor } from '../monitor.js';
import type { Reading } from '../reading.js';
import { endsWithout } from '../ways.js';
import { Atoms } from './atoms.js';
import { type Asked, Calls } from './calls.js';
import type { Moment } from './change.js';
import { type Label, labelOf } from './labels.js';
import { latestMeetsOf } from './meets.js';
import { Moments } from './moments.js';
import type { JudgedTaint } from './parts.js';
import { reasonsOf } from './reasons.js';
import { taintStates } from './states.js';
import { Untils } from './until.js';

interface Known {
  readonly atoms: Atoms;
  readonly plain: Untils;
  /** Branches meet as late as in any way that `may` edges can be; null where that is the same. */
  readonly latest: Untils | null;
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
  const { graph } = reading;
  const { atoms: all, plain, latest } = knownOf(reading);
  const untils = hopeful ? plain : (latest ?? plain);
  const label = labelOf(rule);
  const { tool, unsure } = rule.part;
  const asked: Asked | null = tool === null ? null : { tool, decision: rule.form === 'privileged', unsure };
  const moments = new Moments(graph, all, untils, new Calls(graph, effects, all, label), asked);
  const momentOf = (move: number): Moment | null => moments.of(move);
  const monitor = taintStates(
    graph,
    all,
    untils,
    momentOf,
    (bits, decided) => factsOf(all, label, bits, decided),
    hopeful,
    (run) => reasonsOf(graph, all, untils, momentOf, run, hopeful),
  );
  return monitor !== null && untils === latest ? provisional(monitor, graph) : monitor;
}

/** What is found where branches meet as late as they may is not sure: of the ways that the edges can be it may be in none. */
function provisional(monitor: Monitor, graph: ControlGraph): Monitor {
  const at = edgeName(
    graph,
    graph.edges.findIndex(({ provenance }) => provenance === 'may'),
  );
  return { ...monitor, doubtOf: (...event) => monitor.doubtOf(...event) ?? { code: 'may_edge', at, params: {} } };
}

function knownOf(reading: Reading): Known {
  let found = known.get(reading);
  if (!found) {
    const { graph, isolated } = reading;
    const vary = graph.instances.some(({ body }) => endsWithout(body));
    found = {
      atoms: new Atoms(graph, isolated),
      plain: new Untils(graph),
      latest: vary ? new Untils(graph, latestMeetsOf) : null,
    };
    known.set(reading, found);
  }
  return found;
}

const factsOf = (atoms: Atoms, label: Label, bits: number, decided: boolean): readonly string[] => [
  ...atoms.namesOf(bits).map((name) => `${label}:${name}`),
  ...(decided ? [`${label}:decision`] : []),
];
