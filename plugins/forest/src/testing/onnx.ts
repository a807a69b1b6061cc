/** Writes ONNX files of one ensemble, also ones that no exporter would write. Field numbers: onnx.proto. */
import { LEAF, TEST } from '../model/index.js';

type Bytes = readonly number[];

const varint = (value: number | bigint): Bytes => {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return [...bytes, low];
    bytes.push(low + 128);
  }
};
const tag = (number: number, wire: number): Bytes => varint(number * 8 + wire);
export const int = (number: number, value: number | bigint): Bytes => [...tag(number, 0), ...varint(value)];
export const message = (number: number, ...parts: readonly Bytes[]): Bytes => {
  const content = parts.flat();
  return [...tag(number, 2), ...varint(content.length), ...content];
};
export const text = (number: number, value: string): Bytes => message(number, [...new TextEncoder().encode(value)]);
const float = (number: number, value: number): Bytes => [
  ...tag(number, 5),
  ...new Uint8Array(Float32Array.of(value).buffer),
];

/** An attribute of a list, a text or a number. */
export type Content =
  | { readonly ints: readonly number[] }
  | { readonly floats: readonly number[] }
  | { readonly strings: readonly string[] }
  | { readonly doubles: readonly number[] }
  | { readonly text: string }
  | { readonly int: number };

function attribute(name: string, content: Content): Bytes {
  const head = text(1, name);
  if ('ints' in content) return message(5, head, ...content.ints.map((value) => int(8, value)), int(20, 7));
  if ('floats' in content) return message(5, head, ...content.floats.map((value) => float(7, value)), int(20, 6));
  if ('strings' in content) return message(5, head, ...content.strings.map((value) => text(9, value)), int(20, 8));
  if ('text' in content) return message(5, head, text(4, content.text), int(20, 3));
  if ('int' in content) return message(5, head, int(3, content.int), int(20, 2));
  const raw = [...new Uint8Array(Float64Array.from(content.doubles).buffer)];
  return message(5, head, message(5, int(1, content.doubles.length), int(2, 11), message(9, raw)), int(20, 4));
}

export interface OnnxNodeSketch {
  readonly operator: string;
  readonly domain?: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Content>>;
}

const node = ({ operator, domain = 'ai.onnx.ml', inputs, outputs, attributes }: OnnxNodeSketch): Bytes =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, content]) => attribute(name, content)),
    text(7, domain),
  );

/** Of an input or an output: its element type, and its columns. */
export interface Shape {
  readonly name: string;
  readonly type: number;
  readonly columns?: number;
}

const value = (number: number, { name, type, columns }: Shape): Bytes =>
  message(
    number,
    text(1, name),
    message(
      2,
      message(1, int(1, type), message(2, message(1), ...(columns === undefined ? [] : [message(1, int(1, columns))]))),
    ),
  );

export interface ModelSketch {
  readonly nodes: readonly OnnxNodeSketch[];
  readonly inputs: readonly Shape[];
  readonly outputs: readonly Shape[];
  readonly ml?: number;
  /** More fields of the graph. */
  readonly more?: Bytes;
}

export function onnxOf({ nodes, inputs, outputs, ml = 3, more = [] }: ModelSketch): Uint8Array {
  const graph = message(
    7,
    ...nodes.map(node),
    text(2, 'g'),
    more,
    ...inputs.map((shape) => value(11, shape)),
    ...outputs.map((shape) => value(12, shape)),
  );
  const opset = (domain: string, version: number): Bytes => message(8, text(1, domain), int(2, version));
  return Uint8Array.from([...int(1, 8), ...graph, ...opset('', 17), ...opset('ai.onnx.ml', ml)]);
}

const MODES = new Map<number, string>([
  [LEAF, 'LEAF'],
  [TEST.leq, 'BRANCH_LEQ'],
  [TEST.lt, 'BRANCH_LT'],
  [TEST.gte, 'BRANCH_GTE'],
  [TEST.gt, 'BRANCH_GT'],
  [TEST.eq, 'BRANCH_EQ'],
  [TEST.neq, 'BRANCH_NEQ'],
]);

export interface TreeNodeSketch {
  readonly tree: number;
  readonly id: number;
  readonly kind: number;
  readonly feature: number;
  readonly threshold: number;
  readonly whenTrue: number;
  readonly whenFalse: number;
  readonly missingTrue: boolean;
  readonly votes: readonly (readonly [target: number, weight: number])[];
}

export interface EnsembleSketch {
  readonly classifier: boolean;
  readonly nodes: readonly TreeNodeSketch[];
  /** Of a classifier: its classes; of a regressor: how many targets. */
  readonly labels: readonly (string | number)[];
  readonly base?: readonly number[];
  readonly post: string;
  readonly aggregate?: string;
  /** Numbers are tensors of double precision. */
  readonly doubles?: boolean;
  readonly inputType: number;
  readonly columns: number;
}

/** A file of one TreeEnsembleClassifier or TreeEnsembleRegressor: input `X`, outputs `label` (of a classifier) and `scores`. */
export function ensembleOnnx(sketch: EnsembleSketch): Uint8Array {
  const { classifier, nodes, labels, base, post, aggregate, doubles, inputType, columns } = sketch;
  const votes = nodes.flatMap(({ tree, id, votes: given }) =>
    given.map(([target, weight]) => ({ tree, id, target, weight })),
  );
  const vote = classifier ? 'class' : 'target';
  const numbers = (name: string, list: readonly number[]): Readonly<Record<string, Content>> =>
    doubles ? { [`${name}_as_tensor`]: { doubles: list } } : { [name]: { floats: list } };
  const strings = labels.filter((label) => typeof label === 'string');
  const ints = labels.filter((label) => typeof label === 'number');
  return onnxOf({
    inputs: [{ name: 'X', type: inputType, columns }],
    outputs: [
      ...(classifier ? [{ name: 'label', type: strings.length > 0 ? 8 : 7 }] : []),
      { name: 'scores', type: 1, columns: labels.length },
    ],
    nodes: [
      {
        operator: classifier ? 'TreeEnsembleClassifier' : 'TreeEnsembleRegressor',
        inputs: ['X'],
        outputs: [...(classifier ? ['label'] : []), 'scores'],
        attributes: {
          nodes_treeids: { ints: nodes.map(({ tree }) => tree) },
          nodes_nodeids: { ints: nodes.map(({ id }) => id) },
          nodes_modes: { strings: nodes.map(({ kind }) => MODES.get(kind) ?? '') },
          nodes_featureids: { ints: nodes.map(({ feature }) => feature) },
          ...numbers(
            'nodes_values',
            nodes.map(({ threshold }) => threshold),
          ),
          nodes_truenodeids: { ints: nodes.map(({ whenTrue }) => whenTrue) },
          nodes_falsenodeids: { ints: nodes.map(({ whenFalse }) => whenFalse) },
          nodes_missing_value_tracks_true: { ints: nodes.map(({ missingTrue }) => Number(missingTrue)) },
          [`${vote}_treeids`]: { ints: votes.map(({ tree }) => tree) },
          [`${vote}_nodeids`]: { ints: votes.map(({ id }) => id) },
          [`${vote}_ids`]: { ints: votes.map(({ target }) => target) },
          ...numbers(
            `${vote}_weights`,
            votes.map(({ weight }) => weight),
          ),
          ...(base && numbers('base_values', base)),
          post_transform: { text: post },
          ...(aggregate !== undefined && { aggregate_function: { text: aggregate } }),
          ...(classifier
            ? strings.length > 0
              ? { classlabels_strings: { strings } }
              : { classlabels_int64s: { ints } }
            : { n_targets: { int: labels.length } }),
        },
      },
    ],
  });
}
