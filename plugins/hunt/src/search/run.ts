import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, SourceText } from '@ostiary/policy';
import type { AnalysisLimits, SmtSolver } from '@ostiary/policy/symbolic';
import type { Answered, Bug } from './ask/hunt/answered.js';
import type { BugClass } from './ask/hunt/bug-class.js';
import { Hunt } from './ask/hunt/hunt.js';
import type { Readings } from './ask/hunt/hunted-policy.js';
import { answersOf } from './ask/hunt/parts.js';
import { withBenign } from './benign/benign.js';
import type { AnswerCache } from './cache/answer-cache.js';
import { BUG_CLASSES } from './classes/index.js';
import { evidenceHash } from './fingerprint/evidence.js';
import { CLASS_IDS, type ClassId } from './model/class-id.js';
import {
  type Bound,
  type ClassCheck,
  type Finding,
  type HuntReport,
  type RulePlace,
  SEVERITIES,
  type Severity,
} from './model/finding.js';
import { withRegions } from './region/region.js';
import { PrintsByClass } from './repair/found.js';
import { type Confirmed, type RepairLimits, withRepairs } from './repair/repairs.js';
import { undecidedBug } from './ask/hunt/undecided.js';

export interface RunOptions {
  /** All unless given. */
  readonly classes?: readonly ClassId[];
  /** Findings of other severities are left out. */
  readonly severities?: readonly Severity[];
  /** No further class is asked once there are so many. */
  readonly maxFindings?: number;
  /** The longest session that is looked at, in calls. */
  readonly sessionBound?: number;
  /** The version of the policy that was accepted, to compare with. */
  readonly accepted?: PreparedPolicy | null;
  /** Of a policy of others: how else it can be read. */
  readonly readings?: Readings;
  readonly limits?: AnalysisLimits;
  /** What proving repairs may come to; null: none is looked for. */
  readonly repairs?: RepairLimits | null;
  /** What was answered before: what has not changed is not asked again. The report is the same without. */
  readonly answers?: AnswerCache;
  readonly onCheck?: (check: ClassCheck) => void;
  readonly onFinding?: (finding: Finding) => void;
}

const SESSION_BOUND = 8;
const MOST_FINDINGS = 1_000;

/**
 * Looks for every class of bug in a policy. Each finding is confirmed by both evaluators; what was not decided is a finding of its own.
 * The same policy and options give the same report on every machine.
 *
 * @param solver null: only what cells decide is decided
 */
export async function runHunt(
  policy: PreparedPolicy,
  solver: SmtSolver | null,
  options: RunOptions = {},
): Promise<HuntReport> {
  const {
    accepted = null,
    readings = {},
    sessionBound = SESSION_BOUND,
    limits,
    maxFindings = MOST_FINDINGS,
    answers,
  } = options;
  const hunt = new Hunt(policy, {
    solver,
    accepted,
    readings,
    sessionBound,
    ...(limits && { limits }),
    ...(answers && { answers }),
  });
  const confirmed: Confirmed[] = [];
  let findings: readonly Finding[] = [];
  const checks: ClassCheck[] = [];
  const wanted = (id: ClassId): boolean => options.classes?.includes(id) ?? true;
  const before = new PrintsByClass(policy.core);
  const source = new SourceText(policy.text);
  const known = new Set<string>();
  const tell = (id: ClassId, bug: Bug, fingerprint: string): void => {
    if (options.severities && !options.severities.includes(bug.severity)) return;
    if (confirmed.length >= maxFindings || known.has(fingerprint)) return;
    const finding = findingOf(policy, source, id, bug, fingerprint);
    known.add(fingerprint);
    confirmed.push({ finding, bug });
    options.onFinding?.(finding);
  };
  try {
    for (const each of BUG_CLASSES.filter(({ id }) => wanted(id))) {
      const prints = before.begin(each.id);
      const check = await checked(
        each,
        hunt,
        (bug) => {
          tell(each.id, bug, prints.add(each.id, bug));
        },
        (bug) => {
          const print = prints.add('X01', bug);
          if (wanted('X01')) tell('X01', bug, print);
        },
      );
      checks.push(check);
      options.onCheck?.(check);
    }
    const { repairs } = options;
    findings =
      repairs === null ? confirmed.map(({ finding }) => finding) : await withRepairs(hunt, confirmed, before, repairs);
  } finally {
    hunt.close();
  }
  const asked = checks.reduce((sum, check) => sum + check.asked, 0);
  const undecided = checks.reduce((sum, check) => sum + check.undecided, 0);
  return {
    findings: withRegions(hunt, withBenign(hunt, findings.toSorted(bySeverity(policy)))),
    checks,
    coverage: {
      decided: asked === 0 ? 1 : (asked - undecided) / asked,
      tools: hunt.tools,
      rules: policy.core.rules.length,
    },
  };
}

async function checked(
  bugClass: BugClass,
  hunt: Hunt,
  found: (bug: Bug) => void,
  open: (bug: Bug) => void,
): Promise<ClassCheck> {
  const answers: Answered[] = [];
  let unconfirmed = 0;
  for await (const part of answersOf(hunt, bugClass)) {
    unconfirmed += part.unconfirmed;
    for (const answer of part.made) {
      answers.push(answer);
      if (answer.kind === 'found') found(answer.bug);
      if (answer.kind === 'undecided') open(undecidedBug(bugClass.id, answer));
    }
  }
  const count = (kind: Answered['kind']): number => answers.filter((answer) => answer.kind === kind).length;
  return {
    class: bugClass.id,
    asked: answers.length,
    found: count('found'),
    undecided: count('undecided'),
    unconfirmed,
    bound: weakest(answers.flatMap((answer) => (answer.kind === 'clear' ? [answer.bound] : []))),
  };
}

const WEAKEST: readonly Bound['kind'][] = ['tried', 'bounded', 'inductive', 'exact'];

/** A few ways to write a thing say least; a bound on the length says less than an induction, and the shorter one less than the longer. */
function weakest(bounds: readonly Bound[]): Bound | null {
  const rank = (bound: Bound): number =>
    WEAKEST.indexOf(bound.kind) * Number.MAX_SAFE_INTEGER + ('k' in bound ? bound.k : 0);
  return bounds.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

function findingOf({ core }: PreparedPolicy, source: SourceText, id: ClassId, bug: Bug, fingerprint: string): Finding {
  const { subkind = null, severity, rules, tool = null, attribute = null, title, detail, witness = null } = bug;
  return {
    class: id,
    subkind,
    severity,
    rules: rules.map((rule) => rule.id),
    tool,
    attribute,
    title,
    detail,
    fingerprint,
    evidenceHash: evidenceHash(core, bug),
    witness,
    evidence: {
      rules: rules.map((rule) => placeOf(source, rule)),
      core: (bug.core ?? rules).map((rule) => rule.id),
      bound: bug.bound,
      assumptions: bug.assumptions ?? [],
      benign: bug.benign ?? null,
      expected: bug.expected ?? null,
      region: null,
    },
    repair: null,
  };
}

function placeOf(source: SourceText, { id, line, column, span }: CoreRule): RulePlace {
  const end = source.position(span.end);
  return { rule: id, line, column, endLine: end.line, endColumn: end.column };
}

function bySeverity({ core }: PreparedPolicy): (a: Finding, b: Finding) => number {
  const places = new Map(core.rules.map(({ id }, at) => [id, at]));
  const place = ({ rules: [first] }: Finding): number => (first === undefined ? -1 : (places.get(first) ?? -1));
  return (a, b) =>
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    CLASS_IDS.indexOf(a.class) - CLASS_IDS.indexOf(b.class) ||
    place(a) - place(b) ||
    (a.fingerprint < b.fingerprint ? -1 : 1);
}
