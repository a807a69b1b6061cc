import type { Catalogue, Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import type { CompareOp } from '../../syntax/ast.js';
import { readableContext } from '../../evaluate/disguise.js';
import type { Call, Context } from '../../evaluate/types.js';
import { AUTOMATA_LIMITS, type AutomataLimits } from '../automata/dfa.js';
import { finer, gridOf } from '../../breaks/grid.js';
import type { Inputs, Openness } from '../encode/inputs.js';
import { EncodingState } from '../encode/state.js';
import { resolveLists } from '../encode/resolve-lists.js';
import { resolveStrings } from '../strings/resolve.js';
import { Substitution } from '../terms/substitute.js';
import { compareSyms } from '../encode/compare.js';
import type { Sym } from '../encode/sym.js';
import type { ObjectRoot } from '../encode/open-object.js';
import { type Guarded, type SymbolicAnswer, symbolicAnswer } from './answer.js';
import { type Asked, SymbolicCall } from './call.js';
import { ClosedWorld } from './closed.js';
import { VariedCall, type Variation } from './varied-call.js';
import { AgentSession, type AgentSessionOptions } from './agent-session.js';
import { type SessionOptions, SymbolicSession } from './session.js';

/** An attribute and what it is read at. */
export interface ComparedAttribute {
  readonly root: ObjectRoot;
  readonly path: readonly string[];
  readonly type: Type;
}

/**
 * The unknowns of a question: as many calls as it needs, and what any number of policies answer to them. Nothing is settled about
 * unknown strings and lists until the world is closed, so that all that is asked of one is known by then.
 *
 * @example
 * const world = new World([core]);
 * const x = world.call({ tool: 'pay', args: {} }, {}, open);
 * const answer = world.answer(core, x);
 * const closed = world.close();
 * const goal = closed.term(answer.answers.allow);
 * See docs/adr/0095.
 */
export class World {
  readonly state = new EncodingState();
  /** Of calls and of steps. */
  private readonly asked: Inputs[] = [];
  private sessions = 0;
  private variations = 0;
  private readonly catalogue: Catalogue | null;

  /** @param policies all that will be asked, over one catalogue */
  constructor(private readonly policies: readonly CorePolicy[]) {
    this.catalogue = policies[0]?.catalogue ?? null;
  }

  /** @param name sets the call's attributes apart from those of other calls of this world */
  call(call: Call, context: Context, open: Openness, name = 'x'): SymbolicCall {
    const { state } = this;
    state.grid = finer(state.grid, gridOf(this.policies, call, context));
    const readable = this.policies.reduce((seen, core) => readableContext(core)(seen), context);
    const made = new SymbolicCall(state, this.catalogue, name, call, readable, open);
    this.asked.push(made.inputs);
    return made;
  }

  /** The same call but for some attributes, or for the tool. Of a call without an open history. */
  vary(x: SymbolicCall, variation: Variation): VariedCall {
    const name = `${x.name}.${String(++this.variations)}`;
    const made = new VariedCall(this.state, this.catalogue, name, x, variation);
    this.asked.push(made.inputs);
    return made;
  }

  /** How the values of one attribute in two calls compare. */
  compare(one: Asked, other: Asked, attribute: ComparedAttribute, cmp: CompareOp): Guarded {
    const { root, path, type } = attribute;
    const read = ({ inputs }: Asked): Sym => inputs.readAt(root, path, type);
    const [left, right] = [read(one), read(other)];
    const { defined, value } = compareSyms(this.state, cmp, left, right);
    return { holds: value, undefined: this.state.factory.not(defined) };
  }

  /**
   * @param count the most steps there are
   *
   * @example
   * const s = world.session(2);
   * const answer = world.answer(core, x, s); // of a call after at most two others
   * const closed = world.close();
   * const draft = closed.realise(core, x, assignment, s);
   */
  session(count: number, options: SessionOptions = {}): SymbolicSession {
    const { state } = this;
    state.grid = finer(state.grid, gridOf(this.policies, { tool: '', args: {} }, { history: options.given ?? [] }));
    const made = new SymbolicSession(
      state,
      this.catalogue,
      this.policies,
      `s${String(++this.sessions)}`,
      count,
      options,
    );
    for (const { inputs } of made.steps) this.asked.push(...inputs);
    return made;
  }

  /**
   * Calls of an agent, one after the other, whose states follow from what the first policy of this world answers to them.
   *
   * @param count how many calls there are
   */
  agentSession(count: number, options: AgentSessionOptions): AgentSession {
    const { state } = this;
    state.grid = finer(state.grid, gridOf(this.policies, { tool: '', args: {} }, {}));
    const made = new AgentSession(state, this.catalogue, this.policies, `a${String(++this.sessions)}`, count, options);
    for (const { inputs } of made.steps) this.asked.push(...inputs);
    return made;
  }

  /** @param after the session that the call comes after, in place of the history of its context */
  answer(core: CorePolicy, x: Asked, after?: SymbolicSession): SymbolicAnswer {
    return symbolicAnswer(this.state, core, after ? { ...x, history: after.history(x.inputs) } : x);
  }

  /** Nothing may be asked of the world afterwards. */
  close(limits: AutomataLimits = AUTOMATA_LIMITS): ClosedWorld {
    const { state } = this;
    for (const inputs of this.asked) inputs.askRequired();
    const lists = resolveLists(state);
    for (const inputs of this.asked) inputs.loosenOverlaps();
    const strings = resolveStrings(state.strings, state.equalities, state.factory, limits);
    return new ClosedWorld(state, lists, new Substitution(state.factory, strings.replacements), strings);
  }
}
