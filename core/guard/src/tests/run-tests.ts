import type { Call, Context, Decision, Effect } from '@ostiary/policy';
import { decide } from '../decide/decide.js';
import { isTooMuchWork, TOO_MUCH_WORK } from '../decide/work.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { type Fault, readAs } from '../request/fault.js';
import { fillIn, RowField } from '../request/row.js';
import { callOf, contextOf } from '../request/to-evaluator.js';
import { Boundaries, type MissingBoundary } from '../table/boundaries.js';
import { Coverage, type RuleCoverage } from '../table/coverage.js';

/** A test before it is read: a row of a table, as JSON. */
export interface TestInput {
  readonly row: unknown;
  /** The call is taken as confirmed. */
  readonly confirmed?: boolean;
}

/** What became of one test. */
export type TestOutcome =
  | { readonly kind: 'fault'; readonly title: string | null; readonly fault: Fault }
  | {
      readonly kind: 'decided';
      readonly title: string | null;
      readonly call: Call;
      readonly context: Context;
      readonly decision: Decision;
      /** Null: the row names no answer, so there is nothing to compare. */
      readonly expected: Effect | null;
      readonly passed: boolean;
    };

export interface TestReport {
  /** In the order of the tests. */
  readonly outcomes: readonly TestOutcome[];
  readonly coverage: readonly RuleCoverage[];
  readonly missingBoundaries: readonly MissingBoundary[];
}

/**
 * Decides the rows with both evaluators and compares each answer with the one it expects. `now` is the time of rows that
 * name none, in milliseconds.
 * @throws EvaluatorsDisagree
 */
export function runTests(policy: PreparedPolicy, tests: readonly TestInput[], now: number): TestReport {
  const coverage = new Coverage(policy.decider);
  const boundaries = new Boundaries(policy.core);
  const outcomes = tests.map((test) => {
    const outcome = runTest(policy, test, now);
    if (outcome.kind === 'decided') {
      coverage.add(outcome.decision, outcome.call, outcome.context);
      boundaries.add(outcome.call, outcome.context);
    }
    return outcome;
  });
  return { outcomes, coverage: coverage.result, missingBoundaries: boundaries.result };
}

function runTest(policy: PreparedPolicy, { row, confirmed }: TestInput, now: number): TestOutcome {
  const read = readAs(RowField, row);
  if (!read.ok) return { kind: 'fault', title: titleOf(row), fault: read.fault };
  const { tool, arguments: args, unknownArguments, context: input } = fillIn(read.value, undefined);
  const title = read.value.custom_id ?? null;
  if (tool === undefined) {
    const detail = { en: 'no tool is named', pt: 'nenhuma ferramenta é indicada' };
    return { kind: 'fault', title, fault: { pointer: '/action/tool', detail } };
  }
  const call = callOf({ tool, arguments: args, unknown_arguments: unknownArguments });
  const context: Context = { now, ...contextOf(input), ...(confirmed && { confirmed }) };
  if (isTooMuchWork(policy, call, context))
    return { kind: 'fault', title, fault: { pointer: '/action/arguments', detail: TOO_MUCH_WORK } };
  const decision = decide(policy, call, context);
  const expected = read.value.expected ?? null;
  return {
    kind: 'decided',
    title,
    call,
    context,
    decision,
    expected,
    passed: expected === null || expected === decision.answer,
  };
}

function titleOf(row: unknown): string | null {
  const id =
    typeof row === 'object' && row !== null && Object.hasOwn(row, 'custom_id')
      ? (row as { custom_id: unknown }).custom_id
      : null;
  return typeof id === 'string' ? id.slice(0, 128) : null;
}
