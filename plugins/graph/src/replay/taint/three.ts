import { isWrite, type GraphEdge, type PathEvent, type ToolEffects } from '../../model/index.js';
import { writesOf, writesOver } from '../execution.js';
import type { Succeeded } from '../judged.js';
import type { Lane } from '../lane.js';

/**
 * What a run has attempted of the three that a `trifecta` is made of, and whether anybody approved anything (S11). A confirmation that nobody says how it passes has passed.
 */
export class Three {
  readonly #effects: ToolEffects;
  readonly #seen = new Set<string>();
  #approved = false;
  #waiting: { readonly node: string; readonly tool: string; readonly result: string | undefined }[] = [];

  constructor(effects: ToolEffects) {
    this.#effects = effects;
  }

  /** Whether this event makes them three. */
  happens({ name: node, at }: Lane, { kind, name }: PathEvent): boolean {
    const before = this.#seen.size;
    if (kind === 'attempt') this.wrote(writesOf(at.node));
    const effect = this.#effects.get(name);
    if (kind === 'approve' || kind === 'edit') this.#approved = true;
    if (kind === 'success')
      for (const { passes } of effect?.confirms ?? []) {
        if (passes === undefined || passes === 'success') this.#approved = true;
        else this.#waiting.push({ node, tool: name, result: at.node.result });
      }
    if (kind !== 'attempt' || effect === undefined) return false;
    for (const label of ['untrusted', 'private'])
      if (effect.classes.includes('source') && effect.labels?.includes(label)) this.#seen.add(label);
    if (effect.classes.includes('sink') || isWrite(effect)) this.#seen.add('way out');
    return before < 3 && this.#seen.size === 3 && !this.#approved;
  }

  /** What is written to a result is not what a call returned before. */
  wrote(names: readonly string[]): void {
    this.#waiting = this.#waiting.map((each) =>
      each.result !== undefined && writesOver(names, each.result) ? { ...each, result: undefined } : each,
    );
  }

  leaves(lane: Lane, edge: GraphEdge, says: (check: Succeeded) => boolean | null): void {
    for (const { node, tool, result } of this.#waiting)
      for (const { passes } of this.#effects.get(tool)?.confirms ?? [])
        if (passes !== undefined && says({ at: node, ...(result !== undefined && { result }), passes }) === true)
          this.#approved = true;
    this.#waiting = this.#waiting.filter(({ node }) => node !== lane.name || edge.outcome !== 'fail');
  }
}
