import type { Bug } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { NO_CALLS } from '../ask/hunt/call-region.js';
import { Hunt } from '../ask/hunt/hunt.js';
import { preparedAs } from '../ask/written/mend.js';
import { bugInFull } from '../ask/hunt/remembered.js';
import type { Part } from '../ask/hunt/part.js';
import { BUG_CLASSES, CALL_CLASSES } from '../classes/index.js';
import { keysAfter } from '../fingerprint/print.js';
import { type Finding, type Repair, SEVERITIES } from '../model/finding.js';
import { changesOnly, toolsTouched } from './diff.js';
import { type PrintsByClass, printsOf } from './found.js';

/** A finding, and the bug that it tells of. */
export interface Confirmed {
  readonly finding: Finding;
  readonly bug: Bug;
}

/** A proof asks the classes of single calls once more, so there are as many as a hunt can bear. All are counts: no clock decides. */
export interface RepairLimits {
  /** The most rules times tools of a policy for which repairs are looked for. */
  readonly size: number;
  /** What all proofs of a hunt may come to, in rules times tools. */
  readonly work: number;
}

const REPAIR_LIMITS: RepairLimits = { size: 600, work: 1_200 };

/**
 * Findings with the repairs that were proved: the first of each bug that is a policy over the same catalogue, in which the finding is no
 * more, in which the classes of single calls find nothing that they did not find before, and which answers no call outside the
 * finding's region otherwise. The gravest findings come first, for as long as the limits last. See docs/hunt/repairs.md.
 */
export async function withRepairs(
  hunt: Hunt,
  confirmed: readonly Confirmed[],
  before: PrintsByClass,
  { size, work }: RepairLimits = REPAIR_LIMITS,
): Promise<readonly Finding[]> {
  const own = hunt.policy.core.rules.length * hunt.tools.length;
  const prover = new Prover(hunt, before);
  const repairs = new Map<Finding, Repair>();
  let left = own > size ? 0 : Math.floor(work / Math.max(own, 1));
  const gravest = confirmed.toSorted((a, b) => rank(a) - rank(b));
  for (const { finding, bug } of left > 0 ? gravest : []) {
    const told = await bugInFull(bug);
    for (const repair of told.repairs ?? []) {
      if (left-- <= 0) break;
      if (!(await prover.isProved(finding, told, repair))) continue;
      repairs.set(finding, repair);
      break;
    }
  }
  return confirmed.map(({ finding }) => ({ ...finding, repair: repairs.get(finding) ?? null }));
}

/** The finding that is to be gone, and nothing in its place. */
interface Mended {
  readonly fingerprint: string;
  /** Whether it asks for nothing itself: then no other such note may come. */
  readonly isNote: boolean;
}

const rank = ({ finding }: Confirmed): number => SEVERITIES.indexOf(finding.severity);

/** Proves repairs of one policy. */
class Prover {
  constructor(
    private readonly hunt: Hunt,
    private readonly before: PrintsByClass,
  ) {}

  async isProved(
    { class: id, fingerprint, severity }: Finding,
    { concerns = NO_CALLS }: Bug,
    { text }: Repair,
  ): Promise<boolean> {
    const policy = text === this.hunt.policy.text ? null : preparedAs(this.hunt.policy, text);
    const own = BUG_CLASSES.find((each) => each.id === id);
    if (!policy || !own) return false;
    const changed = new Hunt(policy, this.hunt.options);
    try {
      const touched = toolsTouched(this.hunt, changed);
      if (!touched || !(await changesOnly(this.hunt, changed, touched, concerns))) return false;
      // A part none of whose tools is touched is answered as before.
      const isTouched = ({ tools }: Part): boolean =>
        tools.length === 0 || tools.some((tool) => touched.includes(tool));
      const mended: Mended = { fingerprint, isNote: severity === 'info' };
      if (!(await this.findsNothingNew(own, changed, mended, () => true))) return false;
      // A bug of sessions may be traded for another one of sessions.
      for (const bugClass of CALL_CLASSES.includes(own) ? CALL_CLASSES : BUG_CLASSES)
        if (bugClass !== own && !(await this.findsNothingNew(bugClass, changed, mended, isTouched))) return false;
      return true;
    } finally {
      changed.close();
    }
  }

  /** Whether a class finds nothing in the changed policy that it did not find before, nor the finding that is to be gone. */
  private async findsNothingNew(
    bugClass: BugClass,
    changed: Hunt,
    { fingerprint, isNote }: Mended,
    isAsked: (part: Part) => boolean,
  ): Promise<boolean> {
    const after = await printsOf(changed, bugClass, keysAfter(this.hunt.policy.core, changed.policy.core), isAsked);
    if (after.has(fingerprint)) return false;
    return after.isEmpty || !after.hasMoreThan(await this.before.of(this.hunt, bugClass), fingerprint, isNote);
  }
}
