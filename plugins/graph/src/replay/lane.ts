import type { PathEvent, ToolUse } from '../model/index.js';
import type { Ledger } from './ledger.js';
import type { Located } from './locate.js';

/** One lane of a run that is walked. */
export interface Lane {
  /** The node it is at: arrived, or in the middle of it. */
  name: string;
  at: Located;
  events: PathEvent[];
  /** The edge it came by: joins ask. */
  by: string | null;
  ledger: Ledger | null;
  /** The node is over, and has written what it writes: it was told before it is left. */
  over?: boolean;
  /** It has come out of the body that its node runs. */
  ran?: boolean;
  /** It has come to its node since the last step of its body was over (supersteps). */
  moved?: boolean;
  /** An item of the `map` of this name, whose items run at the same time. */
  item?: string;
  /** The executions of nodes that run bodies that it is in, the outermost first; of a `map` each item. One is told apart from others of the same node. */
  within: readonly Running[];
}

/** One execution of the node of this name, or one item of it. */
export interface Running {
  readonly of: string;
  /** Of an item that runs beside others the lane whose node it is an item of. */
  readonly by?: Lane;
}

/** The path is no run of the graph. */
export class Refused extends Error {
  readonly step: number;
  constructor(why: string, step: number) {
    super(why);
    this.step = step;
  }
}

/** Variables were written: what a lane has for the call that the path ends with may be gone. `own`: the node of a call that wrote before it succeeded. */
export function wrote(lane: Lane, target: ToolUse | null, names: readonly string[], own?: string): void {
  if (names.length > 0 && target) lane.ledger?.wrote(names, [target], own);
}
