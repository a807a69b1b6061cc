import type { Catalogue } from '@ostiary/catalogue';
import type { Call, Context } from '../../evaluate/types.js';
import { GivenHistory, type HistorySource, NoHistory } from '../encode/history.js';
import { Inputs, type Openness } from '../encode/inputs.js';
import { OpenHistory } from '../encode/open-history.js';
import type { EncodingState } from '../encode/state.js';

/** One call and what stands around it: as given, except where it is open. Policies over the same call share its unknowns. */
export class SymbolicCall {
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
  return history ? new GivenHistory(state, inputs, history, history.length, inputs.now.time) : new NoHistory(state);
}
