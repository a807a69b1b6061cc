import { type ControlGraph, EVENT, type Use, variablesOf } from '../lower/index.js';
import type { GuardExpr, Passes, Variable } from '../model/index.js';
import { implied } from './implied.js';
import { writersOf } from './writers.js';

/** What rules ask of a control graph, computed once. */
export class GraphIndex {
  readonly #graph: ControlGraph;
  readonly #declared: ReadonlyMap<string, Variable>;
  readonly #uses = new Map<string, number[]>();
  readonly #writers = new Map<string, readonly number[]>();
  readonly #conditions = new Map<number, readonly GuardExpr[]>();
  #sources: Map<number, readonly number[]> | null = null;
  /** Nodes that an edge leaves which says whether a check has passed. */
  #saying: { readonly pass: Set<number>; readonly fail: Set<number> } | null = null;
  /** Per use the event of its attempt; success and failure are the two events behind it. */
  readonly attemptOf: Int32Array;
  readonly attempts: number[] = [];
  /** Answers of people, and the ends of nodes with a pause. */
  readonly answers: number[] = [];
  readonly taken: number[] = [];
  /** Nodes that failed and go on. */
  readonly continued: number[] = [];

  constructor(graph: ControlGraph, declared: readonly Variable[]) {
    this.#graph = graph;
    this.#declared = variablesOf(declared);
    this.attemptOf = new Int32Array(graph.uses.length).fill(-1);
    for (let event = 0; event < graph.eventKind.length; event += 1) {
      const kind = graph.eventKind[event];
      if (kind === EVENT.attempt) {
        this.attemptOf[graph.eventOf[event] as number] = event;
        this.attempts.push(event);
      } else if (kind === EVENT.took) this.taken.push(event);
      else if (kind === EVENT.continued) this.continued.push(event);
      else if (kind === EVENT.approve || kind === EVENT.edit || kind === EVENT.reject || kind === EVENT.left)
        this.answers.push(event);
    }
    const byTool: number[][] = [];
    for (let use = 0; use < graph.uses.length; use += 1) {
      const { tool } = graph.uses[use] as Use;
      const known = byTool[tool];
      if (known) known.push(use);
      else this.#uses.set(graph.tools[tool] as string, (byTool[tool] = [use]));
    }
  }

  /** The tools that are called. */
  get tools(): Iterable<string> {
    return this.#uses.keys();
  }

  /** The ways a tool is called. */
  usesOf(tool: string): readonly number[] {
    return this.#uses.get(tool) ?? [];
  }

  writersOf(variable: string): readonly number[] {
    let found = this.#writers.get(variable);
    if (!found) {
      found = writersOf(this.#graph, variable);
      this.#writers.set(variable, found);
    }
    return found;
  }

  /** What ends that guards can judge a check at a node by a field of its result: whatever writes that, other calls of the node too (S6). Its own call writes before it succeeds. */
  writersOfResult(node: number, passes: Passes): readonly number[] {
    const result = this.#graph.nodes[node]?.result;
    return result === undefined || typeof passes === 'string' || 'branch' in passes ? [] : this.writersOf(result);
  }

  /** The ways in which edges judge a check at a node: those of the node that say in so many words whether it passed do so whatever was written to its result. */
  judgedAs(node: number, passes: Passes): readonly Passes[] {
    const isField = typeof passes === 'object' && 'field' in passes;
    return isField && (this.#isLeft(node, 'pass') || this.#isLeft(node, 'fail')) ? [passes, 'success'] : [passes];
  }

  /** Whether an edge leaves a node that says its check failed. */
  isLeftByFailure(node: number): boolean {
    return this.#isLeft(node, 'fail');
  }

  #isLeft(node: number, outcome: 'pass' | 'fail'): boolean {
    if (!this.#saying) {
      this.#saying = { pass: new Set(), fail: new Set() };
      for (const event of this.taken) {
        const edge = this.#graph.eventOf[event] as number;
        const said = this.#graph.edges[edge]?.outcome;
        if (said === 'pass' || said === 'fail') this.#saying[said].add(this.sourceOf(edge));
      }
    }
    return this.#saying[outcome].has(node);
  }

  /** The node an edge leaves. */
  sourceOf(edge: number): number {
    return this.#choiceOf(edge).source;
  }

  /** Whether an edge that is taken implies that a variable has a value (true), that it has another (false), or neither (null). `event`: that it is taken. */
  implies(event: number, variable: string, equals: string | number | boolean): boolean | null {
    return implied(this.#conditionsOf(event), this.#declared, variable, equals);
  }

  /** What must hold when an edge is taken: its guard, and that those asked before it did not hold (S4). */
  #conditionsOf(event: number): readonly GuardExpr[] {
    const known = this.#conditions.get(event);
    if (known) return known;
    const graph = this.#graph;
    const edge = graph.eventOf[event] as number;
    const { edges, exclusive } = this.#choiceOf(edge);
    const unasked = graph.unasked.get(event) ?? [];
    const otherwise = graph.edges[edge]?.otherwise === true;
    const refused = edges
      .filter((each) => each !== edge && (otherwise || (exclusive && each < edge)))
      .filter((each) => graph.edges[each]?.provenance !== 'may' && !unasked.includes(each));
    const made = [
      ...this.#guardOf(edge),
      ...refused.flatMap((each) => this.#guardOf(each)).map((of): GuardExpr => ({ op: 'not', of })),
    ];
    this.#conditions.set(event, made);
    return made;
  }

  #guardOf(edge: number): readonly GuardExpr[] {
    const guard = this.#graph.edges[edge]?.guard;
    return guard !== undefined && 'expr' in guard ? [guard.expr] : [];
  }

  #choiceOf(edge: number): { source: number; edges: readonly number[]; exclusive: boolean } {
    const graph = this.#graph;
    if (!this.#sources) {
      const leaving = new Map<number, number[]>();
      const of = new Map<number, number[]>();
      for (let move = 0; move < graph.edge.length; move += 1) {
        const taken = graph.edge[move] as number;
        if (taken < 0) continue;
        const node = graph.node[graph.from[move] as number] as number;
        const known = leaving.get(node) ?? [];
        known.push(taken);
        leaving.set(node, known);
        of.set(taken, [node]);
      }
      this.#sources = new Map(
        [...of].map(([taken, [node]]) => [
          taken,
          [
            node as number,
            ...new Set(
              (leaving.get(node as number) ?? [])
                .filter((each) => graph.edges[each]?.on !== 'error')
                .toSorted((a, b) => a - b),
            ),
          ],
        ]),
      );
    }
    const [source = -1, ...edges] = this.#sources.get(edge) ?? [];
    const shape = graph.nodes[source];
    return { source, edges, exclusive: shape?.kind !== 'fork' && (shape?.concurrency ?? 'exclusive') === 'exclusive' };
  }
}
