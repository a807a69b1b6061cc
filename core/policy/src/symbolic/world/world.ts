import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import { readableContext } from '../../evaluate/disguise.js';
import type { Call, Context } from '../../evaluate/types.js';
import { AUTOMATA_LIMITS, type AutomataLimits } from '../automata/dfa.js';
import { finer, gridOf } from '../../breaks/grid.js';
import type { Openness } from '../encode/inputs.js';
import { EncodingState } from '../encode/state.js';
import { resolveLists } from '../encode/resolve-lists.js';
import { resolveStrings } from '../strings/resolve.js';
import { Substitution } from '../terms/substitute.js';
import { type SymbolicAnswer, symbolicAnswer } from './answer.js';
import { SymbolicCall } from './call.js';
import { ClosedWorld } from './closed.js';

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
 */
export class World {
  readonly state = new EncodingState();
  private readonly calls: SymbolicCall[] = [];

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
    this.calls.push(made);
    return made;
  }

  answer(core: CorePolicy, x: SymbolicCall): SymbolicAnswer {
    return symbolicAnswer(this.state, core, x);
  }

  /** Nothing may be asked of the world afterwards. */
  close(limits: AutomataLimits = AUTOMATA_LIMITS): ClosedWorld {
    const { state } = this;
    for (const { inputs } of this.calls) inputs.askRequired();
    const lists = resolveLists(state);
    for (const { inputs } of this.calls) inputs.loosenOverlaps();
    const strings = resolveStrings(state.strings, state.equalities, state.factory, limits);
    return new ClosedWorld(state, lists, new Substitution(state.factory, strings.replacements), strings);
  }
}
