import { type ControlGraph, nodeName, toolChoice, type Use } from '../../lower/index.js';
import { classified, type Decider, type GraphNode, type ToolEffects } from '../../model/index.js';
import type { Atoms } from './atoms.js';
import type { Change } from './change.js';
import { type Label, roleOf } from './labels.js';
import { any, by, CLEAN, DECIDED, EVERYTHING, isOpen, maybe, perhaps, TAINTED, UNKNOWN, type Value } from './value.js';

export const isModel = ({ kind }: GraphNode): boolean => kind === 'llm' || kind === 'agent';

/** What is asked of the calls of a tool: that what they are made with is not tainted, and that they are made. */
export interface Asked {
  readonly tool: string;
  readonly decision: boolean;
  /** It is not known whether the rule is about this tool. */
  readonly unsure: boolean;
}

/** What is known of the calls of a graph (S11). */
export class Calls {
  readonly #graph: ControlGraph;
  readonly #effects: ToolEffects;
  readonly #atoms: Atoms;
  readonly #label: Label;

  constructor(graph: ControlGraph, effects: ToolEffects, atoms: Atoms, label: Label) {
    this.#graph = graph;
    this.#effects = effects;
    this.#atoms = atoms;
    this.#label = label;
  }

  /** What an attempt does, in order, and what is not known of it. `writes`: bits of the variables it writes; null: any. */
  attempt(
    use: Use,
    writes: number | null,
    asked: Asked | null,
  ): { readonly changes: readonly Change[]; readonly open?: Decider } {
    const atoms = this.#atoms;
    const shape = this.#graph.nodes[use.node] as GraphNode;
    const tool = this.#graph.tools[use.tool] as string;
    const history = atoms.historyOf(use.node);
    const made = this.#arguments(use);
    const given = any(...made.map(({ value: each }) => each));
    const picked = this.#picked(use, shape);
    const decision = any(DECIDED, picked);
    const returned = this.#returned(tool, any(given, this.read(use.node), decision));
    const typed = atoms.isTyped(use.node);
    const value = typed ? DECIDED : any(DECIDED, returned);
    const out = use.call === undefined ? 0 : atoms.out(use.node);
    const changes: Change[] = [];
    // A model has read what its node reads when it makes a call.
    if (isModel(shape)) changes.push({ do: 'flow', value: this.read(use.node), adds: history });
    if (asked?.tool === tool)
      changes.push({
        do: 'judge',
        value: asked.decision ? any(given, decision) : given,
        made,
        ...(asked.unsure && { unsure: true }),
      });
    // What is written may be what the call was made with: it is written last.
    changes.push({ do: 'flow', value: returned, adds: history, returned: tool });
    if (out !== 0)
      changes.push({
        do: 'flow',
        value: typed ? CLEAN : isModel(shape) ? by(history) : returned,
        sets: out,
        returned: tool,
      });
    if (writes === null) changes.push({ do: 'scatter', value, sets: atoms.everyVariable() });
    else if (writes !== 0) changes.push({ do: 'flow', value, sets: writes, returned: tool });
    const open = this.#open(use, tool, given, picked, asked);
    const vague: Decider | undefined =
      writes === null ? { code: 'writes_unknown', at: nodeName(this.#graph, use.node), params: {} } : undefined;
    return { changes, ...((open ?? vague) && { open: open ?? vague }) };
  }

  /** What a node reads beside its history. */
  read(node: number): Value {
    const { reads = [] } = this.#graph.nodes[node] as GraphNode;
    return by(this.#atoms.variables(reads) | this.#atoms.fed(node));
  }

  /** What the model knows that writes an argument at a node, or chooses there: which one it was is not known where the node is none and has a history for itself. */
  modelOf(node: number): Value {
    if (isModel(this.#graph.nodes[node] as GraphNode)) return any(by(this.#atoms.historyOf(node)), this.read(node));
    return this.#atoms.hasOwn(node) ? maybe(EVERYTHING) : by(this.#atoms.historyOf(node));
  }

  #arguments({ call, node, tool }: Use): readonly { readonly argument: string; readonly value: Value }[] {
    const atoms = this.#atoms;
    if (call === undefined) return [{ argument: '*', value: maybe(EVERYTHING) }];
    const effect = this.#effects.get(this.#graph.tools[tool] as string);
    const listed = new Map((call.arguments ?? []).map((each) => [each.name, each]));
    const named = new Set(Object.keys(effect?.args?.fields ?? {}));
    const names = new Set([...named, ...listed.keys(), ...atoms.inputsOf(node)]);
    const valueOf = (name: string): Value => {
      const binding = listed.get(name);
      const fed = by(atoms.fed(node, name));
      // What a tool names that the catalogue does not have is not known: what is listed is what it gets.
      if (binding === undefined || (effect !== undefined && !named.has(name)))
        return atoms.isFed(node) ? fed : maybe(EVERYTHING);
      if ('variable' in binding) return any(fed, by(atoms.variable(binding.variable)));
      return 'model' in binding ? any(fed, this.modelOf(node)) : fed;
    };
    // What a tool is called with that the catalogue does not have is not known beyond what is listed.
    const more = atoms.isFed(node) ? by(atoms.fed(node)) : maybe(EVERYTHING);
    return [
      ...[...names].map((argument) => ({ argument, value: valueOf(argument) })),
      ...(effect === undefined ? [{ argument: '*', value: more }] : []),
    ];
  }

  /** Who picked the call among those of its node. */
  #picked({ call, node }: Use, shape: GraphNode): Value {
    if (call === undefined) return maybe(EVERYTHING);
    if (toolChoice(shape) === 'each') return CLEAN;
    return isModel(shape) ? this.modelOf(node) : perhaps(this.modelOf(node));
  }

  #returned(tool: string, made: Value): Value {
    switch (roleOf(classified(this.#effects, tool), this.#label)) {
      case 'source':
        return TAINTED;
      case 'cleaner':
        return CLEAN;
      case 'passes_on':
        return made;
      case 'maybe_source':
        return any(made, UNKNOWN);
      case 'maybe_cleaner':
        return perhaps(made);
      case 'unknown':
        return UNKNOWN;
    }
  }

  #open({ node }: Use, tool: string, given: Value, picked: Value, asked: Asked | null): Decider | undefined {
    const role = roleOf(classified(this.#effects, tool), this.#label);
    if (role === 'unknown' || role === 'maybe_source' || role === 'maybe_cleaner')
      return { code: classified(this.#effects, tool) ? 'labels_unknown' : 'unclassified_tool', at: tool, params: {} };
    const at = nodeName(this.#graph, node);
    if (isOpen(given)) return { code: 'argument_source_unknown', at, params: { tool } };
    if (isOpen(picked)) return { code: 'picker_unknown', at, params: {} };
    return asked?.unsure ? { code: 'unclassified_tool', at: tool, params: {} } : undefined;
  }
}
