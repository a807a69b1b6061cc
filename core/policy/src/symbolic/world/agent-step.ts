import type { Catalogue, Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { type EventName, type FieldRead, NAME, type SymbolicEvent } from '../encode/event.js';
import { Inputs, openAround } from '../encode/inputs.js';
import { NowInput } from '../encode/now-input.js';
import { ObjectInputs } from '../encode/object-inputs.js';
import type { ModelReader } from '../encode/realisable.js';
import { Unrealisable } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { choose, constSym, type Sym, undefinedSym } from '../encode/sym.js';
import { VariedObject } from '../encode/varied-object.js';
import type { Ending, SessionStep } from '../evidence/play.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { Answers } from './answer.js';
import { argumentsOf } from './step.js';

export interface CallerInputs {
  readonly principal: ObjectInputs;
  readonly session: ObjectInputs;
}

interface StepParts {
  /** Sets its attributes apart. */
  readonly label: string;
  readonly callId: string;
  readonly tools: readonly string[];
  readonly around: CallerInputs;
  /** The states that anything looks at; null: all. */
  readonly states: ReadonlySet<string> | null;
  /** Whether its history says of each call that it was asked for. */
  readonly attempts: boolean;
  readonly alike: { readonly tool: string; readonly but: readonly string[]; readonly shared: ObjectInputs } | null;
}

const ENDINGS: readonly Ending[] = [null, 'ok', 'failed'];

/** A call of an agent: of one of some tools, at some time, with what becomes of it. */
export class AgentStep {
  readonly at: IntTerm;
  readonly tools: readonly string[];
  /** What its call reads, for each tool. */
  readonly inputs: readonly Inputs[];
  /** What later calls see of it. */
  events: readonly SymbolicEvent[] = [];
  /** Whether a person confirms it where that is asked for. */
  readonly agreed: BoolTerm;
  private readonly tool: IntTerm;
  private readonly ending: IntTerm;
  private answer: Answers | null = null;

  constructor(
    private readonly state: EncodingState,
    catalogue: Catalogue | null,
    policies: readonly CorePolicy[],
    private readonly parts: StepParts,
  ) {
    const { label, tools, around, alike } = parts;
    this.tools = tools;
    const made = <T>(path: string, make: () => T): T => state.own(state.attribute(label, path), make);
    this.tool = made('tool', () => state.freshInt('tool', { lo: 0n, hi: BigInt(tools.length - 1) }));
    this.agreed = made('agreed', () => state.freshBool('agreed'));
    this.ending = made('ending', () => state.freshInt('ending', { lo: 0n, hi: BigInt(ENDINGS.length - 1) }));
    const now = new NowInput(state, label, undefined, true);
    this.inputs = tools.map((tool) => {
      const args = new Set(policies.flatMap((core) => argumentsOf(core, tool)));
      return new Inputs(
        state,
        catalogue,
        label,
        { tool, args: {} },
        {},
        { ...openAround(true), history: false, confirmed: false, args },
        { ...around, now, ...(alike?.tool === tool && { args: this.likeOthers(catalogue, alike) }) },
      );
    });
    this.at = now.time.value;
    state.constraints.push(now.time.defined);
  }

  isOf(tools: readonly string[]): BoolTerm {
    const { factory } = this.state;
    return factory.or(
      ...this.tools.flatMap((tool, i) => (tools.includes(tool) ? [factory.eq(this.tool, factory.int(i))] : [])),
    );
  }

  /** Whether it ends so: before the next call, or not within the session (null). */
  ends(...endings: readonly Ending[]): BoolTerm {
    const { factory } = this.state;
    return factory.or(...endings.map((each) => factory.eq(this.ending, factory.int(ENDINGS.indexOf(each)))));
  }

  /** Where it runs: it is allowed, or a person confirms it. */
  get runs(): BoolTerm {
    const { factory } = this.state;
    const { allow, confirm } = this.known();
    return factory.or(allow, factory.and(confirm, this.agreed));
  }

  /** An argument of its call of one tool. */
  read(tool: string, path: readonly string[], type: Type): Sym {
    const inputs = this.inputs[this.tools.indexOf(tool)];
    return inputs ? inputs.readAt('args', path, type) : undefinedSym(this.state.factory);
  }

  /** That the session, and every argument of its call of a tool, has a label. */
  carries(tool: string, label: string): BoolTerm {
    const inputs = this.inputs[this.tools.indexOf(tool)];
    return inputs?.labels.everywhere(inputs.open.args, label) ?? this.state.factory.false;
  }

  /** The policy's answer to it, from which its events follow. */
  answered(answers: Answers): void {
    this.answer = answers;
    const { factory } = this.state;
    const { states, attempts } = this.parts;
    const matters = (...some: readonly string[]): boolean =>
      states === null || [...some, 'open'].some((each) => states.has(each));
    const { allow, confirm, refuse } = answers;
    const asked = attempts ? [this.event(factory.true, [['requested', factory.true]])] : [];
    const first = matters('allowed', 'requested', 'refused')
      ? [
          this.event(attempts ? factory.not(confirm) : factory.true, [
            ['allowed', allow],
            ['requested', confirm],
            ['refused', refuse],
          ]),
        ]
      : [];
    const agreed = matters('confirmed')
      ? [this.event(factory.and(confirm, this.agreed), [['confirmed', factory.true]])]
      : [];
    const ended = matters('ok', 'failed')
      ? [
          this.event(factory.and(this.runs, this.ends('ok', 'failed')), [
            ['ok', this.ends('ok')],
            ['failed', this.ends('failed')],
          ]),
        ]
      : [];
    this.events = [...asked, ...first, ...agreed, ...ended];
  }

  /** The step a model stands for. */
  realise(model: ModelReader): SessionStep {
    const [inputs, ending] = [this.inputs[model.int(this.tool)], ENDINGS[model.int(this.ending)]];
    if (!inputs || ending === undefined) throw new Unrealisable('a step out of range');
    const { call, context } = inputs.complete(model);
    return { call, context, agreed: model.bool(this.agreed), ending, attributes: inputs.openAttributes() };
  }

  private known(): Answers {
    if (!this.answer) throw new RangeError('a step that has no answer yet');
    return this.answer;
  }

  private event(exists: BoolTerm, inStates: readonly (readonly [HistoryEvent['state'], BoolTerm])[]): SymbolicEvent {
    const { factory } = this.state;
    return {
      given: null,
      exists,
      at: this.at,
      tools: this.tools,
      isOf: (tools) => this.isOf(tools),
      isIn: (states) => factory.or(...inStates.flatMap(([state, holds]) => (states.includes(state) ? [holds] : []))),
      name: (name) => this.name(name),
      read: (field) => this.field(field),
      has: (field) => this.hasField(field),
    };
  }

  private name(name: EventName): Sym {
    const { principal, session } = this.parts.around;
    switch (name) {
      case 'call_id':
        return constSym(this.state.factory, NAME, this.parts.callId);
      case 'principal':
        return principal.read(['id'], NAME);
      case 'session':
        return session.read(['id'], NAME);
      case 'customer':
        return session.read(['customer'], NAME);
    }
  }

  private field({ of, path, type, types, tools }: FieldRead): Sym {
    const { factory } = this.state;
    return tools.reduce<Sym>((rest, tool, i) => {
      const inputs = this.inputs[this.tools.indexOf(tool)];
      if (!inputs) return rest;
      const at = types[i] ?? type;
      const value = of === 'args' ? inputs.readAt('args', path, at) : inputs.readAt('principal', ['id'], at);
      return choose(factory, this.isOf([tool]), value, rest);
    }, undefinedSym(factory));
  }

  private hasField({ path, type, types, tools }: FieldRead): BoolTerm {
    const { factory } = this.state;
    return factory.or(
      ...tools.map((tool, i) => {
        const has = this.inputs[this.tools.indexOf(tool)]?.hasAt('args', path, types[i] ?? type);
        return has?.kind === 'bool' ? factory.and(this.isOf([tool]), has.value) : factory.false;
      }),
    );
  }

  private likeOthers(
    catalogue: Catalogue | null,
    { tool, but, shared }: NonNullable<StepParts['alike']>,
  ): VariedObject {
    const own = new ObjectInputs(this.state, this.parts.label, {
      root: 'args',
      given: {},
      isOpen: ([first]) => first !== undefined && but.includes(first),
      record: catalogue?.tools.find(({ name }) => name === tool)?.args,
      unfit: false,
    });
    return new VariedObject(this.state, shared, own, new Set(but));
  }
}
