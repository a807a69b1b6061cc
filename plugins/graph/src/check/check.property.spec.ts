import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import type { AgentGraph } from '../model/index.js';
import { catalogues, graphs, rules as withoutTaint, taintRules } from '../testing/arbitrary.js';
import type { Certificate } from './certificate.js';
import { checkGraph } from './check.js';
import { verifyCertificate } from './verify.js';

const STATES = 3_000;
const rules = fc.oneof({ weight: 2, arbitrary: withoutTaint }, { weight: 1, arbitrary: taintRules });

describe('verdicts of small graphs', () => {
  it('are given for every graph; what is broken replays, what is possible says what would decide it, and proofs are accepted', () => {
    fc.assert(
      fc.property(graphs(), catalogues, rules, (graph, effects, rule) => {
        const { verdicts, certificates, mismatches } = checkGraph(graph, effects, [rule], { states: STATES });
        expect(mismatches).toEqual([]);
        for (const { verdict, path, deciders, certificate_id: id } of verdicts) {
          const carried = { broken: path, possible: deciders, proved: certificates.filter((each) => each.id === id) };
          expect(verdict === 'vacuous' || (carried[verdict]?.length ?? 0) > 0).toBe(true);
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
          expect(verifyCertificate(graph, effects, rule, damaged(certificate, pick))).toBe(false);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('a graph with fewer free edges does no more', () => {
    fc.assert(
      fc.property(graphs(5), catalogues, rules, fc.nat(), (given, effects, rule, pick) => {
        // Of an order less may be done; and where no end is left, branches meet no more.
        fc.pre(rule.kind !== 'order' && rule.kind !== 'taint');
        const graph = onlyFree(given);
        const removable = graph.edges.filter(
          ({ source }) => graph.edges.filter((other) => other.source === source).length > 1,
        );
        const gone = removable[pick % removable.length];
        const proved = (each: AgentGraph): boolean =>
          ['proved', 'vacuous'].includes(
            checkGraph(each, effects, [rule], { states: STATES }).verdicts[0]?.verdict ?? '',
          );
        expect(
          gone === undefined ||
            !proved(graph) ||
            proved({ ...graph, edges: graph.edges.filter((edge) => edge !== gone) }),
        ).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** Without one of its states, or with one place of which nothing is said. */
function damaged(certificate: Certificate, pick: number): Certificate {
  if (certificate.kind === 'states') {
    const states = certificate.states.filter((_, index) => index !== pick % certificate.states.length);
    return { ...certificate, states };
  }
  const { shift, width } = certificate;
  const said = (place: number): boolean => (((certificate.sets[place] ?? 0) >>> shift) & (2 ** width - 1)) !== 0;
  const places = [...certificate.sets.keys()].filter(said);
  const sets = certificate.sets.slice();
  sets[places[pick % places.length] ?? 0] = 0;
  return { ...certificate, sets };
}

/** One lane, and every choice free. */
const onlyFree = (graph: AgentGraph): AgentGraph => ({
  ...graph,
  nodes: graph.nodes.map(({ concurrency: _concurrency, join: _join, ...node }) => ({
    ...node,
    kind: node.kind === 'fork' || node.kind === 'join' ? ('router' as const) : node.kind,
  })),
  edges: graph.edges
    .filter(({ on }) => on === undefined)
    .map(({ id, source, target, outcome }) => ({ id, source, target, ...(outcome && { outcome }) })),
});
