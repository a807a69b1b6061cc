import { titlesOf } from './components.js';
import type { Flow, Flowing, Step } from './flow.js';

/** Where no edges of data are given, what has one name is one value of the whole flow. */
const ALL = 'data';

/**
 * Where the values of one flow are. Each output of a node is a variable, `<node>.<output>`; what goes into a flow inside is the variable
 * outside, so that the same value has one name. Null: several edges lead there, or none, and the value is not known.
 */
export class Values {
  /** A flow may be given what it returned. */
  #asked = false;
  readonly #into: ReadonlyMap<string, readonly Flowing[]>;

  constructor(
    readonly flow: Flow,
    /** What stands before the names of this flow's variables. */
    private readonly prefix: string,
    /** What is given to the flow, by the names of its inputs; undefined: its start has values of its own. */
    private readonly given: ((input: string) => string | null) | undefined,
    /** The values of flows inside whose outputs are known, by the node that runs them. */
    private readonly inside: ReadonlyMap<string, Values>,
  ) {
    this.#into = Map.groupBy(flow.data ?? [], ({ target, input }) => JSON.stringify([target, input]));
  }

  /** The variable that an input of a node takes its value from. */
  input(node: string, input: string): string | null {
    if (this.flow.data === null) return `${this.prefix}${ALL}.${input}`;
    const [only, ...others] = this.#into.get(JSON.stringify([node, input])) ?? [];
    return only && others.length === 0 ? this.output(only.source, only.output) : null;
  }

  /** The variable of an output of a node. */
  output(node: string, output: string): string | null {
    if (this.flow.data === null) return `${this.prefix}${ALL}.${output}`;
    const step = this.flow.steps.get(node);
    if (step?.type === 'StartNode' && this.given) return this.given(output);
    return this.inside.get(node)?.returned(output) ?? `${this.prefix}${node}.${output}`;
  }

  /** What the flow returns at its one end, where something inside made it: a value that only went through may have another name's life outside. */
  private returned(output: string): string | null {
    const [end, ...others] = this.flow.ends;
    if (!end || others.length > 0 || this.#asked) return null;
    this.#asked = true;
    const variable = this.input(end.id, output);
    this.#asked = false;
    return variable?.startsWith(this.prefix) ? variable : null;
  }

  /** What a node changes: all of its outputs. */
  written({ id, value }: Step): readonly string[] {
    return this.flow.data === null
      ? titlesOf(value, 'outputs').map((output) => `${this.prefix}${ALL}.${output}`)
      : [this.prefix + id];
  }

  /** The variables that go into a node. */
  read({ id, value }: Step): readonly string[] {
    const names = titlesOf(value, 'inputs').flatMap((input) => this.input(id, input) ?? []);
    return [...new Set(names)];
  }

  /** Where the fields of what a node returned are. */
  result(id: string): string {
    return this.prefix + (this.flow.data === null ? ALL : id);
  }
}

/** The input of a map's node for each input of its flow. */
export const iterated = (input: string): string => `iterated_${input}`;
