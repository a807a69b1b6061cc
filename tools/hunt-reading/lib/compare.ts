import type { PreparedPolicy } from '@ostiary/guard';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { ClassId } from '../../../plugins/hunt/src/search/model/class-id.js';
import type { Finding, Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import { type RunOptions, runHunt } from '../../../plugins/hunt/src/search/run.js';

/** What a page of docs/hunt means for a small world `W`. */
export interface Reading<W> {
  readonly class: ClassId;
  /** What the bug is there of, and how grave that is: null where the page leaves it open. Null: the page does not say, in this world. */
  readonly bugs: (world: W) => ReadonlyMap<string, Severity | null> | null;
  /** What a finding is of, in the same words. */
  readonly of: (finding: Finding, world: W) => string;
  /** Whether the witness shows the bug; its answers have been read already. */
  readonly shows?: (finding: Finding, world: W) => boolean;
}

export interface Disagreement {
  readonly class: ClassId;
  readonly what: 'not found' | 'found without reason' | 'severity' | 'witness';
  readonly of: string;
  readonly detail: string;
}

export interface Tally {
  policies: number;
  /** Bugs that are there by the reading. */
  present: number;
  /** Policies without the bug. */
  absent: number;
  undecided: number;
}

/** Hunts a policy and compares what is found with each reading. */
export async function compared<W extends { readonly text: string }>(
  given: { readonly world: W; readonly policy: PreparedPolicy; readonly options?: RunOptions },
  readings: readonly Reading<W>[],
  solver: SmtSolver,
  tallies: Map<ClassId, Tally>,
  replayed: (finding: Finding, world: W) => boolean,
): Promise<readonly Disagreement[]> {
  const { world, policy, options = {} } = given;
  const classes = readings.map((reading) => reading.class);
  const { findings, checks } = await runHunt(policy, solver, {
    ...options,
    classes: [...new Set(classes), 'X01'],
    repairs: null,
  });
  const found: Disagreement[] = [];
  for (const reading of readings) {
    const bugs = reading.bugs(world);
    if (bugs === null) continue;
    const tally = tallies.get(reading.class) ?? { policies: 0, present: 0, absent: 0, undecided: 0 };
    tallies.set(reading.class, tally);
    tally.policies += 1;
    if (checks.some((check) => check.class === reading.class && check.undecided > 0)) {
      tally.undecided += 1;
      continue;
    }
    tally.present += bugs.size;
    if (bugs.size === 0) tally.absent += 1;
    const own = findings.filter((finding) => finding.class === reading.class);
    const told = new Map(own.map((finding) => [reading.of(finding, world), finding]));
    const say = (what: Disagreement['what'], of: string, detail = ''): void => {
      found.push({ class: reading.class, what, of, detail });
    };
    for (const [of, severity] of bugs) {
      const finding = told.get(of);
      if (!finding) say('not found', of);
      else if (severity !== null && finding.severity !== severity)
        say('severity', of, `the page says ${severity}, the hunt ${finding.severity}`);
    }
    for (const [of, finding] of told) {
      if (!bugs.has(of)) say('found without reason', of, inShort(finding));
      else if (finding.witness && !replayed(finding, world)) say('witness', of, `other answers: ${inShort(finding)}`);
      else if (reading.shows && !reading.shows(finding, world)) say('witness', of, inShort(finding));
    }
  }
  return found;
}

const inShort = ({ severity, rules, tool, attribute, witness }: Finding): string =>
  JSON.stringify({
    severity,
    rules,
    tool,
    attribute,
    witness: witness?.steps.map(({ call, context, answer }) => [call, context, answer]),
  });
