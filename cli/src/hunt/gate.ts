import { SEVERITIES, type Severity } from '@ostiary/hunt/search';
import type { OptionSpec } from '../command.js';
import type { GateStatus } from '../show/hunt/gate.js';
import type { Told } from '../show/hunt/told.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { oneOf } from '../arguments.js';

/** Findings of this severity and graver ones fail a hunt; with `none` nothing does. */
export type Gate = Severity | 'none';

/** Every policy that is as it should be passes: what its authors may have meant is reported as low or as a note. */
const DEFAULT_GATE = 'medium';

export const GATE_OPTION: OptionSpec = {
  name: 'gate',
  value: 'SEVERITY',
  help: {
    en: 'fail on a finding of this severity or higher: critical, high, medium, low, info, or none; default medium, and for a project its own gate',
    pt: 'falhar com um achado desta gravidade ou maior: critical, high, medium, low, info, ou none; por omissão medium, e num projeto a barreira dele',
  },
};

/** @throws CommandError for a severity that there is not */
export function gateOf(given: string | undefined): Gate {
  return oneOf<Gate>(given ?? DEFAULT_GATE, 'gate', [...SEVERITIES, 'none']);
}

/** What came of a gate. */
export interface Gated {
  readonly gate: Gate;
  readonly status: GateStatus;
  /** How many findings fail it. */
  readonly failing: number;
  /** Questions that were given up. */
  readonly undecided: number;
}

/** What a gate looks at of a finding. */
type Judged = Pick<Told, 'severity' | 'standing'> & { readonly class: string };

/** Findings that were there before, or that somebody accepted, fail nothing; what is undecided never passes. */
export function gated(findings: readonly Judged[], undecided: number, gate: Gate): Gated {
  const failing =
    gate === 'none'
      ? 0
      : findings.filter(
          ({ class: id, severity, standing = 'new' }) =>
            id !== 'X01' &&
            (standing === 'new' || standing === 'reopened') &&
            SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(gate),
        ).length;
  const open = gate !== 'none' && undecided > 0;
  return { gate, status: failing > 0 ? 'failed' : open ? 'incomplete' : 'passed', failing, undecided };
}

const CODES: Readonly<Record<GateStatus, ExitCode>> = {
  passed: EXIT.passed,
  failed: EXIT.findings,
  incomplete: EXIT.incomplete,
};

/** What a command ends with. */
export const codeOf = ({ status }: { readonly status: GateStatus }): ExitCode => CODES[status];
