import type { CoreEventField } from '../../core/ir.js';
import { readPath } from '../../evaluate/paths.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { readerOf } from '../../values/read.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import { constSym, type Sym, undefinedSym } from './sym.js';

export type EventName = 'principal' | 'session' | 'customer' | 'call_id';

/** A field as a condition reads it: of several tools, each at a type of its own. */
export type FieldRead = Pick<CoreEventField, 'of' | 'path' | 'type' | 'types'> & { readonly tools: readonly string[] };

/** One event of a history, in terms: those of a given event are constant. */
export interface SymbolicEvent {
  /** Null for an event that is not given. */
  readonly given: HistoryEvent | null;
  /** Whether it is there at all. */
  readonly exists: BoolTerm;
  readonly at: IntTerm;
  /** Tools it may be of. */
  readonly tools: readonly string[];
  isOf(tools: readonly string[]): BoolTerm;
  isIn(states: readonly HistoryEvent['state'][]): BoolTerm;
  /** Text; undefined where it is not known. */
  name(name: EventName): Sym;
  /** Undefined, too, when it is of another tool. */
  read(field: FieldRead): Sym;
  has(field: FieldRead): BoolTerm;
}

/** An event that is known. */
export class GivenEvent implements SymbolicEvent {
  readonly exists: BoolTerm;
  readonly at: IntTerm;
  readonly tools: readonly string[];

  constructor(
    private readonly factory: TermFactory,
    readonly given: HistoryEvent,
  ) {
    this.exists = factory.true;
    this.at = factory.int(given.at);
    this.tools = [given.tool];
  }

  isOf(tools: readonly string[]): BoolTerm {
    return this.factory.constBool(tools.includes(this.given.tool));
  }

  isIn(states: readonly HistoryEvent['state'][]): BoolTerm {
    return this.factory.constBool(states.includes(this.given.state));
  }

  name(name: EventName): Sym {
    const text = this.given[name];
    return text === undefined ? undefinedSym(this.factory) : constSym(this.factory, TEXT, text);
  }

  read({ of, path, type, types, tools }: FieldRead): Sym {
    const tool = tools.indexOf(this.given.tool);
    if (tool < 0) return undefinedSym(this.factory);
    const reader = readerOf(types[tool] ?? type);
    const { args, principal } = this.given;
    const value = of === 'args' ? readPath(args, path, reader) : readPath({ by: principal }, ['by'], reader);
    return typeof value === 'symbol' ? undefinedSym(this.factory) : constSym(this.factory, type, value);
  }

  has({ path, tools }: FieldRead): BoolTerm {
    const isThere = tools.includes(this.given.tool) && readPath(this.given.args, path, () => true) === true;
    return this.factory.constBool(isThere);
  }
}
