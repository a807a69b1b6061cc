import type { Call, Context, Decision, Effect } from '@ostiary/policy';
import {
  analyseCompletions,
  type CompletionResult,
  type SmtSolver,
  type UndecidedReason,
} from '@ostiary/policy/symbolic';
import { decide } from '../decide/decide.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { actionOf, contextInputOf } from '../request/from-evaluator.js';
import type { ActionInput, ContextInput } from '../request/inputs.js';
import { missingReads } from '../decide/missing.js';
import { SolverLost } from '../solver-lost.js';

/** What an answer is worth while part of the context is missing. */
export interface Completeness {
  /** Whether the request carries everything that the policy reads of it. */
  readonly complete: boolean;
  readonly missing: string[];
  /** Whether the answer is the same whichever of these are missing; null: not decided, which is not a yes. */
  readonly holds_for_all: boolean | null;
  readonly method: 'complete' | 'constant' | 'cells' | 'z3' | 'witness' | 'none';
  readonly depends_on: string[];
  /** What could neither be shown to change the answer nor be ruled out. */
  readonly may_depend_on: string[];
  /** Returns that could neither be reached nor be ruled out. */
  readonly unsettled: { readonly answer: Effect; readonly reason: UndecidedReason }[];
  /** For each other answer one completion that gives it, decided again by both evaluators. */
  readonly witnesses: { readonly answer: Effect; readonly action: ActionInput; readonly context: ContextInput }[];
  readonly undecided_reason: UndecidedReason | SolverLost['reason'] | null;
}

interface Question {
  readonly policy: PreparedPolicy;
  readonly call: Call;
  readonly context: Context;
  readonly decision: Decision;
  /** Arguments that the call will have, of unknown value. */
  readonly unknown: readonly string[];
}

/** Refused before any rule is asked: nothing that is missing could change it. */
const MALFORMED: ReadonlySet<string> = new Set([
  'tool_unknown',
  'argument_ill_typed',
  'argument_missing',
  'argument_unknown',
  'currency_unknown',
]);

/** Where a request carries what the analysis names by its place in the evaluators' context. */
const IN_REQUEST: ReadonlyMap<string, string> = new Map([
  ['history', 'session.history'],
  ['labels.session', 'session.labels'],
  ['labels.args', 'labels'],
]);

/**
 * Whether the answer holds whatever the missing part of the context is. The solver is asked only if cells cannot tell;
 * one that throws `SolverLost` leaves the question undecided.
 */
export async function completenessOf(question: Question, solver: SmtSolver): Promise<Completeness> {
  const { policy, call, context, decision, unknown } = question;
  const missing = [...missingReads(policy.core, call, context, unknown)];
  const base = { complete: missing.length === 0, missing, ...NOTHING_ELSE };
  if (missing.length === 0) return { ...base, holds_for_all: true, method: 'complete' };
  const settled = { ...call, args: withoutUnknown(call.args, unknown) };
  if (MALFORMED.has(decision.slug) && MALFORMED.has(decide(policy, settled, context).slug))
    return { ...base, holds_for_all: true, method: 'constant' };
  try {
    const result = await analyseCompletions(
      policy.core,
      { call, context, open: { args: [...unknown], confirmed: false } },
      solver,
      (asked, around) => decide(policy, asked, around).answer,
    );
    return { ...base, ...outputOf(result) };
  } catch (error) {
    if (!(error instanceof SolverLost)) throw error;
    return { ...base, holds_for_all: null, method: 'none', undecided_reason: error.reason };
  }
}

function withoutUnknown(args: Call['args'], unknown: readonly string[]): Call['args'] {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.includes(name)));
}

const NOTHING_ELSE = {
  depends_on: [],
  may_depend_on: [],
  unsettled: [],
  witnesses: [],
  undecided_reason: null,
};

const inRequest = (paths: readonly string[]): string[] => paths.map((path) => IN_REQUEST.get(path) ?? path).toSorted();

function outputOf(result: CompletionResult): Omit<Completeness, 'complete' | 'missing'> {
  switch (result.kind) {
    case 'holds':
      return { ...NOTHING_ELSE, holds_for_all: true, method: result.method };
    case 'depends':
      return {
        ...NOTHING_ELSE,
        holds_for_all: false,
        method: 'witness',
        depends_on: inRequest(result.dependsOn),
        may_depend_on: inRequest(result.mayDependOn),
        unsettled: [...result.unsettled],
        witnesses: result.witnesses.map(({ answer, call, context }) => ({
          answer,
          action: actionOf(call),
          context: contextInputOf(context),
        })),
      };
    case 'undecided':
      return {
        ...NOTHING_ELSE,
        holds_for_all: null,
        method: 'none',
        unsettled: [...result.unsettled],
        undecided_reason: result.unsettled[0]?.reason ?? null,
      };
  }
}
