import { digestOf } from '@ostiary/guard';
import type { HuntedGraph } from '@ostiary/hunt/service';
import {
  type GraphNode,
  HYGIENE_CODES,
  type HygieneFinding,
  type ReadGraph,
  type Verdict,
  type VerdictWord,
} from '../model/index.js';
import { GraphIndex, type verificationJson } from '../report/index.js';
import type { TraceCoverage, Verified } from '../verify/index.js';

/** What a hunt made of a graph, before it is told. */
export interface Hunted {
  readonly read: ReadGraph & { readonly format: string; readonly digest: string };
  /** With the path of each verdict that has one. */
  readonly verified: Verified;
  readonly told: ReturnType<typeof verificationJson>;
  readonly traces: TraceCoverage | null;
  /** The most findings that are told with their path. */
  readonly maxPaths: number;
  /** Findings of some severities only are told: then none is gone because it is not told. */
  readonly partly: boolean;
}

type Told = Hunted['told']['verdicts'][number];
type Finding = HuntedGraph['findings'][number];

/** The class under which a scan says that nothing was shown: it never passes a gate. */
const NOTHING_SHOWN = 'nothing_shown';

/** Codes of deciders that say that a rule was given up, not that the graph leaves it open. */
const GIVEN_UP: ReadonlySet<string> = new Set(['budget', 'engine_mismatch']);

/** The result of a hunt, of the shape that projects keep: what is broken or possible is a finding. Pure. */
export function huntedGraph({ read, verified, told, traces, maxPaths, partly }: Hunted): HuntedGraph {
  const { graph, format, digest, places } = read;
  const index = new GraphIndex(graph, places);
  const asked = told.verdicts.map((one, at) => ({ told: one, verdict: verified.verdicts[at] as Verdict }));
  let paths = 0;
  const findings = asked.flatMap(({ told: one, verdict }): Finding[] => {
    if (!isFinding(one)) return [];
    return [findingOf(one, verdict, index, one.path !== null && (paths += 1) <= maxPaths)];
  });
  const hygiene = verified.hygiene ?? [];
  findings.push(
    ...hygiene.flatMap((found, at) => {
      const one = told.hygiene?.[at];
      return one === undefined || found.verdict === 'possible' ? [] : [hygieneFindingOf(one, found, index)];
    }),
  );
  const bodies = [graph, ...(graph.subgraphs ?? [])];
  const tools = bodies.flatMap(({ nodes }) => nodes.flatMap(({ tools: own = [] }) => own.map(({ name }) => name)));
  return {
    findings,
    checks: [...checksOf(told.verdicts), ...hygieneChecks(verified)],
    coverage: {
      decided: decidedOf(told.verdicts),
      tools: [...new Set(tools)].toSorted(),
      rules: verified.rules.length,
    },
    settled: told.verdicts.flatMap(({ verdict, fingerprint }) => (isFound(verdict) ? [] : [fingerprint])),
    settled_classes: partly ? [] : hygieneClasses(verified),
    graph: {
      format,
      name: graph.name ?? null,
      nodes: bodies.reduce((sum, { nodes }) => sum + nodes.length, 0),
      edges: bodies.reduce((sum, { edges }) => sum + edges.length, 0),
      digest,
      traces: traces && {
        traces: traces.traces,
        matched: traces.matched,
        edges_seen: traces.edges_seen,
        nodes: traces.nodes,
        nodes_seen: traces.nodes - traces.nodes_never_seen.length,
        lacking: traces.lacking.length,
      },
    },
    comparison: told.comparison && comparisonOf(told.comparison),
  };
}

const comparisonOf = ({
  added,
  fixed,
  moved,
  unchanged,
}: NonNullable<Hunted['told']['comparison']>): NonNullable<HuntedGraph['comparison']> => ({
  added: [...added],
  fixed: [...fixed],
  moved: [...moved],
  unchanged: [...unchanged],
});

/** What the graph does or may do. An error of the engine is nothing that was found in a graph. */
const isFinding = ({ verdict, deciders }: Pick<Told, 'verdict' | 'deciders'>): boolean =>
  isFound(verdict) && !(deciders ?? []).some(({ code }) => code === 'engine_mismatch');

/** What is told of a finding while the hunt still goes on. */
export function foundInGraph(
  told: Pick<Told, 'severity' | 'rule_id' | 'target' | 'title' | 'fingerprint' | 'subject' | 'verdict'>,
) {
  const { severity, rule_id: rule, target, title, fingerprint, subject, verdict } = told;
  return {
    class: subject,
    subkind: subkindOf(verdict),
    severity,
    rules: [rule],
    tool: target === '' ? null : target,
    title,
    fingerprint,
  };
}

const isFound = (verdict: VerdictWord): boolean => verdict === 'broken' || verdict === 'possible';

const subkindOf = (verdict: VerdictWord): 'broken' | 'possible' => (verdict === 'broken' ? 'broken' : 'possible');

function findingOf(told: Told, verdict: Verdict, index: GraphIndex, withPath: boolean): Finding {
  const { fingerprint, detail, advice, path, cycle_from: cycleFrom, model, deciders, assumptions, fix } = told;
  const last = path?.at(-1)?.node;
  const place = last === undefined ? null : index.placeOf(last);
  return {
    ...foundInGraph(told),
    attribute: null,
    detail: `${detail} ${advice}`,
    structure: fingerprint,
    evidence_hash: digestOf([told.verdict, shapeOf(verdict, index)]),
    witness:
      withPath && path !== null
        ? {
            kind: 'path',
            steps: path.map(({ step, node, edge, lane, text, why, facts_after: facts }) => ({
              step,
              node,
              edge,
              lane,
              text,
              why: why?.text ?? null,
              facts_after: [...facts],
            })),
            cycle_from: cycleFrom,
          }
        : null,
    evidence: {
      location:
        last === undefined || place === null
          ? null
          : { node: last, pointer: place.pointer, line: place.line ?? null, column: place.column ?? null },
      values: withPath ? [...(model ?? [])] : [],
      deciders: (deciders ?? []).map(({ text }) => text),
      assumptions: [...assumptions],
    },
    repair:
      fix === null ? null : { title: fix.text, insert_on: [...fix.insert_on], insert_before: [...fix.insert_before] },
  };
}

type ToldHygiene = NonNullable<Hunted['told']['hygiene']>[number];

/** What hygiene finds has no path: its first place is where it shows. */
function hygieneFindingOf(told: ToldHygiene, found: HygieneFinding, index: GraphIndex): Finding {
  const { code, fingerprint, title, detail, advice, severity, assumptions, places } = told;
  const [first] = places;
  const where = first?.where ?? null;
  return {
    ...foundInGraph({
      severity,
      rule_id: found.rule_id,
      target: found.target,
      title,
      fingerprint,
      subject: code,
      verdict: found.verdict,
    }),
    attribute: null,
    detail: `${detail} ${advice}`,
    structure: fingerprint,
    evidence_hash: digestOf([
      code,
      found.places.map((place) => JSON.stringify(called(index.node(place)?.item))).toSorted(),
    ]),
    witness: null,
    evidence: {
      location:
        first === undefined || where === null
          ? null
          : { node: first.node, pointer: where.pointer, line: where.line ?? null, column: where.column ?? null },
      values: [],
      deciders: [],
      assumptions: [...assumptions],
    },
    repair: null,
  };
}

/** Codes of which all that there is was found. */
function hygieneClasses({ hygiene }: Verified): (typeof HYGIENE_CODES)[number][] {
  if (hygiene === null) return [];
  const open = new Set(hygiene.flatMap(({ kind, verdict }) => (verdict === 'possible' ? [kind] : [])));
  return HYGIENE_CODES.filter((code) => !open.has(code));
}

function hygieneChecks(verified: Verified): HuntedGraph['checks'] {
  const settled = new Set(hygieneClasses(verified));
  return verified.hygiene === null
    ? []
    : HYGIENE_CODES.map((code) => ({
        class: code,
        asked: 1,
        found: (verified.hygiene ?? []).filter(({ kind, verdict }) => kind === code && verdict === 'broken').length,
        undecided: settled.has(code) ? 0 : 1,
      }));
}

const called = (node: GraphNode | undefined): unknown =>
  node && [node.kind, node.title ?? null, (node.tools ?? []).map(({ name }) => name)];

/** What a path is, in whatever way its nodes are numbered: what kind of node each step is at, as people call it, and what happens there. */
function shapeOf({ path = [] }: Verdict, index: GraphIndex): unknown {
  return path.map(({ node, events }) => [called(index.node(node)?.item), events.map(({ kind, name }) => [kind, name])]);
}

function checksOf(verdicts: readonly Told[]): HuntedGraph['checks'] {
  const classes = Map.groupBy(verdicts, ({ subject }) => subject);
  const checks = [...classes].map(([subject, own]) => ({
    class: subject,
    asked: own.length,
    found: own.filter(isFinding).length,
    undecided: own.filter(isGivenUp).length,
  }));
  return isNothingShown(verdicts) ? [...checks, { class: NOTHING_SHOWN, asked: 1, found: 0, undecided: 1 }] : checks;
}

/** No rule, or rules about nothing that can happen: that is no proof of anything. */
const isNothingShown = (verdicts: readonly Told[]): boolean => verdicts.every(({ verdict }) => verdict === 'vacuous');

const isGivenUp = ({ deciders }: Told): boolean => (deciders ?? []).some(({ code }) => GIVEN_UP.has(code));

function decidedOf(verdicts: readonly Told[]): number {
  if (isNothingShown(verdicts)) return 0;
  return 1 - verdicts.filter(isGivenUp).length / verdicts.length;
}
