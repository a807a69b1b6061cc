import { member } from '../source/tree.js';
import { CODE, ON_ITEMS, PASSES } from './types.js';
import type { Connection, Item } from './workflow.js';

/** A node on the way of items to another, and the output they left it by. */
export interface Step {
  readonly name: string;
  readonly output: number;
}

/** Where the items of a workflow come from. */
export class Origins {
  readonly #items: ReadonlyMap<string, Item>;
  readonly #into: ReadonlyMap<string, readonly Connection[]>;
  readonly #ways = new Map<string, readonly Step[]>();
  readonly #sources = new Map<string, ReadonlySet<string>>();

  /** @param judges nodes that are no nodes of the graph, by the node that asks: they look at what a person answered there, and all items go the way of the answer */
  constructor(
    items: ReadonlyMap<string, Item>,
    connections: readonly Connection[],
    private readonly judges: ReadonlyMap<string, string>,
  ) {
    this.#items = items;
    this.#into = Map.groupBy(
      connections.filter(({ kind }) => kind === 'main'),
      ({ target }) => target,
    );
  }

  /** Back from a node by the only way that leads to it, through nodes that pass on what they get, to the first that makes items or has several ways in. Without the node itself. */
  wayTo(name: string): readonly Step[] {
    const known = this.#ways.get(name);
    if (known) return known;
    const way: Step[] = [];
    const seen = new Set([name]);
    for (let here = name; ;) {
      const [only, ...others] = this.#into.get(here) ?? [];
      if (!only || others.length > 0 || seen.has(only.source) || !this.#items.has(only.source)) break;
      const asker = this.judges.get(only.source);
      way.unshift({ name: asker ?? only.source, output: only.output });
      if (!this.#passes(only.source)) break;
      seen.add(only.source);
      here = only.source;
    }
    this.#ways.set(name, way);
    return way;
  }

  /**
   * The node that made the items which a node gets, or (`given`) which it gives: where several ways lead together, the node where they do.
   */
  madeBy(name: string, given = false): string {
    if (given && !this.#passes(name)) return name;
    return this.wayTo(name)[0]?.name ?? name;
  }

  /** All nodes whose data may be in the items that a node gives: what only works on items passes on what it likes. */
  sources(name: string): ReadonlySet<string> {
    const known = this.#sources.get(name);
    if (known) return known;
    const found = new Set<string>();
    const seen = new Set([name]);
    const open = [name];
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      const item = this.#items.get(here);
      if (item && this.#keeps(item)) {
        const before = (this.#into.get(here) ?? []).map(({ source }) => source);
        const mentioned = PASSES.has(item.type) ? [] : mentionedBy(item).filter((one) => this.#items.has(one));
        for (const one of [...before, ...mentioned])
          if (!seen.has(one)) {
            seen.add(one);
            open.push(one);
          }
        if (before.length > 0) continue;
      }
      found.add(here);
    }
    this.#sources.set(name, found);
    return found;
  }

  #passes(name: string): boolean {
    const item = this.#items.get(name);
    return item !== undefined && PASSES.has(item.type) && !this.judges.has(name);
  }

  #keeps({ type, source }: Item): boolean {
    return (
      PASSES.has(type) ||
      ON_ITEMS.has(type) ||
      CODE.has(type) ||
      type === 'splitInBatches' ||
      member(source, 'disabled') === true ||
      type === 'respondToWebhook'
    );
  }
}

const NAMED = /\$(?:\(|node\[|items\()\s*\\?["'](.+?)\\?["']\s*[\])]/g;

/** Other nodes whose data a node may use, by their names in its expressions. */
const mentionedBy = ({ parameters }: Item): readonly string[] =>
  [...(JSON.stringify(parameters) ?? '').matchAll(NAMED)].map(([, name = '']) => name);
