import { analyseCompletions, type Call, type CompletionResult, type Context, type Decision } from '@ostiary/policy';
import { type SolveContext, SolverGone, type SolverSession } from '@ostiary/plugin-api';
import { smtClient, type SmtSolver } from '@ostiary/smt';
import { decideTwice } from '../../decide/decide.js';
import { missingReads } from '../../decide/missing.js';
import type { LoadedPolicy } from '../../policy/load.js';
import { actionOf, contextInputOf } from '../../request/from-evaluator.js';
import type { CompletenessOutput } from './result.js';

interface Question {
  readonly policy: LoadedPolicy;
  readonly call: Call;
  readonly context: Context;
  readonly decision: Decision;
  /** Arguments that the call will have, of unknown value. */
  readonly unknown: readonly string[];
}

/** Refused before any rule is asked: nothing that is missing could change it. */
const MALFORMED: ReadonlySet<string> = new Set(['tool_unknown', 'argument_ill_typed', 'currency_unknown']);

/** Where a request carries what the analysis names by its place in the evaluators' context. */
const IN_REQUEST: ReadonlyMap<string, string> = new Map([
  ['history', 'session.history'],
  ['labels.session', 'session.labels'],
  ['labels.args', 'labels'],
]);

/** Whether the answer holds whatever the missing part of the context is. The solver is borrowed only if cells cannot tell. */
export async function completenessOf(
  question: Question,
  ctx: Pick<SolveContext, 'log' | 'signal' | 'solver'>,
): Promise<CompletenessOutput> {
  const { policy, call, context, decision, unknown } = question;
  const missing = [...missingReads(policy.core, call, context, unknown)];
  const base = { complete: missing.length === 0, missing, depends_on: [], witnesses: [], undecided_reason: null };
  if (missing.length === 0) return { ...base, holds_for_all: true, method: 'complete' };
  const settled = { ...call, args: withoutUnknown(call.args, unknown) };
  if (MALFORMED.has(decision.slug) && MALFORMED.has(decideTwice(policy, settled, context).slug))
    return { ...base, holds_for_all: true, method: 'constant' };
  const solver = new BorrowedSolver(ctx);
  try {
    const result = await analyseCompletions(
      policy.core,
      { call, context, open: { args: [...unknown], confirmed: false } },
      solver,
      (asked, around) => decideTwice(policy, asked, around).answer,
    );
    return { ...base, ...outputOf(result) };
  } catch (error) {
    if (!(error instanceof SolverLost) || ctx.signal.aborted) throw error;
    ctx.log.warn({ reason: error.reason }, 'no solver to decide completeness');
    return { ...base, holds_for_all: null, method: 'none', undecided_reason: error.reason };
  } finally {
    solver.release();
  }
}

function withoutUnknown(args: Call['args'], unknown: readonly string[]): Call['args'] {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.includes(name)));
}

function outputOf(result: CompletionResult): Omit<CompletenessOutput, 'complete' | 'missing'> {
  switch (result.kind) {
    case 'holds':
      return { holds_for_all: true, method: result.method, depends_on: [], witnesses: [], undecided_reason: null };
    case 'depends':
      return {
        holds_for_all: false,
        method: 'witness',
        depends_on: result.dependsOn.map((path) => IN_REQUEST.get(path) ?? path).toSorted(),
        witnesses: result.witnesses.map(({ answer, call, context }) => ({
          answer,
          action: actionOf(call),
          context: contextInputOf(context),
        })),
        undecided_reason: null,
      };
    case 'undecided':
      return { holds_for_all: null, method: 'none', depends_on: [], witnesses: [], undecided_reason: result.reason };
  }
}

/** No solver could be had, or it was lost while it worked. The decision itself does not need one. */
class SolverLost extends Error {
  constructor(
    readonly reason: 'solver_unavailable' | 'solver_memory' | 'solver_time' | 'solver_crashed',
    cause: unknown,
  ) {
    super(reason, { cause });
  }
}

/** What ends the question and not the job; any other reason is the job's own end. */
const LOST: ReadonlyMap<SolverGone['reason'], SolverLost['reason']> = new Map([
  ['memory', 'solver_memory'],
  ['solver_time', 'solver_time'],
  ['crashed', 'solver_crashed'],
] as const);

/** A solver that is borrowed when it is first asked. */
class BorrowedSolver implements SmtSolver {
  private session: SolverSession | undefined;

  constructor(private readonly ctx: Pick<SolveContext, 'solver'>) {}

  async check(...question: Parameters<SmtSolver['check']>): ReturnType<SmtSolver['check']> {
    const session = (this.session ??= await this.borrow());
    try {
      return await smtClient(session).check(...question);
    } catch (error) {
      const reason = error instanceof SolverGone ? LOST.get(error.reason) : undefined;
      throw reason === undefined ? error : new SolverLost(reason, error);
    }
  }

  release(): void {
    this.session?.release();
  }

  private async borrow(): Promise<SolverSession> {
    try {
      return await this.ctx.solver('z3');
    } catch (error) {
      // A child that dies while it starts was never to be had.
      const reason = error instanceof SolverGone && error.reason !== 'crashed' ? LOST.get(error.reason) : undefined;
      throw new SolverLost(reason ?? 'solver_unavailable', error);
    }
  }
}
