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

interface Tally {
  policies: number;
  /** Bugs that are there by the reading. */
  present: number;
  /** Policies without the bug. */
  absent: number;
  undecided: number;
}

interface Given<W> {
  readonly world: W;
  readonly policy: PreparedPolicy;
  readonly options?: RunOptions;
  readonly readings: readonly Reading<W>[];
  readonly replayed: (finding: Finding) => boolean;
  /** What to show of the policy where something is wrong. */
  readonly told: string;
}

/** Hunts policies and compares what is found with the readings. */
export class Comparison {
  policies = 0;
  readonly wrong: string[] = [];
  private readonly tallies = new Map<ClassId, Tally>();

  constructor(private readonly solver: SmtSolver) {}

  async hunt<W>(given: Given<W>): Promise<void> {
    const { world, policy, options = {}, readings } = given;
    const classes = readings.map((reading) => reading.class);
    const { findings, checks } = await runHunt(policy, this.solver, {
      ...options,
      classes: [...new Set(classes), 'X01'],
      repairs: null,
    });
    this.policies += 1;
    for (const reading of readings) {
      const bugs = reading.bugs(world);
      if (bugs === null) continue;
      const tally = this.tallies.get(reading.class) ?? { policies: 0, present: 0, absent: 0, undecided: 0 };
      this.tallies.set(reading.class, tally);
      tally.policies += 1;
      if (checks.some((check) => check.class === reading.class && check.undecided > 0)) {
        tally.undecided += 1;
        continue;
      }
      tally.present += bugs.size;
      if (bugs.size === 0) tally.absent += 1;
      const own = findings.filter((finding) => finding.class === reading.class);
      this.compare(given, reading, bugs, own);
    }
  }

  private compare<W>(
    { world, replayed, told }: Given<W>,
    reading: Reading<W>,
    bugs: ReadonlyMap<string, Severity | null>,
    findings: readonly Finding[],
  ): void {
    const found = gravest(findings, (finding) => reading.of(finding, world));
    const say = (what: string, of: string, detail = ''): void => {
      this.wrong.push(`${reading.class} ${what}: ${of}\n${told}\n${detail}`);
    };
    for (const [of, severity] of bugs) {
      const finding = found.get(of);
      if (!finding) say('not found', of);
      else if (severity !== null && finding.severity !== severity)
        say('severity', of, `the page says ${severity}, the hunt ${finding.severity}`);
    }
    for (const [of, finding] of found) {
      if (!bugs.has(of)) say('found without reason', of, inShort(finding));
      else if (finding.witness && !replayed(finding)) say('other answers', of, inShort(finding));
      else if (reading.shows && !reading.shows(finding, world)) say('not shown', of, inShort(finding));
    }
  }

  /** Classes of which no policy had the bug, or every one. */
  neverSeen(): readonly ClassId[] {
    return [...this.tallies].flatMap(([id, { present, absent }]) => (present === 0 || absent === 0 ? [id] : []));
  }

  /** Writes out what was seen, and as many disagreements as `SHOW` says. */
  show(): void {
    const most = Number(process.env['SHOW'] ?? 0);
    if (most > 0) console.log(this.tallies, this.wrong.length, this.wrong.slice(0, most).join('\n\n'));
  }
}

const RANK: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical'];

/** Of the findings that are of the same, the gravest: the first of those. */
function gravest(findings: readonly Finding[], of: (finding: Finding) => string): ReadonlyMap<string, Finding> {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const before = found.get(of(finding));
    if (!before || RANK.indexOf(before.severity) < RANK.indexOf(finding.severity)) found.set(of(finding), finding);
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
