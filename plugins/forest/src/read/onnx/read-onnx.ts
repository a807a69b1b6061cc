/** An ONNX file -> a forest: the frame, the graph around the one ensemble, and the ensemble itself. */
import type { Column, Feature, Forest, Outcome, Taken } from '../../model/index.js';
import { LEAF } from '../../model/index.js';
import { placed, refuse } from '../source/problems.js';
import type { Settled } from '../trees/outcome.js';
import { afterLabel, afterScores } from './after.js';
import { BEFORE, mustFollow } from './before/index.js';
import { tensorOf } from './content.js';
import { checkType } from './outputs.js';
import { type Limits, LIMITS, type OnnxModel, type OnnxNode, readModelProto, TYPE } from './proto.js';
import { checkFinite, treesOf } from './trees-of.js';
import { COLUMN_TYPES, type ColumnsValue, constantOf, type GraphValue, misused, type ScoresValue } from './values.js';

/** What was read of the one operator of trees. */
interface Ensemble extends Settled {
  readonly features: readonly Feature[];
  readonly arithmetic: 'float32' | 'float64';
  readonly scores: 'float32' | 'float64';
  readonly aggregate: 'sum' | 'average';
}

const ENSEMBLES = ['TreeEnsembleClassifier', 'TreeEnsembleRegressor', 'TreeEnsemble'];
const ML = 'ai.onnx.ml';
const MAX_COLUMNS = 100_000;

const qualified = ({ domain, operator }: OnnxNode): string => (domain === '' ? operator : `${domain}.${operator}`);
const isEnsemble = ({ domain, operator }: OnnxNode): boolean => domain === ML && ENSEMBLES.includes(operator);

/** Reads a model. Throws `Refusal`. */
export function readOnnx(bytes: Uint8Array, limits: Limits = LIMITS): Forest {
  const model = readModelProto(bytes, limits);
  for (const [domain] of model.opsets)
    if (domain !== '' && domain !== ML) refuse('forest_onnx_refused', { what: `operators of "${domain}"` });
  const ensembles = model.nodes.filter(isEnsemble);
  for (const node of model.nodes) checkKnown(node);
  const [only] = ensembles;
  if (!only || ensembles.length !== 1) return refuse('forest_ensemble_count', { found: ensembles.length });
  checkVersions(model, only);
  return new Graph(model).read();
}

const KNOWN = new Set([
  ...BEFORE.keys(),
  'ArgMax',
  'Slice',
  'Squeeze',
  'Constant',
  `${ML}.ZipMap`,
  ...ENSEMBLES.map((name) => `${ML}.${name}`),
]);

function checkKnown(node: OnnxNode): void {
  if (!KNOWN.has(qualified(node)))
    refuse(
      'forest_operator',
      { operator: qualified(node) },
      { node: node.name, operator: node.operator, offset: node.offset },
    );
}

/** The newest that onnxruntime 1.30 takes: of the format, and of the operators of a domain. */
const NEWEST = {
  format: 13,
  operators: new Map([
    ['', 26],
    [ML, 5],
  ]),
} as const;

/** The runtime refuses what is newer than it, operators whose version is not said, and those of trees in another version than theirs. */
function checkVersions({ format, opsets, nodes }: OnnxModel, ensemble: OnnxNode): void {
  if (format > NEWEST.format) refuse('forest_onnx_refused', { what: `version ${format} of the format` });
  for (const [domain, version] of opsets)
    if (version > (NEWEST.operators.get(domain) ?? 0) || (domain === ML && version < 1))
      refuse('forest_onnx_refused', { what: `version ${version} of ${domain || 'ai.onnx'}` });
  const without = nodes.find(({ domain }) => !opsets.has(domain));
  if (without) refuse('forest_onnx_missing', { what: `version of the operators of "${without.domain || 'ai.onnx'}"` });
  const version = opsets.get(ML) as number;
  if (version >= 5 !== (ensemble.operator === 'TreeEnsemble'))
    refuse('forest_onnx_refused', { what: `${ensemble.operator} in version ${version} of ${ML}` });
}

class Graph {
  readonly #model: OnnxModel;
  readonly #values = new Map<string, GraphValue>();
  readonly #columns: Column[] = [];
  #ensemble: Ensemble | undefined;

  constructor(model: OnnxModel) {
    this.#model = model;
  }

  read(): Forest {
    this.#readInputs();
    for (const node of this.#inOrder())
      placed({ node: node.name, operator: node.operator, offset: node.offset }, () => this.#take(node));
    const ensemble = this.#ensemble as Ensemble;
    const { producer, producerVersion } = this.#model;
    const { averaged, ...outputs } = this.#outputs(ensemble.outcome);
    return {
      source: {
        format: 'onnx',
        ...(producer !== '' && { producer: producer.slice(0, 200) }),
        ...(producerVersion !== '' && { version: (producerVersion.split('\n')[0] as string).slice(0, 200) }),
      },
      columns: this.#columns,
      features: ensemble.features,
      trees: ensemble.trees,
      targets: ensemble.targets,
      summation: {
        arithmetic: ensemble.arithmetic,
        base: ensemble.base,
        baseAt: 'end',
        aggregate: averaged ? 'average' : ensemble.aggregate,
        scores: ensemble.scores,
      },
      ...outputs,
    };
  }

  #readInputs(): void {
    const { inputs, initializers, nodes } = this.#model;
    const given = inputs.filter(({ name }) => !initializers.has(name));
    for (const [name, tensor] of initializers) placed({ node: name }, () => this.#define(name, constantOf(tensor)));
    for (const { name, type, dims } of given) {
      const found = COLUMN_TYPES.get(type);
      if (!found) return refuse('forest_wiring', { name, why: `an input of type ${type} is not supported` });
      if (dims && dims.length !== 2) refuse('forest_wiring', { name, why: `an input of ${dims.length} dimensions` });
      const width = dims?.[1] ?? -1;
      if (width === -1 && given.length > 1)
        refuse('forest_wiring', { name, why: 'it does not say how many columns it has' });
      const columns = width === -1 ? this.#asked(nodes) : width;
      if (columns > MAX_COLUMNS) refuse('forest_too_large', { what: 'columns', limit: MAX_COLUMNS });
      const first = this.#columns.length;
      for (let index = 0; index < columns; index++)
        this.#columns.push({
          name: columns === 1 ? name : `${name}[${index}]`,
          input: name,
          index,
          type: found,
        });
      const features = Array.from({ length: columns }, (_, index) => ({ column: first + index, steps: [] }));
      this.#define(name, { kind: 'columns', type, features });
    }
  }

  /** As many columns as the trees ask for, where the input is open. */
  #asked(nodes: readonly OnnxNode[]): number {
    const node = nodes.find(isEnsemble) as OnnxNode;
    const { trees } = treesOf(node);
    let width = 0;
    for (let at = 0; at < trees.kind.length; at++)
      if (trees.kind[at] !== LEAF) width = Math.max(width, (trees.feature[at] as number) + 1);
    return Math.max(1, width);
  }

  #define(name: string, value: GraphValue): void {
    if (name === '') return;
    if (this.#values.has(name)) refuse('forest_wiring', { name, why: 'it is produced twice' });
    this.#values.set(name, value);
  }

  /** The nodes so that each comes after those it takes from. */
  *#inOrder(): Generator<OnnxNode> {
    let open = [...this.#model.nodes];
    while (open.length > 0) {
      const ready = open.filter((node) => node.inputs.every((name) => name === '' || this.#values.has(name)));
      const [first] = open;
      if (ready.length === 0) {
        const name = first?.inputs.find((input) => input !== '' && !this.#values.has(input)) ?? '';
        refuse(
          'forest_wiring',
          { name, why: 'nothing produces it, or it depends on itself' },
          { node: first?.name ?? '' },
        );
      }
      for (const node of ready) yield node;
      const taken = new Set(ready);
      open = open.filter((node) => !taken.has(node));
    }
  }

  #take(node: OnnxNode): void {
    const inputs = node.inputs.filter((name) => name !== '').map((name) => this.#values.get(name) as GraphValue);
    if (qualified(node) === 'Constant') {
      const tensor = node.attributes.get('value');
      if (!tensor || node.attributes.size !== 1) misused(node, 'its value is no tensor');
      return this.#define(node.outputs[0] ?? '', constantOf(tensorOf(tensor as NonNullable<typeof tensor>)));
    }
    if (isEnsemble(node)) return this.#takeEnsemble(node, inputs);
    if (node.outputs.length !== 1) misused(node, `it has ${node.outputs.length} outputs`);
    this.#define(node.outputs[0] as string, this.#after(node, inputs));
  }

  #after(node: OnnxNode, inputs: readonly GraphValue[]): GraphValue {
    const moving = inputs.filter((value) => value.kind !== 'constant');
    const [value] = moving;
    if (!value)
      return node.operator === 'Identity' && inputs[0] ? inputs[0] : misused(node, 'nothing of a record goes in');
    if (node.domain === ML ? node.operator === 'ZipMap' : node.operator === 'ArgMax')
      if (value.kind !== 'scores' && !(value.kind === 'columns' && node.domain !== ML))
        misused(node, 'it is given no scores');
    switch (value.kind) {
      case 'columns': {
        const before = BEFORE.get(qualified(node));
        if (!before) return misused(node, 'it stands before the trees');
        if (moving.some((other) => other.kind !== 'columns')) misused(node, 'it joins columns and scores');
        if (moving.length > 1 && node.operator !== 'Concat') misused(node, 'it joins columns');
        return before(node, value, inputs, (column, taken) => this.#limit(column, taken));
      }
      case 'scores': {
        if (moving.length > 1) misused(node, 'scores are changed');
        return afterScores(node, value, inputs, { classes: this.#classes(), summed: summedTrees(this.#ensemble) });
      }
      default: {
        if (moving.length > 1) misused(node, 'the label is changed');
        return afterLabel(node, value, inputs, this.#classes());
      }
    }
  }

  #classes(): number {
    const { outcome, targets } = this.#ensemble as Ensemble;
    return outcome.kind === 'classes' ? outcome.labels.length : targets;
  }

  #takeEnsemble(node: OnnxNode, [input, ...more]: readonly GraphValue[]): void {
    if (input?.kind !== 'columns' || more.length > 0 || input.encoded !== undefined)
      return misused(node, 'it is not given columns');
    const { type } = input;
    const classifier = node.operator === 'TreeEnsembleClassifier';
    const whole = type === TYPE.int64 || type === TYPE.int32;
    if (type !== TYPE.float && type !== TYPE.double && !(classifier && whole))
      misused(node, `its input has type ${type}`);
    mustFollow(node, input.features);
    const wide = type === TYPE.double;
    const { frame, trees } = treesOf(node, type);
    const width = input.features.length;
    for (let at = 0; at < trees.kind.length; at++) {
      const feature = trees.feature[at] as number;
      if (trees.kind[at] !== LEAF && (feature < 0 || feature >= width))
        refuse('forest_feature_range', { feature, width });
    }
    checkFinite(trees, frame.base);
    const settled = frame.settle(trees);
    this.#ensemble = {
      ...settled,
      // Whole numbers are compared as float32.
      features: whole ? asFloat(input).features : input.features,
      arithmetic: wide ? 'float64' : 'float32',
      scores: wide && node.operator === 'TreeEnsemble' ? 'float64' : 'float32',
      aggregate: frame.aggregate,
    };
    const { outcome } = settled;
    const [first, second] = node.outputs;
    if (classifier) {
      if (outcome.kind === 'classes') this.#define(first ?? '', { kind: 'label', names: outcome.labels });
      this.#define(second ?? '', { kind: 'scores', tensor: second ?? '', given: 'tensor' });
    } else this.#define(first ?? '', { kind: 'scores', tensor: first ?? '', given: 'tensor' });
  }

  /** Narrows what a column takes. */
  #limit(at: number, taken: Taken): void {
    const column = this.#columns[at] as Column;
    const known = column.takes?.values;
    const values =
      taken.values && known ? known.filter((value) => taken.values?.includes(value)) : (taken.values ?? known);
    if (values?.length === 0) refuse('forest_wiring', { name: column.name, why: 'no value is allowed here' });
    this.#columns[at] = { ...column, takes: { ...column.takes, ...taken, ...(values && { values }) } };
  }

  /** What the graph gives out, by name; and the labels as it calls them. */
  #outputs(outcome: Outcome): Pick<Forest, 'outcome' | 'outputs'> & { readonly averaged: boolean } {
    let label: string | undefined;
    let scores: ScoresValue | undefined;
    let named = outcome;
    for (const info of this.#model.outputs) {
      const { name } = info;
      const value = this.#values.get(name);
      if (!value) return refuse('forest_wiring', { name, why: 'nothing produces this output' });
      if (value.kind === 'columns')
        return refuse('forest_wiring', { name, why: 'this output is neither scores nor a label' });
      if (value.kind === 'constant') continue;
      checkType(info, value, (this.#ensemble as Ensemble).scores, outcome);
      // Behind ZipMap the scores are no tensor, but under the name that went into it they are: `withOutput` makes that an output.
      if (value.kind === 'scores')
        scores = value.given === 'tensor' && scores?.given !== 'tensor' ? value : (scores ?? value);
      else {
        label ??= name;
        named = this.#labelled(named, value.kind === 'label' ? value.names : undefined);
      }
    }
    return {
      outcome: named,
      outputs: {
        ...(label !== undefined && { label }),
        ...(scores && { scores: scores.tensor }),
      },
      averaged: scores?.averaged === true,
    };
  }

  #labelled(outcome: Outcome, names: readonly (string | number)[] | undefined): Outcome {
    if (outcome.kind === 'classes') return names ? { ...outcome, labels: names } : outcome;
    const { targets } = this.#ensemble as Ensemble;
    return {
      kind: 'classes',
      labels: names ?? Array.from({ length: targets }, (_, at) => at),
      post: outcome.post,
      rule: { kind: 'first_maximum', over: 'scores' },
    };
  }
}

const asFloat = (value: ColumnsValue): ColumnsValue => ({
  ...value,
  features: value.features.map((feature) => ({
    ...feature,
    steps: [...feature.steps, { kind: 'cast', to: 'float32' }],
  })),
});

/** How many trees add up to the one score, if that is all that is done. */
const summedTrees = (ensemble: Ensemble | undefined): number | undefined =>
  ensemble?.outcome.kind === 'regression' &&
  ensemble.targets === 1 &&
  ensemble.arithmetic === 'float32' &&
  ensemble.aggregate === 'sum' &&
  ensemble.base.every((value) => value === 0)
    ? ensemble.trees.roots.length
    : undefined;
