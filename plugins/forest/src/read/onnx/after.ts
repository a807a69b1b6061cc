/** The operators behind the trees: what they do to scores and to the label. */
import { refuse } from '../source/problems.js';
import { attributeInt } from './attributes.js';
import { intsOf, stringsOf } from './content.js';
import { type OnnxNode, TYPE } from './proto.js';
import { type ChosenValue, type GraphValue, type LabelValue, misused, type ScoresValue } from './values.js';

/** What an operator behind the trees may depend on. */
export interface AfterFacts {
  /** How many scores there are. */
  readonly classes: number;
  /** How many trees a plain float32 sum of one target has: divided by that, it is their average. */
  readonly summed: number | undefined;
}

const numbersOf = (value: GraphValue | undefined): readonly number[] | undefined =>
  value?.kind === 'constant' && 'numbers' in value.content ? [...value.content.numbers] : undefined;

/** An operator on scores. `inputs`: all that goes in. */
export function afterScores(
  node: OnnxNode,
  value: ScoresValue,
  inputs: readonly GraphValue[],
  { classes, summed }: AfterFacts,
): ScoresValue | ChosenValue {
  if (value.given === 'map' || (value.given === 'part' && !['Identity', 'Reshape'].includes(node.operator)))
    return misused(node, 'scores are changed');
  const moved: ScoresValue = { ...value, tensor: node.outputs[0] ?? '' };
  switch (node.operator) {
    case 'Identity': {
      return value.given === 'part' ? value : moved;
    }
    case 'ZipMap': {
      return { ...value, given: 'map' };
    }
    case 'Cast': {
      if (attributeInt(node, 'to', 0) !== TYPE.float) misused(node, 'scores are cast to another type');
      return moved;
    }
    case 'Mul':
    case 'Div': {
      const [first, second] = inputs;
      const by = numbersOf(second === value ? first : second);
      if (by?.every((factor) => factor === 1) && (node.operator === 'Mul' || first === value)) return moved;
      if (node.operator === 'Mul' || first !== value || by?.length !== 1 || by[0] !== summed || value.averaged)
        return misused(node, 'scores are changed');
      return { ...moved, averaged: true };
    }
    case 'Slice': {
      const [from, to, axis, step = [1]] = inputs.slice(1).map((input) => numbersOf(input) ?? []);
      const one =
        from?.length === 1 && to?.length === 1 && to[0] === (from[0] as number) + 1 && (from[0] as number) >= 0;
      if (!one || axis?.[0] !== 1 || step[0] !== 1) misused(node, 'it takes more than one score');
      return { ...value, given: 'part' };
    }
    case 'Reshape': {
      if (value.given === 'part') return value;
      const dims = numbersOf(inputs[1]) ?? [];
      if (dims[0] !== -1 || dims.slice(1).reduce((a, b) => a * b, 1) !== classes) misused(node, 'scores are moved');
      return moved;
    }
    case 'ArgMax': {
      const axis = attributeInt(node, 'axis', 0);
      if ((axis !== 1 && axis !== -1) || attributeInt(node, 'select_last_index', 0) !== 0)
        misused(node, 'it does not choose the first largest of each record');
      return { kind: 'chosen' };
    }
    default: {
      return misused(node, 'scores are changed');
    }
  }
}

/** An operator on the label, or on the number of the class that ArgMax chose. */
export function afterLabel(
  node: OnnxNode,
  value: LabelValue | ChosenValue,
  others: readonly GraphValue[],
  classes: number,
): LabelValue | ChosenValue {
  const names = (): readonly (string | number)[] =>
    value.kind === 'label' ? value.names : Array.from({ length: classes }, (_, at) => at);
  switch (node.operator) {
    case 'Identity':
    case 'Reshape':
    case 'Squeeze': {
      return value;
    }
    case 'Cast': {
      const wanted = names().some((name) => typeof name === 'string') ? TYPE.string : TYPE.int64;
      if (attributeInt(node, 'to', 0) !== wanted) misused(node, 'labels are cast to another type');
      return value;
    }
    case 'Gather':
    case 'ArrayFeatureExtractor': {
      const list = others.find((other) => other.kind === 'constant');
      if (!list || others[0] !== list) return misused(node, 'labels are not looked up in a constant');
      const content: readonly (string | number)[] =
        'numbers' in list.content ? [...list.content.numbers] : list.content.strings;
      return {
        kind: 'label',
        names: names().map((name) => {
          const found = typeof name === 'number' ? content[name] : undefined;
          return found ?? refuse('forest_labels', { why: `there is none for class ${name}` });
        }),
      };
    }
    case 'LabelEncoder': {
      const [from, to] = [listOf(node, 'keys'), listOf(node, 'values')];
      if (from.length === 0 || from.length !== to.length) misused(node, 'keys and values do not go together');
      return {
        kind: 'label',
        names: names().map((name) => {
          const found = to[from.indexOf(name)];
          return found ?? refuse('forest_labels', { why: `there is none for class ${name}` });
        }),
      };
    }
    default: {
      return misused(node, 'the label is changed');
    }
  }
}

function listOf(node: OnnxNode, name: 'keys' | 'values'): readonly (string | number)[] {
  const [strings, ints] = [node.attributes.get(`${name}_strings`), node.attributes.get(`${name}_int64s`)];
  return strings ? stringsOf(strings) : ints ? [...intsOf(ints)] : [];
}
