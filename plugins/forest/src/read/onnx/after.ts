/** The operators behind the trees: what they do to scores and to the label. */
import { refuse } from '../source/problems.js';
import { intOf, intsOf, stringsOf } from './content.js';
import { type OnnxNode, TYPE } from './proto.js';
import { type ChosenValue, type GraphValue, type LabelValue, misused, type ScoresValue } from './values.js';

const int = (node: OnnxNode, name: string, otherwise: number): number => {
  const attribute = node.attributes.get(name);
  return attribute ? intOf(attribute) : otherwise;
};

/** An operator on scores. `classes`: how many there are. */
export function afterScores(
  node: OnnxNode,
  value: ScoresValue,
  others: readonly GraphValue[],
  classes: number,
): ScoresValue | ChosenValue {
  switch (node.operator) {
    case 'Identity': {
      return value;
    }
    case 'ZipMap': {
      return { kind: 'scores', zipped: true };
    }
    case 'Cast': {
      if (int(node, 'to', 0) !== TYPE.float) misused(node, 'scores are cast to another type');
      return value;
    }
    case 'Mul':
    case 'Div': {
      const [first, other] = others;
      const constant = other === value ? first : other;
      const one =
        constant?.kind === 'constant' &&
        'numbers' in constant.content &&
        constant.content.numbers.every((n) => n === 1);
      if (!one || (node.operator === 'Div' && first !== value)) misused(node, 'scores are changed');
      return value;
    }
    case 'Reshape': {
      const [, shape] = others;
      const dims = shape?.kind === 'constant' && 'numbers' in shape.content ? [...shape.content.numbers] : [];
      if (dims[0] !== -1 || dims.slice(1).reduce((a, b) => a * b, 1) !== classes) misused(node, 'scores are moved');
      return value;
    }
    case 'ArgMax': {
      const axis = int(node, 'axis', 0);
      if ((axis !== 1 && axis !== -1) || int(node, 'select_last_index', 0) !== 0)
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
      if (int(node, 'to', 0) !== wanted) misused(node, 'labels are cast to another type');
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
