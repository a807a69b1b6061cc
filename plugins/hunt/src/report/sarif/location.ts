import { artifactLocation, message } from '@ostiary/report/sarif';
import type { RulePlace } from '../../search/index.js';
import type { ReportInput } from '../input.js';

/** Where a rule stands, or the policy as a whole. */
export function locationOf(place: RulePlace | null, { policy }: ReportInput, text: string | null = null) {
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(policy.path),
      region:
        place === null
          ? { startLine: 1 }
          : {
              startLine: place.line,
              startColumn: place.column,
              endLine: place.endLine,
              endColumn: place.endColumn,
            },
    },
    ...(place !== null && { logicalLocations: [{ name: place.rule, kind: 'rule' }] }),
    ...(text !== null && { message: message(text) }),
  };
}
