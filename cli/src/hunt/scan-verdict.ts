import type { Scan } from '../client/project-scans.js';
import { type GateStatus, whyGated } from '../show/hunt/gate.js';
import type { Screen } from '../show/screen.js';
import { type Gate, gated, gateOf } from './gate.js';
import { whyOfProject } from './project-gate.js';

/** Whether a gate was passed; nothing is said where nothing fails. */
export interface ScanVerdict {
  readonly status: GateStatus;
  readonly why: string | null;
}

/** By the severity that was asked for, else by the conditions of the project. */
export function scanVerdict(
  { scan, findings }: { readonly scan: Scan; readonly findings: Parameters<typeof gated>[0] },
  gate: Gate | null,
  undecided: number,
  screen: Screen,
): ScanVerdict {
  if (gate === null && scan.gate !== null) return { status: scan.gate.status, why: whyOfProject(scan.gate, screen) };
  const { status, failing } = gated(findings, undecided, gate ?? gateOf(undefined));
  const severity = gate ?? gateOf(undefined);
  return { status, why: severity === 'none' ? null : whyGated(status, severity, failing, screen) };
}
