import { count, type Language, say } from '@ostiary/report';
import type { Lacking, TraceCoverage } from '../../traces/index.js';
import { LACKING_TEXTS, TRACE_TEXTS } from '../text/traces.js';
import { TEXTS } from '../text/words.js';
import { named } from './names.js';

/** What was recorded and the graph has not, in a sentence. */
export const lackingText = ({ code, name, to }: Lacking, language: Language): string =>
  say(LACKING_TEXTS[code], language, { name: named(name), to: named(to ?? '') });

/** Names that a line holds. */
const NAMED = 50;

/** Edges and nodes that no recorded run has seen, in a line; null where there are none. */
export function neverSeenText({ edges_never_seen: edges, nodes_never_seen: nodes }: TraceCoverage): string | null {
  const names = [...edges, ...nodes];
  if (names.length === 0) return null;
  return names.slice(0, NAMED).map(named).join(', ') + (names.length > NAMED ? ', …' : '');
}

/** How much of a graph was recorded, a label and a figure each. */
export function traceFigures(traces: TraceCoverage, language: Language): (readonly [label: string, figure: string])[] {
  const of = (n: number, all: number): string =>
    say(TEXTS.of, language, { n: count(n, language), all: count(all, language) });
  return [
    [say(TRACE_TEXTS.matched, language), of(traces.matched, traces.traces)],
    [say(TRACE_TEXTS.edges, language), of(traces.edges_seen, traces.edges)],
    [say(TRACE_TEXTS.nodes, language), of(traces.nodes - traces.nodes_never_seen.length, traces.nodes)],
    ...(traces.unread === 0 ? [] : [[say(TRACE_TEXTS.unread, language), count(traces.unread, language)] as const]),
  ];
}
