import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { isRecord } from '../../values/read.js';
import type { SymbolicEvent } from '../encode/event.js';
import { NowInput } from '../encode/now-input.js';
import { ObjectInputs } from '../encode/object-inputs.js';
import { STATES } from '../encode/open-state.js';
import { type ModelReader, Unrealisable } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { namesIn, namesOf } from '../evidence/play.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import { CallOfTools, unknownInputs } from './call-of-tools.js';

/**
 * A step of a session that is not known: a well-formed call of one of some tools, in some state, at some time, or none. The principal, the session
 * and the moment of its calls are one, whatever the tool.
 */
export class SymbolicStep extends CallOfTools implements SymbolicEvent {
  readonly given = null;
  readonly exists: BoolTerm;
  readonly at: IntTerm;
  private readonly tool: IntTerm;
  private readonly stateOf: IntTerm;
  private readonly callId: ObjectInputs;

  constructor(
    state: EncodingState,
    catalogue: Catalogue | null,
    policies: readonly CorePolicy[],
    /** Sets its attributes apart. */
    label: string,
    tools: readonly string[],
  ) {
    const around = {
      principal: ObjectInputs.unknown(state, label, 'principal', catalogue?.principal),
      session: ObjectInputs.unknown(state, label, 'session', catalogue?.session),
      now: new NowInput(state, label, undefined, true),
    };
    const callId = ObjectInputs.unknown(state, `${label}.identity`, 'args', undefined);
    const made = <T>(path: string, make: () => T): T => state.own(state.attribute(label, path), make);
    const exists = made('exists', () => state.freshBool('step'));
    const tool = made('tool', () => state.freshInt('tool', { lo: 0n, hi: BigInt(tools.length - 1) }));
    const stateOf = made('state', () => state.freshInt('state', { lo: 0n, hi: BigInt(STATES.length - 1) }));
    const inputs = tools.map((each) =>
      unknownInputs(state, catalogue, policies, { label, tool: each, confirmed: true }, around),
    );
    super(state, { tool, tools, inputs, around, callId: () => callId.read(['call_id'], TEXT) });
    [this.exists, this.tool, this.stateOf, this.callId] = [exists, tool, stateOf, callId];
    const { time } = around.now;
    this.at = time.value;
    state.constraints.push(time.defined);
  }

  isIn(states: readonly HistoryEvent['state'][]): BoolTerm {
    const { factory } = this.state;
    return factory.or(...states.map((state) => factory.eq(this.stateOf, factory.int(STATES.indexOf(state)))));
  }

  /** The event a model stands for, as it comes over the wire; null when the step is not taken. */
  event(model: ModelReader): HistoryEvent | null {
    if (!model.bool(this.exists)) return null;
    const [inputs, state] = [this.inputs[model.int(this.tool)], STATES[model.int(this.stateOf)]];
    if (!inputs || !state) throw new Unrealisable('a step out of range');
    const { call, context } = inputs.complete(model);
    const identity = this.callId.complete(model);
    return {
      tool: call.tool,
      state,
      at: model.int(this.at),
      args: call.args,
      ...namesIn({ call_id: isRecord(identity) ? identity['call_id'] : undefined }),
      ...namesOf(context),
    };
  }
}
