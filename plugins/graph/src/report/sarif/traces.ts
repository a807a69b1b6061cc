import { say } from '@ostiary/report';
import { message, type SarifRule } from '@ostiary/report/sarif';
import { lackingText, neverSeenText } from '../show/traces.js';
import type { GraphReport } from '../input.js';
import { TRACE_TEXTS } from '../text/traces.js';

/** What recorded runs show, as results: each thing that the graph has not is a warning, and what no run has seen is told in one note. */
export function traceResults(
  { traces, language }: GraphReport,
  rules: number,
  locationOf: (node: string | null) => object,
): { readonly rules: readonly SarifRule[]; readonly results: readonly object[]; readonly figures: Figures } {
  if (traces === undefined) return { rules: [], results: [], figures: {} };
  const classes = [
    ['traces-lacking', TRACE_TEXTS.lacking, TRACE_TEXTS.lackingMeaning, traces.lacking.length > 0],
    ['traces-never-seen', TRACE_TEXTS.never, TRACE_TEXTS.neverMeaning, neverSeenText(traces) !== null],
  ] as const;
  const there = classes.filter(([, , , some]) => some);
  const named = (id: string) => ({ ruleId: id, ruleIndex: rules + there.findIndex(([own]) => own === id) });
  const never = neverSeenText(traces);
  return {
    rules: there.map(([id, name, meaning]) => ({
      id,
      name: say(name, language),
      meaning: say(meaning, language),
      advice: say(TRACE_TEXTS.advice, language),
      family: 'graph/traces',
      figure: null,
    })),
    results: [
      ...traces.lacking.map((each) => ({
        ...named('traces-lacking'),
        kind: 'fail',
        level: 'warning',
        message: message(lackingText(each, language)),
        locations: [locationOf(each.name)],
        partialFingerprints: { 'ostiaryTrace/v1': JSON.stringify([each.code, each.name, each.to]) },
        properties: { code: each.code, times: each.times },
      })),
      ...(never === null
        ? []
        : [
            {
              ...named('traces-never-seen'),
              kind: 'informational',
              level: 'none',
              message: message(`${say(TRACE_TEXTS.never, language)}: ${never}`),
              locations: [locationOf(null)],
              partialFingerprints: { 'ostiaryTrace/v1': 'never-seen' },
            },
          ]),
    ],
    figures: {
      recordedRuns: traces.traces,
      recordedRunsOfGraph: traces.matched,
      edges: traces.edges,
      edgesSeen: traces.edges_seen,
    },
  };
}

type Figures = Readonly<Record<string, number>>;
