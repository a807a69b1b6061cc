import type { AgentGraph, GraphEdge, PathEvent, TaintRule, ToolEffects } from '../../model/index.js';
import type { Succeeded } from '../judged.js';
import type { Lane } from '../lane.js';
import { Flow } from './flow.js';
import { Three } from './three.js';

const CLASSES = { privileged: 'privileged', private_to_sink: 'sink' };

/** Whether a path does what a taint rule forbids, said at its last event (S11). */
export class Taint {
  readonly #rule: TaintRule;
  readonly #effects: ToolEffects;
  readonly #three: Three | null;
  readonly flow: Flow | null;
  /** The last event of the path is what the rule forbids. */
  isBroken = false;

  constructor(graph: AgentGraph, effects: ToolEffects, rule: TaintRule) {
    this.#rule = rule;
    this.#effects = effects;
    this.#three = rule.form === 'trifecta' ? new Three(effects) : null;
    this.flow = rule.form === 'trifecta' ? null : new Flow(graph, effects, rule);
  }

  happens(lane: Lane, event: PathEvent): void {
    const { form } = this.#rule;
    if (this.#three) this.isBroken = this.#three.happens(lane, event);
    if (form === 'trifecta' || !this.flow) return;
    this.isBroken = false;
    const classes = this.#effects.get(event.name)?.classes ?? [];
    const about = this.#rule.tool === undefined ? classes.includes(CLASSES[form]) : event.name === this.#rule.tool;
    if (event.kind === 'attempt' && about) {
      const { argument, decision } = this.flow.judged(lane, event.name);
      this.isBroken = argument || (decision && form === 'privileged');
    }
    this.flow.happens(lane, event);
  }

  wrote(names: readonly string[]): void {
    this.#three?.wrote(names);
  }

  /** A node is done, before it is left. `failed`: it has failed for good, or may have. */
  over(lane: Lane, failed: boolean): void {
    this.flow?.over(lane, failed);
  }

  leaves(lane: Lane, edge: GraphEdge, failed: boolean, says: (check: Succeeded) => boolean | null): void {
    this.isBroken = false;
    this.#three?.leaves(lane, edge, says);
    this.flow?.leaves(lane, edge, failed);
  }
}
