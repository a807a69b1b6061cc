import { say } from '@ostiary/report';
import { message, standing } from '@ostiary/report/sarif';
import type { Finding, Witness } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { stepInLine } from '../show/plain.js';
import { boundText } from '../show/sentences.js';
import { adviceOf, isUndecided } from '../show/summary.js';
import { TEXTS } from '../text/words.js';
import { fixesOf } from './fixes.js';
import { locationOf } from './location.js';

/** Steps that a message names, of which a session has all in its code flow; and rules beside the first. */
const [STEPS, RELATED] = [6, 20];

/** A finding as a result; `ruleIndex` is the place of its class among the rules. */
export function resultOf(finding: Finding, ruleIndex: number, input: ReportInput) {
  const { class: id, witness, evidence, fingerprint, evidenceHash, tool, attribute, severity, subkind } = finding;
  const [place = null, ...others] = evidence.rules;
  const fixes = fixesOf(finding.repair, input);
  return {
    ruleId: id,
    ruleIndex,
    ...standing(isUndecided(finding) ? null : severity),
    message: message(textOf(finding, input)),
    locations: [locationOf(place, input)],
    ...(others.length > 0 && {
      relatedLocations: others
        .slice(0, RELATED)
        .map((other, at) => ({ id: at + 1, ...locationOf(other, input, `\`${other.rule}\``) })),
    }),
    ...(witness?.kind === 'session' && { codeFlows: [codeFlow(finding, witness, input)] }),
    // The second is what code hosts read; both depend on what the bug is, not on lines.
    partialFingerprints: { 'ostiaryFinding/v1': fingerprint, primaryLocationLineHash: fingerprint },
    ...(fixes !== null && { fixes }),
    properties: {
      severity,
      evidenceHash,
      ...(!isUndecided(finding) && { bound: boundText(evidence.bound, input.language) }),
      ...(subkind !== null && { subkind }),
      ...(tool !== null && { tool }),
      ...(attribute !== null && { attribute }),
    },
  };
}

function textOf(finding: Finding, { language }: ReportInput): string {
  const { title, detail, witness, evidence } = finding;
  const steps = (witness?.steps ?? []).slice(0, STEPS).map((step, at) => `${at + 1}. ${stepInLine(step, language)}`);
  return [
    `${say(title, language)}. ${say(detail, language)}`,
    ...(steps.length === 0 ? [] : [steps.join('\n')]),
    ...(evidence.expected === null ? [] : [`${say(TEXTS.expected, language)}: ${say(evidence.expected, language)}`]),
    `${say(TEXTS.toDo, language)}: ${say(adviceOf(finding), language)}`,
  ].join('\n\n');
}

/** A session as a path through the rules that decide its calls. */
function codeFlow({ title, evidence: { rules } }: Finding, { steps }: Witness, input: ReportInput) {
  const locations = steps.map((step, at) => {
    const place = rules.find(({ rule }) => step.deciding.includes(rule)) ?? rules[0] ?? null;
    return {
      location: locationOf(place, input, stepInLine(step, input.language)),
      executionOrder: at + 1,
      importance: 'essential',
    };
  });
  return { message: message(say(title, input.language)), threadFlows: [{ locations }] };
}
