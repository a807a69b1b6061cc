import { count, say, visible } from '@ostiary/report';
import {
  artifactLocation,
  message,
  MOST_RESULTS,
  sarifLog,
  type SarifRule,
  securitySeverity,
  standing,
} from '@ostiary/report/sarif';
import type { PathStep, Verdict } from '../../model/index.js';
import type { GraphReport, ReportedHygiene, ReportedVerdict } from '../input.js';
import { toDoText } from '../show/advice.js';
import { changeOf, changeText, fixedVerdicts, type Standing } from '../show/changes.js';
import { GraphIndex } from '../show/graph-index.js';
import { short } from '../show/names.js';
import { placesText } from '../show/hygiene.js';
import {
  adviceOf,
  classOf,
  deciderText,
  detailOf,
  pageOf,
  ruleOf,
  stepLine,
  subjectText,
  titleOf,
} from '../show/sentences.js';
import { summaryOf } from '../show/summary.js';
import { TEXTS } from '../text/words.js';
import { traceResults } from './traces.js';

/** What advice of a class says where that of a result has names. */
const GENERIC = {
  en: { tool: 'the tool', check: 'the check' },
  pt: { tool: 'a ferramenta', check: 'a verificação' },
} as const;

/** Steps that a message names, of which the code flow has all; code points of a name. */
const [STEPS, LONGEST] = [8, 500];
/** Locations of one result. */
const LOCATIONS = 10;

/** The report of a verification as SARIF 2.1.0: broken rules fail, unsettled ones are open, and each path is a code flow. What is proved is no result. */
export function reportSarif(report: GraphReport): string {
  const { language, version, path, rules, coverage } = report;
  const { broken, possible, vacuous } = summaryOf(report);
  const results = [...broken, ...possible, ...vacuous];
  const fixed = fixedVerdicts(report);
  const hygiene = (report.hygiene ?? []).filter(({ verdict }) => verdict === 'broken');
  const ids = [...new Set([...results, ...fixed, ...hygiene].map((verdict) => ruleId(verdict, report)))].toSorted();
  const index = new GraphIndex(report.graph, report.places);
  const told = results.map((verdict) => resultOf(verdict, ids, report, index));
  const traced = traceResults(report, ids.length, (node) => locationOf(node, report, index, null));
  const all = [
    ...told,
    ...hygiene.map((found) => hygieneResult(found, ids, report, index)),
    ...fixed.map((verdict) => goneOf(verdict, ids, report, index)),
    ...traced.results,
  ];
  const left = all.length - MOST_RESULTS;
  return sarifLog({
    version,
    language,
    kind: 'graph',
    path,
    rules: [...ids.map((id) => classJson(id, [...results, ...fixed, ...hygiene], report)), ...traced.rules],
    results: all.slice(0, MOST_RESULTS),
    warnings: left > 0 ? [say(TEXTS.moreVerdicts, language, { n: count(left, language) })] : [],
    properties: {
      graphDigest: report.digest,
      rulesChecked: rules.length,
      toolsClassified: coverage.tools_classified,
      tools: coverage.tools,
      ...traced.figures,
    },
  });
}

/** `P3-precedence`: what code hosts group results by. */
function ruleId(verdict: Verdict, { rules }: GraphReport): string {
  return classOf(verdict, ruleOf(verdict, rules)).replaceAll(' ', '-');
}

function classJson(id: string, results: readonly Verdict[], report: GraphReport): SarifRule {
  const { language, rules } = report;
  const own = results.filter((verdict) => ruleId(verdict, report) === id);
  const [first] = own;
  const failing = own.filter(({ verdict }) => verdict === 'broken').map(({ severity }) => severity);
  const text = first === undefined ? null : subjectText(first, ruleOf(first, rules));
  const page = first === undefined ? null : pageOf(first, ruleOf(first, rules));
  return {
    id,
    name: text === null ? id : say(text.name, language),
    meaning: text === null ? id : say(text.meaning, language),
    advice: [
      text === null ? id : say(text.advice, language, GENERIC[language]),
      ...(page === null ? [] : [`${say(TEXTS.page, language)}: ${page}`]),
    ].join('\n\n'),
    family: `graph/${first?.property ?? ''}`,
    figure: securitySeverity(failing),
  };
}

function resultOf(verdict: ReportedVerdict, ids: readonly string[], report: GraphReport, index: GraphIndex) {
  const { language, rules } = report;
  const { fingerprint, severity, path, deciders } = verdict;
  const title = titleOf(verdict, rules, language);
  const id = ruleId(verdict, report);
  const last = path?.at(-1);
  const change = changeOf(verdict, report);
  const level =
    verdict.verdict === 'vacuous'
      ? ({ kind: 'review', level: 'none' } as const)
      : standing(verdict.verdict === 'broken' ? severity : null);
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    ...level,
    ...(change && { baselineState: BASELINE[change.standing] }),
    message: message(textOf(verdict, report, index)),
    locations: [locationOf(last?.node ?? null, report, index, null)],
    ...(path !== undefined &&
      path.length > 0 && {
        codeFlows: [{ message: message(title), threadFlows: threadFlows(path, report, index) }],
      }),
    // The second is what code hosts read; both hang on what the rule is about, not on lines.
    partialFingerprints: { 'ostiaryVerdict/v1': fingerprint, primaryLocationLineHash: fingerprint },
    properties: {
      severity,
      verdict: verdict.verdict,
      ruleId: verdict.rule_id,
      target: verdict.target,
      ...(typeof change?.edge === 'string' && { causedBy: change.edge }),
      ...(deciders !== undefined && { deciders: deciders.map(({ code }) => code) }),
      ...(verdict.fix !== undefined && { fix: verdict.fix }),
    },
  };
}

/** What hygiene found, at each of its first places. */
function hygieneResult(found: ReportedHygiene, ids: readonly string[], report: GraphReport, index: GraphIndex) {
  const { language, rules, comparison } = report;
  const { fingerprint, severity, places } = found;
  const id = ruleId(found, report);
  const changed = (['added', 'moved', 'unchanged'] as const).find((each) =>
    comparison?.hygiene?.[each].includes(fingerprint),
  );
  const title = titleOf(found, rules, language);
  const where = places.length === 0 ? '' : ` ${say(TEXTS.where, language)}: ${placesText(found, index)}.`;
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    ...standing(severity),
    ...(changed !== undefined && { baselineState: BASELINE[changed] }),
    message: message(
      [
        `${title}. ${detailOf(found, rules, language)}${where}`,
        `${say(TEXTS.toDo, language)}: ${adviceOf(found, rules, language)}`,
      ].join('\n\n'),
    ),
    locations: (places.length === 0 ? [null] : places.slice(0, LOCATIONS)).map((place) =>
      locationOf(place, report, index, null),
    ),
    partialFingerprints: { 'ostiaryVerdict/v1': fingerprint, primaryLocationLineHash: fingerprint },
    properties: { severity, verdict: found.verdict, ruleId: found.rule_id, target: found.target },
  };
}

const BASELINE: Readonly<Record<Standing, string>> = { added: 'new', moved: 'updated', unchanged: 'unchanged' };

/** What was fixed since the version before: SARIF tells of it as of a result that is absent. What is asked no more has no class, and is left out. */
function goneOf(verdict: ReportedVerdict, ids: readonly string[], report: GraphReport, index: GraphIndex) {
  const { rules, language } = report;
  const { fingerprint } = verdict;
  const id = ruleId(verdict, report);
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    kind: 'pass',
    level: 'none',
    baselineState: 'absent',
    message: message(titleOf(verdict, rules, language)),
    locations: [locationOf(null, report, index, null)],
    partialFingerprints: { 'ostiaryVerdict/v1': fingerprint, primaryLocationLineHash: fingerprint },
  };
}

function textOf(verdict: ReportedVerdict, report: GraphReport, index: GraphIndex): string {
  const { language, rules } = report;
  const { path = [], deciders = [] } = verdict;
  const change = changeOf(verdict, report);
  const steps = path
    .slice(0, STEPS)
    .map((step, at) => `${at + 1}. ${stepLine(step, index, language)}`)
    .concat(path.length > STEPS ? ['…'] : []);
  return [
    `${titleOf(verdict, rules, language)}. ${detailOf(verdict, rules, language)}`,
    ...(change === null ? [] : [`${say(TEXTS.comparison, language)}: ${changeText(change, index, language)}.`]),
    ...(steps.length === 0 ? [] : [steps.join('\n')]),
    ...(deciders.length === 0
      ? []
      : [`${say(TEXTS.deciders, language)}: ${deciders.map((each) => deciderText(each, index, language)).join(' ')}`]),
    `${say(TEXTS.toDo, language)}: ${toDoText(verdict, rules, index, language)}`,
  ].join('\n\n');
}

/** A path with a thread for each lane; the order of execution is that of the run. */
function threadFlows(path: readonly PathStep[], report: GraphReport, index: GraphIndex) {
  const lanes = [...new Set(path.map(({ lane }) => lane))];
  return lanes.map((lane) => ({
    ...(lane !== undefined && { id: `lane ${lane}` }),
    locations: path.flatMap((step, at) =>
      step.lane === lane
        ? [
            {
              location: locationOf(step.node, report, index, stepLine(step, index, report.language)),
              executionOrder: at + 1,
              importance: step.why === undefined ? 'important' : 'essential',
            },
          ]
        : [],
    ),
  }));
}

/** Where a node stands in the source; the text as a whole where that is not known. */
function locationOf(node: string | null, { path }: GraphReport, index: GraphIndex, text: string | null) {
  const place = node === null ? null : index.placeOf(node);
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(path),
      region: {
        startLine: place?.line ?? 1,
        ...(place?.column !== undefined && { startColumn: place.column }),
      },
    },
    ...(node !== null && { logicalLocations: [{ fullyQualifiedName: visible(short(node, LONGEST)), kind: 'node' }] }),
    ...(text !== null && { message: message(text) }),
  };
}
