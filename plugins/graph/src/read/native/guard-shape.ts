import { isList, isRecord, member, type TreeRecord } from '../source/tree.js';
import { bool, chosenBy, either, listOf, name, number, oneOf, recordOf, type Shape, text } from './shape.js';

/** How deep a guard may be nested. A guard of a person is three deep; a deeper one than this is made to overflow a stack. */
const MAX_GUARD_DEPTH = 64;

/** Where JSON Schema keeps the expression that contains itself. */
const EXPRESSION = '#/$defs/expression';

const scalar = either('a text, a number, true or false', text, number, bool);
const comparison = (ops: readonly string[], value: Shape): readonly Shape[] => [
  recordOf({ op: oneOf(...ops), variable: name, value }, ['op', 'variable', 'value']),
  recordOf({ op: oneOf(...ops), variable: name, other: name }, ['op', 'variable', 'other']),
];
const [equalsValue, equalsOther] = comparison(['=', '!='], scalar) as [Shape, Shape];
const [ordersValue, ordersOther] = comparison(['<', '<=', '>', '>='], number) as [Shape, Shape];
const isIn = recordOf(
  { op: oneOf('in'), variable: name, values: listOf(either('a text or a number', text, number), { atLeast: 1 }) },
  ['op', 'variable', 'values'],
);
const contains = recordOf({ op: oneOf('contains'), variable: name, value: text }, ['op', 'variable', 'value']);
const presence = recordOf({ op: oneOf('empty', 'present'), variable: name }, ['op', 'variable']);

/** An expression inside another one: how deep it is was looked at before. */
const inner: Shape = {
  ok: (value) => expression.ok(value),
  explain: (value, pointer, problems) => expression.explain(value, pointer, problems),
  schema: { $ref: EXPRESSION },
};
const several = recordOf({ op: oneOf('and', 'or'), of: listOf(inner, { atLeast: 1 }) }, ['op', 'of']);
const negation = recordOf({ op: oneOf('not'), of: inner }, ['op', 'of']);

function byOperator(value: TreeRecord): Shape | undefined {
  switch (member(value, 'op')) {
    case 'and':
    case 'or':
      return several;
    case 'not':
      return negation;
    case '=':
    case '!=':
      return Object.hasOwn(value, 'other') ? equalsOther : equalsValue;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return Object.hasOwn(value, 'other') ? ordersOther : ordersValue;
    case 'in':
      return isIn;
    case 'contains':
      return contains;
    case 'empty':
    case 'present':
      return presence;
    default:
      return undefined;
  }
}

const expression = chosenBy(
  byOperator,
  'an expression whose op is one of and, or, not, =, !=, <, <=, >, >=, in, contains, empty, present',
  [several, negation, equalsValue, equalsOther, ordersValue, ordersOther, isIn, contains, presence],
);

/** Asked before anything that calls itself: without recursion. */
function tooDeep(root: unknown): boolean {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_GUARD_DEPTH) return true;
    level = level.flatMap((value) => {
      const of = isRecord(value) ? member(value, 'of') : undefined;
      return isList(of) ? of : of === undefined ? [] : [of];
    });
  }
  return false;
}

const wholeExpression: Shape = {
  ok: (value) => !tooDeep(value) && expression.ok(value),
  explain: (value, pointer, problems) => {
    if (tooDeep(value)) problems.add('graph_too_large', pointer, { what: 'depth of a guard', limit: MAX_GUARD_DEPTH });
    else expression.explain(value, pointer, problems);
  },
  schema: { $ref: EXPRESSION },
};

export const expressionSchema = expression.schema;

const free = recordOf({ choice: oneOf('llm', 'human', 'env') }, ['choice']);
const opaque = recordOf({ opaque: text }, ['opaque']);
const decided = recordOf({ expr: wholeExpression, text }, ['expr']);

export const guard: Shape = chosenBy(
  (value) => {
    if (Object.hasOwn(value, 'choice')) return free;
    if (Object.hasOwn(value, 'opaque')) return opaque;
    return Object.hasOwn(value, 'expr') ? decided : undefined;
  },
  'a guard: choice, opaque or expr',
  [free, opaque, decided],
);
