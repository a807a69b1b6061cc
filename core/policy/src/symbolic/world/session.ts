import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { GivenEvent, type SymbolicEvent } from '../encode/event.js';
import { EventHistory } from '../encode/history.js';
import { type HistorySource } from '../encode/history-source.js';
import type { Inputs } from '../encode/inputs.js';
import type { ModelReader } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import type { Asked } from './call.js';
import { SymbolicStep } from './step.js';

/** What a session is made of. */
export interface SessionOptions {
  /** Events that have happened, in time order; the steps come after them. */
  readonly given?: readonly HistoryEvent[];
  /** Tools that steps may be of: those the policies know, unless this says less. */
  readonly tools?: readonly string[];
}

/**
 * Given events, and after them up to so many steps that are not known: each is a call that the catalogue accepts, in some state. Times are in
 * order; who called, in which session and under which `call_id` is known or not. What a policy answers after it is exact: there is no session
 * of so many steps that it leaves out, and none that it adds.
 */
export class SymbolicSession {
  readonly steps: readonly SymbolicStep[];
  private readonly given: readonly GivenEvent[];

  constructor(
    private readonly state: EncodingState,
    catalogue: Catalogue | null,
    policies: readonly CorePolicy[],
    label: string,
    count: number,
    options: SessionOptions,
  ) {
    const { factory } = state;
    const tools = options.tools ?? [...new Set(policies.flatMap((core) => core.tools))];
    this.given = (options.given ?? []).map((event) => new GivenEvent(factory, event));
    this.steps = Array.from(
      { length: tools.length === 0 ? 0 : count },
      (_, i) => new SymbolicStep(state, catalogue, policies, `${label}.${String(i + 1)}`, tools),
    );
    this.events.forEach((event, i) => {
      const before = this.events[i - 1];
      if (!before || event.given) return;
      state.constraints.push(factory.implies(event.exists, before.exists), factory.le(before.at, event.at));
    });
  }

  /** In time order. */
  get events(): readonly SymbolicEvent[] {
    return [...this.given, ...this.steps];
  }

  /** What a call sees of it: all, or only the events before so many steps have been taken. */
  history(inputs: Inputs, steps = this.steps.length): HistorySource {
    const { events } = this;
    const length = this.given.length + steps;
    return new EventHistory(this.state, inputs, events.slice(0, length), length, inputs.now.time);
  }

  /** The call of a step, when it is of this tool, as a call to decide after the steps before it; null when it cannot be of the tool. */
  callOf(step: number, tool: string): Asked | null {
    const inputs = this.steps[step]?.inputsOf(tool);
    return inputs ? { call: inputs.call, inputs, history: this.history(inputs, step) } : null;
  }

  /** The events a model stands for, as they come over the wire. */
  realise(model: ModelReader): readonly HistoryEvent[] {
    return this.events
      .flatMap((event) => event.given ?? [])
      .concat(this.steps.flatMap((step) => step.event(model) ?? []));
  }
}
