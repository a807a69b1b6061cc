import { count, say } from '@ostiary/report';
import { MOST_RESULTS, sarifLog } from '@ostiary/report/sarif';
import type { ReportInput } from '../input.js';
import { summaryOf } from '../show/summary.js';
import { TEXTS } from '../text/words.js';
import { resultOf } from './result.js';
import { classesOf, ruleOf } from './rules.js';

/** The report of a hunt as SARIF 2.1.0 (OASIS, errata 01). The gravest findings come first; how many were left out is a notification. */
export function reportSarif(input: ReportInput): string {
  const { report, policy, language, version } = input;
  const classes = classesOf(report);
  return sarifLog({
    version,
    language,
    kind: 'hunt',
    path: policy.path,
    rules: classes.map((id) => ruleOf(id, report, language)),
    results: report.findings
      .slice(0, MOST_RESULTS)
      .map((finding) => resultOf(finding, classes.indexOf(finding.class), input)),
    warnings: warnings(input),
    properties: { coverageDecided: report.coverage.decided },
  });
}

function warnings({ report, language }: ReportInput): string[] {
  const left = report.findings.length - MOST_RESULTS;
  const { givenUp } = summaryOf(report);
  return [
    ...(left > 0 ? [say(TEXTS.leftOut, language, { n: count(left, language) })] : []),
    ...(givenUp > 0 ? [say(TEXTS.givenUp, language, { n: count(givenUp, language) })] : []),
  ];
}
