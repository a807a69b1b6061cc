import type { Catalogue, Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { SessionStep } from '../evidence/play.js';
import { compareSyms, equalSyms } from '../encode/compare.js';
import type { SymbolicEvent } from '../encode/event.js';
import { EventHistory } from '../encode/history.js';
import { argsOf } from '../encode/inputs.js';
import { ObjectInputs } from '../encode/object-inputs.js';
import type { ModelReader } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { constSym, type Sym } from '../encode/sym.js';
import type { BoolTerm } from '../terms/term.js';
import type { TermFactory } from '../terms/factory.js';
import { TEXT } from '../../values/types.js';
import type { Value } from '../../values/value.js';
import { AgentStep, type CallerInputs } from './agent-step.js';
import { type Answers, ofEach, symbolicAnswer } from './answer.js';
import { conditionsOfHistory } from './history-of.js';

/** Whose call it is, and in which session: numbers from 0. */
export interface Caller {
  readonly principal: number;
  readonly session: number;
}

export interface AgentSessionOptions {
  /** Tools that may be called. */
  readonly tools: readonly string[];
  /** One principal in one session unless this says otherwise. */
  readonly callers?: ((step: number, count: number) => Caller) | undefined;
  /** All calls of this tool are the same but for these arguments. */
  readonly alike?: { readonly tool: string; readonly but: readonly string[] } | undefined;
}

const ONE_CALLER = (): Caller => ({ principal: 0, session: 0 });

/** 1 January 2026: witnesses lie after it where they can. */
const RECENT = 1_767_225_600_000n;

/**
 * A closed loop: calls that an agent chooses freely, and their events as they follow from the answers of the policy. What is allowed
 * runs, what needs a confirmation runs when a person gives it, and what runs ends before the next call or not within the session. Names
 * of principals and sessions are known unless a rule reads them.
 */
export class AgentSession {
  readonly steps: readonly AgentStep[];
  private readonly known = new Map<CorePolicy, readonly Answers[]>();
  private readonly principals = new Map<number, ObjectInputs>();
  private readonly sessions = new Map<number, ObjectInputs>();

  constructor(
    private readonly state: EncodingState,
    catalogue: Catalogue | null,
    private readonly policies: readonly CorePolicy[],
    private readonly label: string,
    count: number,
    options: AgentSessionOptions,
  ) {
    const { factory } = state;
    const { tools, callers = ONE_CALLER, alike } = options;
    const states = statesRead(policies, tools);
    const attempts = readsAttempts(policies, tools);
    const shared = alike && ObjectInputs.unknown(state, `${label}.alike`, 'args', argsOf(catalogue, alike.tool));
    this.steps = Array.from({ length: count }, (_, i) => {
      const caller = callers(i, count);
      const around: CallerInputs = {
        principal: this.named('principal', caller.principal, catalogue),
        session: this.named('session', caller.session, catalogue),
      };
      return new AgentStep(state, catalogue, policies, {
        label: `${label}.${String(i + 1)}`,
        callId: `c${String(i + 1)}`,
        tools,
        around,
        states,
        attempts,
        alike: alike && shared ? { ...alike, shared } : null,
      });
    });
    this.steps.forEach((step, i) => {
      const before = this.steps[i - 1];
      if (before) state.constraints.push(factory.le(before.at, step.at));
      else state.plain.push(factory.le(factory.int(RECENT), step.at));
    });
    this.answerAll();
  }

  get factory(): TermFactory {
    return this.state.factory;
  }

  /** The last call. @throws RangeError of a session without calls */
  get last(): AgentStep {
    const last = this.steps.at(-1);
    if (!last) throw new RangeError('a session without a call');
    return last;
  }

  /** What a policy answers to the last call. */
  lastAnswer(core: CorePolicy): Answers {
    const last = this.answers(core).at(-1);
    if (!last) throw new RangeError('a session without a call');
    return last;
  }

  /** What a policy answers to each call after those before it; the first policy of the world is the one that the session goes by. */
  answers(core: CorePolicy): readonly Answers[] {
    const known = this.known.get(core);
    if (known) return known;
    const made = this.steps.map((_, i) => this.answerTo(core, i));
    this.known.set(core, made);
    return made;
  }

  /**
   * That the call at `whole`, of the tool, carries as much as the calls of the tool after it do together: two at least, each more than
   * nothing, all in one currency. No call of the tool comes before it, and the first after it comes at the same time, with none between:
   * one could have been made in place of the other. False of what is no number.
   */
  adds(tool: string, path: readonly string[], type: Type, whole: number): BoolTerm {
    const { factory } = this;
    const all = this.steps.map((step) => ({ of: step.isOf([tool]), amount: step.argument(tool, path, type) }));
    const [first, ...parts] = all.slice(whole);
    const total = first && quantityOf(first.amount);
    const [asked, instead] = this.steps.slice(whole);
    if (!total || !asked || !instead || parts.length < 2) return factory.false;
    const each = parts.map(({ of, amount }) => {
      const part = quantityOf(amount);
      if (!part) return { fits: factory.not(of), value: factory.int(0) };
      const alike =
        part.kind === 'money' && total.kind === 'money' ? factory.eq(part.currency, total.currency) : factory.true;
      const fits = factory.implies(of, factory.and(part.defined, factory.lt(factory.int(0), part.value), alike));
      return { fits, value: factory.ite(of, part.value, factory.int(0)) };
    });
    const sum = factory.add(...each.map(({ value }) => value));
    const [next, ...more] = parts.map(({ of }) => of);
    const two = factory.and(next ?? factory.false, factory.or(...more), factory.eq(asked.at, instead.at));
    const fits = each.map((part) => part.fits);
    const before = all.slice(0, whole).map(({ of }) => factory.not(of));
    return factory.and(...before, first.of, total.defined, two, ...fits, factory.eq(sum, total.value));
  }

  /** That the last call, of the tool, carries at least this much, which is of the type. False of what is no number. */
  lastCarries(tool: string, path: readonly string[], type: Type, least: Value): BoolTerm {
    const { factory, state } = this;
    const compared = compareSyms(state, '>=', this.last.argument(tool, path, type), constSym(factory, type, least));
    return compared.value;
  }

  /** The steps a model stands for. */
  realise(model: ModelReader): readonly SessionStep[] {
    return this.steps.map((step) => step.realise(model));
  }

  /** The answers in order: what a call is answered goes by the events of those before it. */
  private answerAll(): void {
    const [core] = this.policies;
    if (!core) throw new RangeError('a session under no policy');
    const made: Answers[] = [];
    this.steps.forEach((step, i) => {
      const answers = this.answerTo(core, i);
      step.answered(answers);
      made.push(answers);
    });
    this.known.set(core, made);
  }

  private answerTo(core: CorePolicy, index: number): Answers {
    const { state } = this;
    const { factory } = state;
    const step = this.steps[index];
    if (!step) throw new RangeError(`no step ${String(index)}`);
    const before: readonly SymbolicEvent[] = this.steps.slice(0, index).flatMap(({ events }) => events);
    const parts = step.tools.map((tool, at) => {
      const inputs = step.inputs[at];
      if (!inputs) throw new RangeError(`no call of ${tool}`);
      const history = new EventHistory(state, inputs, before, before.length, inputs.now.time);
      const { answers } = symbolicAnswer(state, core, { call: inputs.call, inputs, history });
      return { of: step.isOf([tool]), answers };
    });
    return ofEach((effect) => factory.or(...parts.map(({ of, answers }) => factory.and(of, answers[effect]))));
  }

  /** The principal, or the session, of this number. Names are known where no rule looks at them, and are all different. */
  private named(root: 'principal' | 'session', number: number, catalogue: Catalogue | null): ObjectInputs {
    const { state } = this;
    const made = root === 'principal' ? this.principals : this.sessions;
    const known = made.get(number);
    if (known) return known;
    const isRead = (name: string): boolean =>
      this.policies.some(({ slots }) => slots.some((slot) => slot.root === root && slot.path[0] === name));
    const n = String(number + 1);
    const names: readonly (readonly [string, string])[] =
      root === 'principal'
        ? [['id', `agent-${n}`]]
        : [
            ['id', `session-${n}`],
            ['customer', `customer-${n}`],
          ];
    const given = names.filter(([name]) => !isRead(name));
    const object = new ObjectInputs(state, `${this.label}.${root}${n}`, {
      root,
      given: Object.fromEntries(given),
      isOpen: ([first]) => !given.some(([name]) => name === first),
      record: catalogue?.[root],
      unfit: false,
    });
    const id = object.read(['id'], TEXT);
    const others = [...made.values()].map((other) => equalSyms(state, id, other.read(['id'], TEXT)));
    state.constraints.push(id.defined, ...others.map((same) => state.factory.not(same)));
    made.set(number, object);
    return object;
  }
}

/** A number as it is known, unless it is one of any scale, which is looked for on a grid. */
const quantityOf = (sym: Sym) => ((sym.kind === 'money' || sym.kind === 'int') && sym.dense === undefined ? sym : null);

/** The states that rules about some tools look at; null: all may matter, since order does. */
function statesRead(policies: readonly CorePolicy[], tools: readonly string[]): ReadonlySet<string> | null {
  const conditions = conditionsOf(policies, tools);
  if (conditions.some(({ op }) => op === 'previous' || op === 'since')) return null;
  return new Set(conditions.map(({ event }) => event.state));
}

const conditionsOf = (policies: readonly CorePolicy[], tools: readonly string[]) =>
  policies.flatMap((core) => tools.flatMap((tool) => conditionsOfHistory(core, tool)));

/** Whether rules about some tools ask what was asked for: then the history has to say so of every call. */
export const readsAttempts = (policies: readonly CorePolicy[], tools: readonly string[]): boolean =>
  conditionsOf(policies, tools).some(({ event }) => event.state === 'requested');
