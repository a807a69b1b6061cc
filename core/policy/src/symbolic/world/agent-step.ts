import type { Catalogue, Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import type { SymbolicEvent } from '../encode/event.js';
import { argsOf } from '../encode/inputs.js';
import { NowInput } from '../encode/now-input.js';
import { ObjectInputs } from '../encode/object-inputs.js';
import { type ModelReader, Unrealisable } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { constSym, type Sym, undefinedSym } from '../encode/sym.js';
import { VariedObject } from '../encode/varied-object.js';
import type { Ending, SessionStep } from '../evidence/play.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import type { Answers } from './answer.js';
import { CallOfTools, unknownInputs } from './call-of-tools.js';

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
export class AgentStep extends CallOfTools {
  readonly at: IntTerm;
  /** What later calls see of it. */
  events: readonly SymbolicEvent[] = [];
  /** Whether a person confirms it where that is asked for. */
  readonly agreed: BoolTerm;
  private readonly tool: IntTerm;
  private readonly ending: IntTerm;
  private answer: Answers | null = null;

  constructor(
    state: EncodingState,
    catalogue: Catalogue | null,
    policies: readonly CorePolicy[],
    private readonly parts: StepParts,
  ) {
    const { label, tools, around, alike, callId } = parts;
    const made = <T>(path: string, make: () => T): T => state.own(state.attribute(label, path), make);
    const tool = made('tool', () => state.freshInt('tool', { lo: 0n, hi: BigInt(tools.length - 1) }));
    const agreed = made('agreed', () => state.freshBool('agreed'));
    const ending = made('ending', () => state.freshInt('ending', { lo: 0n, hi: BigInt(ENDINGS.length - 1) }));
    const now = new NowInput(state, label, undefined, true);
    const inputs = tools.map((each) =>
      unknownInputs(
        state,
        catalogue,
        policies,
        { label, tool: each, confirmed: false },
        { ...around, now, ...(alike?.tool === each && { args: likeOthers(state, catalogue, label, alike) }) },
      ),
    );
    super(state, { tool, tools, inputs, around, callId: () => constSym(state.factory, TEXT, callId) });
    [this.tool, this.agreed, this.ending] = [tool, agreed, ending];
    this.at = now.time.value;
    state.constraints.push(now.time.defined);
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
  argument(tool: string, path: readonly string[], type: Type): Sym {
    return this.inputsOf(tool)?.readAt('args', path, type) ?? undefinedSym(this.state.factory);
  }

  /** That the session, and every argument of its call of a tool, has a label. */
  carries(tool: string, label: string): BoolTerm {
    const inputs = this.inputsOf(tool);
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
      read: (field) => this.read(field),
      has: (field) => this.has(field),
    };
  }
}

function likeOthers(
  state: EncodingState,
  catalogue: Catalogue | null,
  label: string,
  { tool, but, shared }: NonNullable<StepParts['alike']>,
): VariedObject {
  const isOpen = ([first]: readonly string[]): boolean => first !== undefined && but.includes(first);
  const own = ObjectInputs.unknown(state, label, 'args', argsOf(catalogue, tool), isOpen);
  return new VariedObject(state, shared, own, new Set(but));
}
