import type { AgentGraph, Context, GraphNode, Subgraph } from '../../model/index.js';
import { locate, type Located } from '../locate.js';

export const isModel = ({ kind }: GraphNode): boolean => kind === 'llm' || kind === 'agent';

/** Which histories the nodes of a graph share (S11). A history is called as the body it belongs to: `''`, or the names of the nodes around it, each with a `/` behind. */
export class Contexts {
  readonly #graph: AgentGraph;

  constructor(graph: AgentGraph) {
    this.#graph = graph;
  }

  /** The history of the body that lies behind these names. */
  of(prefix: string): string {
    if (prefix === '') return '';
    const outer = this.outer(prefix);
    const context = this.#contextOf(prefix);
    return context === 'isolated' || (context === undefined && this.#isApart(outer)) ? prefix : this.of(outer);
  }

  /** The history of the body that a node runs, where that is another than the one around it; else null. */
  inside({ node, prefix }: Located): string | null {
    if (!this.bodyOf(node)) return null;
    const own = `${prefix}${node.id}/`;
    return this.of(own) === own ? own : null;
  }

  /** Whether a node has a history for itself. */
  hasOwn({ node, prefix }: Located): boolean {
    if (this.bodyOf(node)) return false;
    if (this.#isApart(prefix)) return true;
    return node.context === 'isolated' && ['llm', 'agent', 'code', 'subgraph', 'map'].includes(node.kind);
  }

  /** Whether the value of a node is clean, whatever it read. */
  isTyped(at: Located): boolean {
    const typed = ['bool', 'number', 'enum'].includes(at.node.returns ?? '');
    return typed && (this.hasOwn(at) || this.inside(at) !== null);
  }

  bodyOf({ kind, subgraph }: GraphNode): Subgraph | undefined {
    return kind === 'subgraph' || kind === 'map'
      ? this.#graph.subgraphs?.find(({ name }) => name === subgraph)
      : undefined;
  }

  #isApart(prefix: string): boolean {
    if (prefix === '') return this.#graph.context === 'isolated';
    return this.#contextOf(prefix) === undefined && this.#isApart(this.outer(prefix));
  }

  #contextOf(prefix: string): Context | undefined {
    const around = locate(this.#graph, prefix.slice(0, -1))?.node;
    return around && (this.bodyOf(around)?.context ?? around.context);
  }

  /** The body that the node lies in which runs a body. */
  outer(prefix: string): string {
    return locate(this.#graph, prefix.slice(0, -1))?.prefix ?? '';
  }
}
