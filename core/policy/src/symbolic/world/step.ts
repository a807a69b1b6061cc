import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import { variantsOf, within } from '../../core/walk.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { isRecord } from '../../values/read.js';
import { type EventName, type FieldRead, NAME, type SymbolicEvent } from '../encode/event.js';
import { Inputs, openAround, type Surroundings } from '../encode/inputs.js';
import { NowInput } from '../encode/now-input.js';
import { ObjectInputs } from '../encode/object-inputs.js';
import { STATES } from '../encode/open-state.js';
import { type ModelReader, Unrealisable } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { choose, type Sym, undefinedSym } from '../encode/sym.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { everythingOpen } from './openness.js';

/**
 * A step of a session that is not known: a well-formed call of one of some tools, in some state, at some time, or none. The principal, the session
 * and the moment of its calls are one, whatever the tool.
 */
export class SymbolicStep implements SymbolicEvent {
  readonly given = null;
  readonly exists: BoolTerm;
  readonly at: IntTerm;
  private readonly tool: IntTerm;
  private readonly stateOf: IntTerm;
  private readonly around: Surroundings;
  private readonly callId: ObjectInputs;
  private readonly calls: readonly Inputs[];

  constructor(
    private readonly state: EncodingState,
    catalogue: Catalogue | null,
    policies: readonly CorePolicy[],
    /** Sets its attributes apart. */
    readonly label: string,
    readonly tools: readonly string[],
  ) {
    const open = (root: 'principal' | 'session'): ObjectInputs =>
      new ObjectInputs(state, label, {
        root,
        given: {},
        isOpen: () => true,
        record: catalogue?.[root],
        unfit: false,
      });
    this.around = {
      principal: open('principal'),
      session: open('session'),
      now: new NowInput(state, label, undefined, true),
    };
    this.callId = new ObjectInputs(state, `${label}.identity`, {
      root: 'args',
      given: {},
      isOpen: () => true,
      record: undefined,
      unfit: false,
    });
    const made = <T>(path: string, make: () => T): T => state.own(state.attribute(label, path), make);
    this.exists = made('exists', () => state.freshBool('step'));
    this.tool = made('tool', () => state.freshInt('tool', { lo: 0n, hi: BigInt(tools.length - 1) }));
    this.stateOf = made('state', () => state.freshInt('state', { lo: 0n, hi: BigInt(STATES.length - 1) }));
    this.calls = tools.map((tool) => {
      const args = new Set(policies.flatMap((core) => argumentsOf(core, tool)));
      return new Inputs(
        state,
        catalogue,
        label,
        { tool, args: {} },
        {},
        { ...openAround(true), history: false, args },
        this.around,
      );
    });
    const { time } = this.around.now;
    this.at = time.value;
    state.constraints.push(time.defined);
  }

  isOf(tools: readonly string[]): BoolTerm {
    const { factory } = this.state;
    const ofThem = this.tools.flatMap((tool, i) =>
      tools.includes(tool) ? [factory.eq(this.tool, factory.int(i))] : [],
    );
    return factory.or(...ofThem);
  }

  isIn(states: readonly HistoryEvent['state'][]): BoolTerm {
    const { factory } = this.state;
    return factory.or(...states.map((state) => factory.eq(this.stateOf, factory.int(STATES.indexOf(state)))));
  }

  name(name: EventName): Sym {
    switch (name) {
      case 'call_id':
        return this.callId.read(['call_id'], NAME);
      case 'principal':
        return this.around.principal.read(['id'], NAME);
      case 'session':
        return this.around.session.read(['id'], NAME);
      case 'customer':
        return this.around.session.read(['customer'], NAME);
    }
  }

  read({ of, path, type, types, tools }: FieldRead): Sym {
    const { factory } = this.state;
    return tools.reduce<Sym>((rest, tool, i) => {
      const inputs = this.inputsOf(tool);
      if (!inputs) return rest;
      const at = types[i] ?? type;
      const value = of === 'args' ? inputs.readAt('args', path, at) : inputs.readAt('principal', ['id'], at);
      return choose(factory, this.isOf([tool]), value, rest);
    }, undefinedSym(factory));
  }

  has({ path, type, types, tools }: FieldRead): BoolTerm {
    const { factory } = this.state;
    return factory.or(
      ...tools.map((tool, i) => {
        const has = this.inputsOf(tool)?.hasAt('args', path, types[i] ?? type);
        return has?.kind === 'bool' ? factory.and(this.isOf([tool]), has.value) : factory.false;
      }),
    );
  }

  /** What its call reads when it is of this tool; undefined when it cannot be. */
  inputsOf(tool: string): Inputs | undefined {
    return this.calls[this.tools.indexOf(tool)];
  }

  /** All that its calls may read. */
  get inputs(): readonly Inputs[] {
    return this.calls;
  }

  /** The event a model stands for, as it comes over the wire; null when the step is not taken. */
  event(model: ModelReader): HistoryEvent | null {
    if (!model.bool(this.exists)) return null;
    const [inputs, state] = [this.calls[model.int(this.tool)], STATES[model.int(this.stateOf)]];
    if (!inputs || !state) throw new Unrealisable('a step out of range');
    const { call, context } = inputs.complete(model);
    const text = (name: EventName, value: unknown): Partial<HistoryEvent> =>
      typeof value === 'string' ? { [name]: value } : {};
    const identity = this.callId.object.complete(model);
    return {
      tool: call.tool,
      state,
      at: model.int(this.at),
      args: call.args,
      ...text('call_id', isRecord(identity) ? identity['call_id'] : undefined),
      ...text('principal', context.principal?.['id']),
      ...text('session', context.session?.['id']),
      ...text('customer', context.session?.['customer']),
    };
  }
}

/** Names of the arguments that calls of a tool may carry: declared, or else those that the policy looks at, in the present call or in events. */
export function argumentsOf(core: CorePolicy, tool: string): readonly string[] {
  if (core.catalogue) return Object.keys(core.catalogue.tools.find(({ name }) => name === tool)?.args.fields ?? {});
  const names = [...everythingOpen(core, tool, []).args];
  for (const expr of variantsOf(core).flatMap(({ guard }) => [...within(guard)])) {
    if (!('event' in expr) || !expr.event.tools.includes(tool)) continue;
    names.push(...expr.event.fields.flatMap(({ of, path }) => (of === 'args' ? path.slice(0, 1) : [])));
    if (expr.key.by === 'args') names.push(...expr.key.path.slice(0, 1));
    if (expr.op === 'sum') names.push(...expr.field.slice(0, 1));
  }
  return names;
}
