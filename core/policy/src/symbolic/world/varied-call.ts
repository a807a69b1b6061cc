import type { Catalogue } from '@ostiary/catalogue';
import type { Call, Context } from '../../evaluate/types.js';
import { isRecord, ownMember } from '../../values/read.js';
import type { Draft } from '../evidence/draft.js';
import { argsOf, Inputs } from '../encode/inputs.js';
import type { HistorySource } from '../encode/history-source.js';
import { type AttributeSource, ObjectInputs } from '../encode/object-inputs.js';
import type { ObjectRoot } from '../encode/open-object.js';
import type { ModelReader } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { VariedObject } from '../encode/varied-object.js';
import type { Asked, SymbolicCall } from './call.js';

/** Attributes by name: with this raw value, absent where it is undefined, or with any well-formed value where it is `ANY_VALUE`. */
export type ChangedAttributes = Readonly<Record<string, unknown>>;

/** An attribute that may be anything, whatever it is in the other call. */
export const ANY_VALUE: unique symbol = Symbol('any value');

/** What is another in a call than in the one it varies. All else is the same, known or not. */
export interface Variation extends Partial<Readonly<Record<ObjectRoot, ChangedAttributes>>> {
  readonly tool?: string;
}

/** A call that differs from another one in a few named attributes, and shares every other unknown with it. */
export class VariedCall implements Asked {
  readonly call: Call;
  readonly inputs: Inputs;
  readonly history: HistorySource;

  constructor(
    state: EncodingState,
    catalogue: Catalogue | null,
    name: string,
    of: SymbolicCall,
    private readonly variation: Variation,
  ) {
    // Its conditions could speak of what varies, and an open history is one for each call.
    if (of.openHistory) throw new RangeError('a call with an open history is not varied: let it come after a session');
    const { inputs } = of;
    this.call = { ...of.call, tool: variation.tool ?? of.call.tool };
    this.history = of.history;
    const own = (root: ObjectRoot): AttributeSource => {
      const changes = variation[root];
      if (!changes || Object.keys(changes).length === 0) return inputs[root];
      const source = new ObjectInputs(state, name, {
        root,
        given: known(changes),
        isOpen: ([first]) => first !== undefined && changes[first] === ANY_VALUE,
        record: root === 'args' ? argsOf(catalogue, this.call.tool) : catalogue?.[root],
        unfit: false,
      });
      return new VariedObject(state, inputs[root], source, new Set(Object.keys(changes)));
    };
    const openArgs = Object.entries(variation.args ?? {}).flatMap(([key, raw]) => (raw === ANY_VALUE ? [key] : []));
    this.inputs = new Inputs(
      state,
      catalogue,
      name,
      this.call,
      inputs.context,
      { ...inputs.open, args: new Set(openArgs) },
      {
        args: own('args'),
        principal: own('principal'),
        session: own('session'),
        labels: inputs.labels,
        rates: inputs.rates,
        now: inputs.now,
        confirmed: inputs.confirmed,
      },
    );
  }

  /** What makes this call of a draft of the other one, its own open values being those of the model. */
  changer(model: ModelReader): (from: Draft) => Draft {
    const { variation } = this;
    const chosen = (root: ObjectRoot): ChangedAttributes =>
      Object.fromEntries(
        Object.entries(variation[root] ?? {}).map(([name, raw]) =>
          raw === ANY_VALUE ? [name, valueIn(this.inputs[root].complete(model), name)] : [name, raw],
        ),
      );
    const changes = { args: chosen('args'), principal: chosen('principal'), session: chosen('session') };
    return ({ call, context }) => ({
      call: { ...call, tool: this.call.tool, args: changed(call.args, changes.args) },
      context: {
        ...context,
        ...inContext(context, 'principal', changes.principal),
        ...inContext(context, 'session', changes.session),
      },
    });
  }
}

const known = (changes: ChangedAttributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(changes).filter(([, raw]) => raw !== undefined && raw !== ANY_VALUE));

function changed(
  object: Readonly<Record<string, unknown>>,
  changes: ChangedAttributes,
): Readonly<Record<string, unknown>> {
  const kept = Object.entries(object).filter(([name]) => !Object.hasOwn(changes, name));
  return Object.fromEntries([...kept, ...Object.entries(known(changes))]);
}

function inContext(context: Context, root: 'principal' | 'session', changes: ChangedAttributes): Partial<Context> {
  return Object.keys(changes).length === 0 ? {} : { [root]: changed(context[root] ?? {}, changes) };
}

const valueIn = (object: unknown, name: string): unknown => (isRecord(object) ? ownMember(object, name) : undefined);
