/** ONNX files of random forests of any size, as skl2onnx writes them: one TreeEnsembleClassifier of two classes. */
import { seeded } from './twin-policies.mjs';

/** Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  push(...values) {
    this.#room(values.length);
    for (const value of values) this.#bytes[this.length++] = value;
  }

  append(other) {
    const bytes = other.done();
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  varint(value) {
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return this.push(rest);
      this.push((rest % 128) + 128);
    }
  }

  message(number, inner) {
    this.varint(number * 8 + 2);
    this.varint(inner.length);
    this.append(inner);
  }

  text(number, value) {
    const bytes = new TextEncoder().encode(value);
    this.varint(number * 8 + 2);
    this.varint(bytes.length);
    this.push(...bytes);
  }

  done() {
    return this.#bytes.subarray(0, this.length);
  }

  #room(count) {
    if (this.length + count <= this.#bytes.length) return;
    const more = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count));
    more.set(this.#bytes.subarray(0, this.length));
    this.#bytes = more;
  }
}

const float = new Float32Array(1);
const floatBytes = new Uint8Array(float.buffer);

/** A model of `trees` trees with `leaves` leaves each over `columns` columns, grown at random. */
export function forestModel({ trees, leaves, columns }) {
  const rng = seeded(trees * 1_000_003 + leaves);
  const graphNode = new Bytes();
  graphNode.text(1, 'X');
  graphNode.text(2, 'label');
  graphNode.text(2, 'probabilities');
  graphNode.text(4, 'TreeEnsembleClassifier');
  const attribute = (name, type, put) => {
    const inner = new Bytes();
    inner.text(1, name);
    put(inner);
    inner.push(0xa0, 0x01, type);
    graphNode.message(5, inner);
  };
  const lists = new Map(
    ['treeids', 'nodeids', 'featureids', 'truenodeids', 'falsenodeids', 'missing_value_tracks_true'].map((name) => [
      `nodes_${name}`,
      [],
    ]),
  );
  const [modes, values, classNodes, classTrees, weights] = [[], [], [], [], []];
  for (let tree = 0; tree < trees; tree += 1) {
    // Leaves of a growing tree are split at random: node k gets its children's numbers when it is.
    const children = [null];
    const open = [0];
    while (open.length < leaves) {
      const at = Math.floor(rng() * open.length);
      const node = open[at];
      children[node] = [children.length, children.length + 1];
      open[at] = children.length;
      open.push(children.length + 1);
      children.push(null, null);
    }
    // Numbers in preorder, as exporters give them.
    const order = [];
    const numbers = new Map();
    const stack = [0];
    while (stack.length > 0) {
      const node = stack.pop();
      numbers.set(node, order.length);
      order.push(node);
      if (children[node]) stack.push(children[node][1], children[node][0]);
    }
    for (const [number, node] of order.entries()) {
      const pair = children[node];
      lists.get('nodes_treeids').push(tree);
      lists.get('nodes_nodeids').push(number);
      lists.get('nodes_featureids').push(pair ? Math.floor(rng() * columns) : 0);
      lists.get('nodes_truenodeids').push(pair ? numbers.get(pair[0]) : 0);
      lists.get('nodes_falsenodeids').push(pair ? numbers.get(pair[1]) : 0);
      lists.get('nodes_missing_value_tracks_true').push(0);
      modes.push(pair ? 'BRANCH_LEQ' : 'LEAF');
      values.push(pair ? Math.round(rng() * 1e4) / 1e4 : 0);
      if (pair) continue;
      classTrees.push(tree);
      classNodes.push(number);
      weights.push(rng() / trees);
    }
  }
  const ints = (name, list) =>
    attribute(name, 7, (inner) => {
      for (const value of list) {
        inner.push(0x40);
        inner.varint(value);
      }
    });
  const floats = (name, list) =>
    attribute(name, 6, (inner) => {
      for (const value of list) {
        float[0] = value;
        inner.push(0x3d, ...floatBytes);
      }
    });
  for (const [name, list] of lists) ints(name, list);
  attribute('nodes_modes', 8, (inner) => {
    for (const mode of modes) inner.text(9, mode);
  });
  floats('nodes_values', values);
  ints('class_treeids', classTrees);
  ints('class_nodeids', classNodes);
  ints(
    'class_ids',
    classNodes.map(() => 0),
  );
  floats('class_weights', weights);
  ints('classlabels_int64s', [0, 1]);
  attribute('post_transform', 3, (inner) => inner.text(4, 'NONE'));
  graphNode.text(7, 'ai.onnx.ml');

  const value = (name, type, width) => {
    const inner = new Bytes();
    inner.text(1, name);
    const dims = width === undefined ? [0x0a, 0] : [0x0a, 0, 0x0a, 2, 8, width];
    inner.push(0x12, dims.length + 6, 0x0a, dims.length + 4, 0x08, type, 0x12, dims.length, ...dims);
    return inner;
  };
  const graph = new Bytes();
  graph.message(1, graphNode);
  graph.text(2, 'forest');
  graph.message(11, value('X', 1, columns));
  graph.message(12, value('label', 7));
  graph.message(12, value('probabilities', 1, 2));
  const model = new Bytes();
  model.push(0x08, 8);
  model.message(7, graph);
  for (const [domain, version] of [
    ['', 15],
    ['ai.onnx.ml', 1],
  ]) {
    const opset = new Bytes();
    opset.text(1, domain);
    opset.push(0x10, version);
    model.message(8, opset);
  }
  return model.done().slice();
}
