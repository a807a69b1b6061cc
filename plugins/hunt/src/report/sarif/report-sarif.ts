import { count, say } from '@ostiary/report';
import type { ReportInput } from '../input.js';
import { summaryOf } from '../show/summary.js';
import { TEXTS } from '../text/words.js';
import { artifactLocation } from './location.js';
import { message } from './message.js';
import { resultOf } from './result.js';
import { classesOf, ruleOf } from './rules.js';

/** Results beyond which code hosts take none. */
const MOST = 5000;

/** The report of a hunt as SARIF 2.1.0 (OASIS, errata 01). The gravest findings come first; how many were left out is a notification. */
export function reportSarif(input: ReportInput): string {
  const { report, policy, language, version } = input;
  const classes = classesOf(report);
  const shown = report.findings.slice(0, MOST);
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Ostiary',
            semanticVersion: version,
            language,
            rules: classes.map((id) => ruleOf(id, report, language)),
          },
        },
        language,
        columnKind: 'utf16CodeUnits',
        automationDetails: { id: `ostiary-hunt/${policy.path}/` },
        artifacts: [{ location: artifactLocation(policy.path), roles: ['analysisTarget'] }],
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(input) }],
        results: shown.map((finding) => resultOf(finding, classes.indexOf(finding.class), input)),
        properties: { coverageDecided: report.coverage.decided },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function notifications({ report, language }: ReportInput) {
  const left = report.findings.length - MOST;
  const { givenUp } = summaryOf(report);
  const said = (text: string) => ({ level: 'warning', message: message(text) });
  return [
    ...(left > 0 ? [said(say(TEXTS.leftOut, language, { n: count(left, language) }))] : []),
    ...(givenUp > 0 ? [said(say(TEXTS.givenUp, language, { n: count(givenUp, language) }))] : []),
  ];
}
