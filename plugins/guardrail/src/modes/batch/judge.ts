import {
  callOf,
  contextOf,
  decide,
  decideOnce,
  isTooMuchWork,
  labelFaults,
  type Language,
  type PreparedPolicy,
  TOO_MUCH_WORK,
  type Words,
} from '@ostiary/guard';
import type { Call, Context, Decision } from '@ostiary/policy';
import type { CheckedContext as ContextInput } from '@ostiary/guard/request';
import type { Candidate } from './candidate.js';
import type { Outcome } from './outcome.js';

export interface Judged {
  readonly outcome: Outcome;
  /** What was decided, for what looks at the values of a row; null when the row could not be read. */
  readonly asked: { readonly call: Call; readonly context: Context; readonly decision: Decision } | null;
  /** Both evaluators decided it, alike. */
  readonly twice: boolean;
}

type Unreadable = Pick<Outcome, 'row' | 'customId' | 'pointer'> & { readonly detail: Words };

/** So many rows at the start of a table, and then one in so many, are decided by both evaluators. */
const ALL_OF_FIRST = 1_000;
const THEN_ONE_IN = 16;

/** Decides the rows of one batch. Rows that share a context object share its reading too. */
export class Judge {
  private readonly contexts = new WeakMap<ContextInput, Context>();

  constructor(
    private readonly policy: PreparedPolicy,
    private readonly now: number,
    private readonly language: Language,
  ) {}

  judge(candidate: Candidate): Judged {
    if (!candidate.ok) return this.invalid(candidate);
    const { row, customId, expected, full } = candidate;
    const call = callOf({
      tool: full.tool ?? '',
      arguments: full.arguments,
      ...(full.unknownArguments && { unknown_arguments: full.unknownArguments }),
    });
    const around = this.contextFor(full.context);
    const context = candidate.confirmed ? { ...around, confirmed: true } : around;
    const [label] = labelFaults(this.policy.core, call, context);
    if (label) return this.invalid({ row, customId, pointer: `/context${label.pointer}`, detail: label.detail });
    if (isTooMuchWork(this.policy, call, context))
      return this.invalid({ row, customId, pointer: '/action/arguments', detail: TOO_MUCH_WORK });
    const twice = row <= ALL_OF_FIRST || row % THEN_ONE_IN === 0;
    const decision = (twice ? decide : decideOnce)(this.policy, call, context);
    const { answer, slug, deciding, pointer } = decision;
    return {
      outcome: {
        row,
        customId,
        tool: call.tool,
        answer,
        slug,
        deciding,
        pointer: pointer ?? null,
        detail: null,
        expected,
      },
      asked: { call, context, decision },
      twice,
    };
  }

  private contextFor(input: ContextInput | undefined): Context {
    if (input === undefined) return { now: this.now };
    const known = this.contexts.get(input);
    if (known) return known;
    const context = { now: this.now, ...contextOf(input) };
    this.contexts.set(input, context);
    return context;
  }

  private invalid({ row, customId, pointer, detail }: Unreadable): Judged {
    const outcome: Outcome = {
      row,
      customId,
      tool: null,
      answer: null,
      slug: 'row_invalid',
      deciding: [],
      pointer,
      detail: detail[this.language],
      expected: null,
    };
    return { outcome, asked: null, twice: false };
  }
}
