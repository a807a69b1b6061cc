import type { Catalogue } from '@ostiary/catalogue';
import type { Call, Context } from '../../evaluate/types.js';
import { GivenEvent } from '../encode/event.js';
import { EventHistory } from '../encode/history.js';
import { type HistorySource, NoHistory } from '../encode/history-source.js';
import { Inputs, type Openness } from '../encode/inputs.js';
import { OpenHistory } from '../encode/open-history.js';
import type { EncodingState } from '../encode/state.js';

/** A call to decide: what it reads, and the history it is judged by. */
export interface Asked {
  readonly call: Call;
  readonly inputs: Inputs;
  readonly history: HistorySource;
}

/** One call and what stands around it: as given, except where it is open. Policies over the same call share its unknowns. */
export class SymbolicCall implements Asked {
  readonly inputs: Inputs;
  readonly history: HistorySource;
  /** Set when the history is open. */
  readonly openHistory: OpenHistory | null;

  constructor(
    state: EncodingState,
    catalogue: Catalogue | null,
    readonly name: string,
    readonly call: Call,
    context: Context,
    readonly open: Openness,
  ) {
    this.inputs = new Inputs(state, catalogue, name, call, context, open);
    this.openHistory = open.history ? new OpenHistory(state, this.inputs) : null;
    this.history = this.openHistory ?? givenHistory(state, this.inputs, context);
  }
}

function givenHistory(state: EncodingState, inputs: Inputs, { history }: Context): HistorySource {
  if (!history) return new NoHistory(state);
  const events = history.map((event) => new GivenEvent(state.factory, event));
  return new EventHistory(state, inputs, events, events.length, inputs.now.time);
}
