/** A node as both of LangGraph's exports tell of it. */
export interface DrawnNode {
  readonly id: string;
  readonly pointer: string;
  /** The class of what it runs, as the JSON names it: `ToolNode`, `CompiledStateGraph`. */
  readonly runs?: string;
  /** What was given to `add_node`, and what the library adds: `__interrupt`, `defer`, `tools`. */
  readonly metadata: ReadonlyMap<string, unknown>;
}

export interface DrawnEdge {
  readonly source: string;
  readonly target: string;
  readonly pointer: string;
  readonly conditional: boolean;
  readonly label?: string;
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Whether it says that graphs inside are drawn open. In the JSON only their ids do, which have a colon. */
  readonly opened?: boolean;
}
