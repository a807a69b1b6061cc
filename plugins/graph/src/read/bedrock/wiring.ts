import type { Connection, Flow, FlowNode } from './flow.js';

/** Which nodes a flow's connections lead to, and what runs after what. */
export class Wiring {
  readonly byName: ReadonlyMap<string, FlowNode>;
  private readonly into = new Map<string, Connection[]>();
  private readonly outOf = new Map<string, Connection[]>();
  private readonly waits = new Map<string, readonly string[]>();

  constructor({ nodes, connections }: Flow) {
    this.byName = new Map(nodes.map((node) => [node.name, node]));
    for (const connection of connections) {
      push(this.into, connection.target, connection);
      push(this.outOf, connection.source, connection);
    }
  }

  arriving(name: string): readonly Connection[] {
    return this.into.get(name) ?? [];
  }

  leaving(name: string): readonly Connection[] {
    return this.outOf.get(name) ?? [];
  }

  /** The nodes that run after this one: those its data leads to, each once, unless a condition that it comes before decides on them. */
  targetsOf(name: string): ReadonlySet<string> {
    const data = this.leaving(name).filter(({ condition }) => condition === undefined);
    const targets = data.map(({ target }) => target).filter((target) => !this.isSize(name, target));
    return new Set(targets.filter((target) => !this.isDecided(target) || this.waitsFor(target).includes(name)));
  }

  isDecided(name: string): boolean {
    return this.arriving(name).some(({ condition }) => condition !== undefined);
  }

  /** Of a node that a condition decides on: the nodes whose data it waits for as well, because they do not all come before the condition. */
  waitsFor(name: string): readonly string[] {
    const known = this.waits.get(name) ?? this.foundBeside(name);
    this.waits.set(name, known);
    return known;
  }

  private foundBeside(name: string): readonly string[] {
    const into = this.arriving(name);
    const before = new Set(into.flatMap(({ source, condition }) => (condition === undefined ? [] : [source])));
    for (const node of before) for (const { source } of this.arriving(node)) before.add(source);
    return into.flatMap(({ source, condition }) => (condition !== undefined || before.has(source) ? [] : [source]));
  }

  collectorOf(iterator: string): string | undefined {
    return this.leaving(iterator).find(({ target }) => this.isSize(iterator, target))?.target;
  }

  /** An Iterator tells its Collector how many items there are, beside the way through the nodes between. */
  isSize(source: string, target: string): boolean {
    return this.byName.get(source)?.type === 'Iterator' && this.byName.get(target)?.type === 'Collector';
  }
}

function push(map: Map<string, Connection[]>, key: string, connection: Connection): void {
  const list = map.get(key);
  if (list) list.push(connection);
  else map.set(key, [connection]);
}
