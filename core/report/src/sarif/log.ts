import type { Language } from '../text/words.js';
import { message } from './message.js';

/** Results beyond which code hosts take none. */
export const MOST_RESULTS = 5000;

/** A file of the repository that is looked at. */
export function artifactLocation(path: string) {
  const uri = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return { uri, uriBaseId: '%SRCROOT%', index: 0 };
}

/** A class of findings, as code hosts show it; `figure` is the gravest of its results. */
export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  readonly advice: string;
  readonly family: string;
  readonly figure: string | null;
}

function ruleJson({ id, name, meaning, advice, family, figure }: SarifRule) {
  return {
    id,
    shortDescription: message(name),
    fullDescription: message(meaning),
    help: {
      ...message(`${meaning}\n\n${advice}`),
      markdown: `${meaning}\n\n${advice}`.replaceAll(/[{}]/g, '$&$&'),
    },
    defaultConfiguration: { level: 'warning' },
    properties: {
      tags: ['security', `ostiary/${family}`],
      precision: 'very-high',
      ...(figure !== null && { 'security-severity': figure }),
    },
  };
}

/** One run over one file. */
export interface SarifRun {
  readonly version: string;
  readonly language: Language;
  /** What was run: `hunt`. With the path it tells runs over other files apart. */
  readonly kind: string;
  readonly path: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly object[];
  /** What a reader should know of the run: results that were left out, questions that were given up. */
  readonly warnings: readonly string[];
  readonly properties: Readonly<Record<string, string | number>>;
}

/** A log of one run as SARIF 2.1.0 (OASIS, errata 01). */
export function sarifLog({ version, language, kind, path, rules, results, warnings, properties }: SarifRun): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Ostiary', semanticVersion: version, language, rules: rules.map(ruleJson) } },
        language,
        columnKind: 'utf16CodeUnits',
        automationDetails: { id: `ostiary-${kind}/${path}/` },
        artifacts: [{ location: artifactLocation(path), roles: ['analysisTarget'] }],
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: warnings.map((text) => ({ level: 'warning', message: message(text) })),
          },
        ],
        results,
        properties,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
