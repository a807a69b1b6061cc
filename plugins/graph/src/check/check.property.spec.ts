import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import type { AgentGraph } from '../model/index.js';
import { catalogues, graphs, rules } from '../testing/arbitrary.js';
import { checkGraph } from './check.js';
import { verifyCertificate } from './verify.js';

const STATES = 3_000;

describe('verdicts of small graphs', () => {
  it('are given for every graph; what is broken replays, what is possible says what would decide it, and proofs are accepted', () => {
    fc.assert(
      fc.property(graphs(), catalogues, rules, (graph, effects, rule) => {
        const { verdicts, certificates } = checkGraph(graph, effects, [rule], { states: STATES });
        for (const { verdict, path, deciders, certificate_id: id } of verdicts) {
          if (verdict === 'broken') expect(path?.length).toBeGreaterThan(0);
          if (verdict === 'possible') expect(deciders?.length).toBeGreaterThan(0);
          if (verdict === 'proved') expect(certificates.filter((each) => each.id === id).length).toBeGreaterThan(0);
        }
        for (const certificate of certificates) expect(verifyCertificate(graph, effects, rule, certificate)).toBe(true);
      }),
      { numRuns: runs(400) },
    );
  });

  it('a proof that lacks a state is refused', () => {
    fc.assert(
      fc.property(graphs(), catalogues, rules, fc.nat(), (graph, effects, rule, pick) => {
        for (const certificate of checkGraph(graph, effects, [rule], { states: STATES }).certificates) {
          if (certificate.kind === 'states') {
            const states = certificate.states.filter((_, index) => index !== pick % certificate.states.length);
            expect(verifyCertificate(graph, effects, rule, { ...certificate, states })).toBe(false);
          } else {
            const places = [...certificate.sets.keys()].filter(
              (place) => ((certificate.sets[place] as number) >>> certificate.shift) & ((1 << certificate.width) - 1),
            );
            const sets = certificate.sets.slice();
            sets[places[pick % places.length] as number] = 0;
            expect(verifyCertificate(graph, effects, rule, { ...certificate, sets })).toBe(false);
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('a graph with fewer free edges does no more', () => {
    fc.assert(
      fc.property(graphs(5), catalogues, rules, fc.nat(), (given, effects, rule, pick) => {
        if (rule.kind === 'order') return;
        const graph = onlyFree(given);
        const removable = graph.edges.filter(
          ({ source }) => graph.edges.filter((other) => other.source === source).length > 1,
        );
        const gone = removable[pick % removable.length];
        const proved = (each: AgentGraph): boolean =>
          ['proved', 'vacuous'].includes(
            checkGraph(each, effects, [rule], { states: STATES }).verdicts[0]?.verdict ?? '',
          );
        if (gone && proved(graph))
          expect(proved({ ...graph, edges: graph.edges.filter((edge) => edge !== gone) })).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** One lane, and every choice free. */
const onlyFree = (graph: AgentGraph): AgentGraph => ({
  ...graph,
  nodes: graph.nodes.map(({ concurrency: _, join: __, ...node }) => ({
    ...node,
    kind: node.kind === 'fork' || node.kind === 'join' ? ('router' as const) : node.kind,
  })),
  edges: graph.edges
    .filter(({ on }) => on === undefined)
    .map(({ id, source, target, outcome }) => ({ id, source, target, ...(outcome && { outcome }) })),
});
