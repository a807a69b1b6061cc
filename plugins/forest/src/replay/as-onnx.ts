/**
 * The sums of a model of XGBoost or LightGBM as an ONNX file: one TreeEnsemble (ai.onnx.ml 5), whose trees, votes and order are those of
 * the model. What is made of the sums (a probability, a label) is left out, for it is the library's own. onnxruntime's evaluator of trees
 * shares no code with ours, so that what both add up to the same bits was read alike.
 */
import { type Forest, LEAF, TEST, type Trees } from '../model/index.js';
import { Message } from './message.js';

/** Nodes that a file may have for each node of the model, where trees share nodes: the operator refuses that, so they are written twice. */
const MOST_GROWTH = 4;
/**
 * A set with a number above 30 is one of whole numbers of 32 bits to onnxruntime: it looks a value up without its fraction. So the greatest
 * such number is put into every set, and a record that has it in a column is not asked (`canAsk`).
 */
const BIG = { float32: 2 ** 31 - 128, float64: 2 ** 31 - 1 } as const;
const TYPES = { float32: 1, float64: 11 } as const;
const MEMBER = 6;

/** Name of the output that holds the sums. */
export const SUMS = 'sums';

/**
 * @returns nothing where the sums cannot be said with that operator: columns with steps, nodes that too many trees share, categories
 * beyond 2^31
 */
export function asOnnx(forest: Forest): Uint8Array | undefined {
  const { columns, features, targets, summation } = forest;
  const plain = features.every(({ column, steps }, at) => column === at && steps.length === 0);
  const { arithmetic, base, baseAt, aggregate, scores } = summation;
  const based = base.some((value) => value !== 0);
  if (!plain || (based && (baseAt === 'end' || aggregate === 'average')) || arithmetic !== scores) return undefined;
  const written = new Written(forest.trees, BIG[arithmetic]);
  if (based) for (const [target, value] of base.entries()) written.constant(target, value);
  for (const root of forest.trees.roots) if (!written.tree(root)) return undefined;
  const type = TYPES[arithmetic];
  const node = written.node(type, targets, aggregate === 'average' ? 0 : 1);
  const graph = new Message()
    .message(1, node)
    .text(2, 'sums')
    .message(11, valueInfo(columns[0]?.input ?? '', type, columns.length))
    .message(12, valueInfo(SUMS, type, targets));
  return new Message()
    .int(1, 10)
    .message(7, graph)
    .message(8, new Message().text(1, '').int(2, 21))
    .message(8, new Message().text(1, 'ai.onnx.ml').int(2, 5))
    .done();
}

/** Whether the file says what the model makes of a record. */
export const canAsk = ({ trees, summation }: Forest, record: readonly number[]): boolean =>
  trees.members.size === 0 || record.every((value) => Math.trunc(value) !== BIG[summation.arithmetic]);

const valueInfo = (name: string, type: number, columns: number): Message => {
  const shape = new Message().message(1, new Message().text(2, 'records')).message(1, new Message().int(1, columns));
  return new Message().text(1, name).message(2, new Message().message(1, new Message().int(1, type).message(2, shape)));
};

/** The arrays of the operator as they grow. */
class Written {
  readonly #trees: Trees;
  readonly #roots: number[] = [];
  readonly #inner = {
    feature: [] as number[],
    mode: [] as number[],
    split: [] as number[],
    missing: [] as number[],
    yes: [] as number[],
    yesLeaf: [] as number[],
    no: [] as number[],
    noLeaf: [] as number[],
  };
  readonly #sets: Float64Array[] = [];
  readonly #leaf = { target: [] as number[], weight: [] as number[] };
  readonly #most: number;
  readonly #big: number;

  constructor(trees: Trees, big: number) {
    this.#trees = trees;
    this.#big = big;
    this.#most = trees.kind.length * MOST_GROWTH + 1000;
  }

  /** A tree that adds the same to every record. */
  constant(target: number, weight: number): void {
    const leaf = (): number => this.#leaf.weight.push(weight) - 1;
    this.#roots.push(this.#test(0, TEST.leq, 0, 0));
    for (const side of ['yes', 'no'] as const) {
      this.#leaf.target.push(target);
      this.#child(this.#roots.at(-1) as number, side, leaf(), 1);
    }
  }

  /** Whether it fits. */
  tree(root: number): boolean {
    const { kind, feature, threshold, missingTrue, whenTrue, whenFalse, voteStart, voteTarget, voteWeight, members } =
      this.#trees;
    if (kind[root] === LEAF) {
      const vote = voteStart[root] as number;
      if (voteStart[root + 1] !== vote + 1) return false;
      this.constant(voteTarget[vote] as number, voteWeight[vote] as number);
      return true;
    }
    const put = (node: number): number => {
      const set = members.get(node);
      const made = this.#test(
        feature[node] as number,
        set ? MEMBER : (kind[node] as number),
        threshold[node] as number,
        missingTrue[node] as number,
      );
      if (set) this.#sets.push(set);
      return made;
    };
    const first = put(root);
    this.#roots.push(first);
    // Nodes in the order in which they are written: their sets follow it.
    const open: (readonly [node: number, written: number])[] = [[root, first]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, written] = next;
      if (kind[node] === TEST.member || members.get(node)?.some((value) => !(value >= 0 && value < this.#big)))
        return false;
      for (const [side, child] of [
        ['yes', whenTrue[node] as number],
        ['no', whenFalse[node] as number],
      ] as const) {
        if (kind[child] !== LEAF) {
          if (this.#inner.feature.length > this.#most) return false;
          const at = put(child);
          this.#child(written, side, at, 0);
          open.push([child, at]);
          continue;
        }
        const vote = voteStart[child] as number;
        if (voteStart[child + 1] !== vote + 1) return false;
        this.#leaf.target.push(voteTarget[vote] as number);
        this.#child(written, side, this.#leaf.weight.push(voteWeight[vote] as number) - 1, 1);
      }
    }
    return true;
  }

  node(type: number, targets: number, aggregate: number): Message {
    const { feature, mode, split, missing, yes, yesLeaf, no, noLeaf } = this.#inner;
    const floats = type === TYPES.float32;
    const numbers = (values: readonly number[]): Uint8Array =>
      new Uint8Array((floats ? Float32Array.from(values) : Float64Array.from(values)).buffer);
    const tensor = (length: number, of: number, raw: Uint8Array): Message =>
      new Message().int(1, length).int(2, of).bytes(9, raw);
    const attribute = (name: string, field: (message: Message) => Message, kind: number): Message =>
      field(new Message().text(1, name)).int(20, kind);
    const ints = (name: string, values: readonly number[]): Message =>
      attribute(name, (message) => message.ints(8, values), 7);
    const int = (name: string, value: number): Message => attribute(name, (message) => message.int(3, value), 2);
    const list = (name: string, values: readonly number[]): Message =>
      attribute(name, (message) => message.message(5, tensor(values.length, type, numbers(values))), 4);
    const sets = this.#sets.flatMap((set) => [...set, this.#big, Number.NaN]);
    const attributes = [
      ints('tree_roots', this.#roots),
      ints('nodes_featureids', feature),
      list('nodes_splits', split),
      attribute('nodes_modes', (message) => message.message(5, tensor(mode.length, 2, Uint8Array.from(mode))), 4),
      ints('nodes_missing_value_tracks_true', missing),
      ints('nodes_truenodeids', yes),
      ints('nodes_trueleafs', yesLeaf),
      ints('nodes_falsenodeids', no),
      ints('nodes_falseleafs', noLeaf),
      ints('leaf_targetids', this.#leaf.target),
      list('leaf_weights', this.#leaf.weight),
      int('n_targets', targets),
      int('aggregate_function', aggregate),
      int('post_transform', 0),
      ...(sets.length > 0 ? [list('membership_values', sets)] : []),
    ];
    const node = new Message().text(1, 'data').text(2, SUMS).text(4, 'TreeEnsemble').text(7, 'ai.onnx.ml');
    for (const each of attributes) node.message(5, each);
    return node;
  }

  #test(feature: number, mode: number, split: number, missing: number): number {
    const inner = this.#inner;
    inner.mode.push(mode);
    inner.split.push(split);
    inner.missing.push(missing);
    for (const side of [inner.yes, inner.yesLeaf, inner.no, inner.noLeaf]) side.push(0);
    return inner.feature.push(feature) - 1;
  }

  #child(node: number, side: 'yes' | 'no', at: number, leaf: 0 | 1): void {
    this.#inner[side][node] = at;
    this.#inner[`${side}Leaf`][node] = leaf;
  }
}
