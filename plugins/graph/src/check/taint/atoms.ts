import { type ControlGraph, callsOf, writesOf } from '../../lower/index.js';
import type { DataEdge, GuardExpr } from '../../model/index.js';
import type { Bits } from './value.js';

/** A history of messages that models share (S11). */
type History = number;

/** One bit is left for the history that a node has for itself. */
const MOST_ATOMS = 30;

/** What of one graph can be tainted, each with its bit. */
export class Atoms {
  readonly #graph: ControlGraph;
  readonly #bits = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #variables = new Map<string, Bits>();
  /** Per instance of a body the history that its nodes share, and whether each of its nodes has its own instead. */
  readonly #bodies: { readonly history: History; readonly apart: boolean }[] = [];
  readonly #into = new Map<number, { readonly from: number; readonly input?: string }[]>();
  readonly #inlined = new Map<number, number>();
  readonly #listed: readonly string[];
  /** The bit of the history that a node has for itself. */
  readonly own: Bits;

  constructor(graph: ControlGraph, isolated: boolean) {
    this.#graph = graph;
    this.#bodies = graph.instances.map(() => ({ history: 0, apart: isolated }));
    graph.instances.forEach(({ around, parent, body, base }, instance) => {
      if (around >= 0) {
        const first = this.#inlined.get(around);
        this.#inlined.set(around, first ?? instance);
        const { context: own } = body as { context?: 'shared' | 'isolated' };
        const context = own ?? graph.nodes[around]?.context;
        const outer = this.#bodies[parent] as { history: History; apart: boolean };
        this.#bodies[instance] =
          // Items that run at the same time are one execution of their node.
          first !== undefined
            ? (this.#bodies[first] as { history: History; apart: boolean })
            : context === 'isolated'
              ? { history: instance, apart: false }
              : context === undefined && outer.apart
                ? { history: instance, apart: true }
                : { history: outer.history, apart: false };
      }
      const ids = new Map(body.nodes.map(({ id }, index) => [id, base + index]));
      for (const edge of body.data_edges ?? []) this.#feeds(edge, ids);
    });
    for (const { history } of this.#bodies) this.#bit(`history/${String(history)}`, 'history');
    for (const [, edges] of this.#into)
      for (const { from } of edges) this.#bit(`out/${String(from)}`, graph.nodes[from]?.id ?? '');
    this.#listed = [...namesIn(graph)];
    for (const name of this.#listed) this.#bit(`variable/${name}`, name);
    this.own = 1 << this.#names.length;
  }

  /** False where there is more to follow than there are bits. */
  get fits(): boolean {
    return this.#names.length < MOST_ATOMS;
  }

  /** How many states of all that is shared there can be. */
  get states(): number {
    return 2 ** this.#names.length;
  }

  /** Variables that are tainted, and histories, for people. */
  namesOf(bits: Bits): readonly string[] {
    return [...new Set(this.#names.filter((_, bit) => (bits & (1 << bit)) !== 0))];
  }

  /** A variable and its parts: what a reader of it sees, and what a write of it changes. */
  variable(name: string): Bits {
    let bits = this.#variables.get(name);
    if (bits === undefined) {
      bits = this.#listed.reduce(
        (found, each) =>
          each === name || each.startsWith(`${name}.`) ? found | (this.#known(`variable/${each}`) as number) : found,
        0,
      );
      this.#variables.set(name, bits);
    }
    return bits;
  }

  variables(names: Iterable<string>): Bits {
    let bits = 0;
    for (const name of names) bits |= this.variable(name);
    return bits;
  }

  everyVariable(): Bits {
    return this.variables(this.#listed);
  }

  /** The history that a node reads and writes. */
  historyOf(node: number): Bits {
    return this.hasOwn(node) ? this.own : this.around(node);
  }

  /** The history of the body that a node lies in. */
  around(node: number): Bits {
    return this.#historyIn(this.#graph.nodeInstance[node] as number);
  }

  /** The history of the body that a node runs, where that is another than the one around it. */
  inside(node: number): Bits {
    const instance = this.#inlined.get(node);
    const bits = instance === undefined ? 0 : this.#historyIn(instance);
    return bits === this.around(node) ? 0 : bits;
  }

  /** Whether a node has a history for itself, clean each time it is executed. */
  hasOwn(node: number): boolean {
    const shape = this.#graph.nodes[node];
    if (!shape || this.#inlined.has(node)) return false;
    if (this.#bodies[this.#graph.nodeInstance[node] as number]?.apart) return true;
    return shape.context === 'isolated' && ['llm', 'agent', 'code', 'subgraph', 'map'].includes(shape.kind);
  }

  get someHaveOwn(): boolean {
    return this.#graph.nodes.some((_, node) => this.hasOwn(node));
  }

  /** Its value is clean, whatever it read. */
  isTyped(node: number): boolean {
    const { returns } = this.#graph.nodes[node] ?? {};
    const typed = returns === 'bool' || returns === 'number' || returns === 'enum';
    return typed && (this.hasOwn(node) || this.inside(node) !== 0);
  }

  /** What data edges bring to an argument of a node, or to the node. */
  fed(node: number, input?: string): Bits {
    return (this.#into.get(node) ?? []).reduce(
      (bits, edge) =>
        input === undefined || edge.input === undefined || edge.input === input ? bits | this.out(edge.from) : bits,
      0,
    );
  }

  inputsOf(node: number): readonly string[] {
    return (this.#into.get(node) ?? []).flatMap(({ input }) => input ?? []);
  }

  isFed(node: number): boolean {
    return this.#into.has(node);
  }

  /** What a node returns to data edges; 0 where none leaves it. */
  out(node: number): Bits {
    return this.#known(`out/${String(node)}`) ?? 0;
  }

  instanceAt(node: number): number | undefined {
    return this.#inlined.get(node);
  }

  #historyIn(instance: number): Bits {
    return this.#known(`history/${String(this.#bodies[instance]?.history ?? 0)}`) as Bits;
  }

  #bit(key: string, name: string): void {
    if (this.#bits.has(key)) return;
    this.#bits.set(key, 1 << this.#names.length);
    this.#names.push(name);
  }

  #known(key: string): Bits | undefined {
    return this.#bits.get(key);
  }

  #feeds({ source, target, target_input: input }: DataEdge, ids: ReadonlyMap<string, number>): void {
    const [from, to] = [ids.get(source), ids.get(target)];
    if (from === undefined || to === undefined) return;
    const known = this.#into.get(to) ?? [];
    this.#into.set(to, [...known, { from, ...(input !== undefined && { input }) }]);
  }
}

/** The variables that can be tainted: those that are written, and parts of them that are read. */
function namesIn(graph: ControlGraph): Set<string> {
  // Also by a person who edits at a pause: that is no node's own write.
  const written = new Set(graph.writers.keys());
  const read = new Set<string>();
  for (const node of graph.nodes) {
    for (const name of writesOf(node)) written.add(name);
    for (const name of node.reads ?? []) read.add(name);
    for (const { arguments: given = [] } of callsOf(node))
      for (const each of given) if ('variable' in each) read.add(each.variable);
  }
  for (const { expr } of graph.guards) for (const name of variablesIn(expr)) read.add(name);
  // What may write any variable may write those that are read.
  if (graph.writers.has('*')) for (const name of read) written.add(name);
  const related = (name: string): boolean =>
    written.has(name) || [...written].some((whole) => name.startsWith(`${whole}.`));
  return new Set([...written, ...[...read].filter(related)].filter((name) => name !== '*'));
}

export function variablesIn(expr: GuardExpr): readonly string[] {
  if ('of' in expr) return (Array.isArray(expr.of) ? expr.of : [expr.of]).flatMap(variablesIn);
  return 'other' in expr ? [expr.variable, expr.other] : [expr.variable];
}
