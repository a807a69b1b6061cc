import { CONCURRENCY, CONTEXTS, EXECUTIONS, JOINS, NODE_KINDS, ON_ERROR, TOOL_CHOICES } from '../../model/index.js';
import { expressionSchema, guard } from './guard-shape.js';
import {
  bool,
  chosenBy,
  count,
  either,
  isNull,
  isTrue,
  listOf,
  name,
  number,
  oneOf,
  recordOf,
  type Schema,
  type Shape,
  text,
} from './shape.js';

const names = listOf(name);
const namesOrAny = either('a list of names, or "*"', names, oneOf('*'));
const context = oneOf(...CONTEXTS);

const flag = recordOf({ name, type: oneOf('bool') }, ['name', 'type']);
const quantity = recordOf({ name, type: oneOf('int', 'real'), min: number, max: number }, ['name', 'type']);
const word = recordOf({ name, type: oneOf('string'), values: listOf(text, { atLeast: 1 }) }, ['name', 'type']);
const variable = chosenBy(
  ({ type }) => {
    if (type === 'int' || type === 'real') return quantity;
    if (type === 'string') return word;
    return type === 'bool' ? flag : undefined;
  },
  'a variable whose type is one of bool, int, real, string',
  [flag, quantity, word],
);

const fromVariable = recordOf({ name, variable: name }, ['name', 'variable']);
const constant = recordOf(
  { name, value: either('a text, a number, true, false or null', text, number, bool, isNull) },
  ['name', 'value'],
);
const byModel = recordOf({ name, model: isTrue }, ['name', 'model']);
const argument = chosenBy(
  (value) => {
    if (Object.hasOwn(value, 'variable')) return fromVariable;
    if (Object.hasOwn(value, 'value')) return constant;
    return Object.hasOwn(value, 'model') ? byModel : undefined;
  },
  'an argument with a variable, a value, or model: true',
  [fromVariable, constant, byModel],
);

const tool = recordOf({ name, arguments: listOf(argument), requires_confirmation: isTrue }, ['name']);

const node = recordOf(
  {
    id: name,
    title: text,
    kind: oneOf(...NODE_KINDS),
    tools: listOf(tool),
    tool_choice: oneOf(...TOOL_CHOICES),
    subgraph: name,
    may_call: namesOrAny,
    reads: names,
    writes: namesOrAny,
    result: name,
    context,
    returns: oneOf('bool', 'number', 'enum', 'text', 'object'),
    disabled: isTrue,
    on_error: oneOf(...ON_ERROR),
    retry: recordOf({ max: count, idempotency_key: text }, []),
    fallible: isTrue,
    concurrency: oneOf(...CONCURRENCY),
    join: oneOf(...JOINS),
    confirms: names,
    interrupt: oneOf('before', 'after', 'both'),
    terminate: isTrue,
    parallel: isTrue,
  },
  ['id', 'kind'],
);

const edge = recordOf(
  {
    id: name,
    source: name,
    target: name,
    on: oneOf('success', 'error'),
    branch: text,
    outcome: oneOf('approve', 'reject', 'edit', 'pass', 'fail'),
    guard,
    otherwise: isTrue,
    provenance: oneOf('declared', 'inferred', 'may'),
    max_times: count,
  },
  ['id', 'source', 'target'],
);

const dataEdge = recordOf({ source: name, source_output: text, target: name, target_input: text }, [
  'source',
  'target',
]);

/** What the graph and each of its sub-graphs have. */
const body = { start: name, nodes: listOf(node, { atLeast: 1 }), edges: listOf(edge), data_edges: listOf(dataEdge) };
const BODY_REQUIRED = ['start', 'nodes', 'edges'];

const subgraph = recordOf({ name, context, ...body }, ['name', ...BODY_REQUIRED]);

export const graph: Shape = recordOf(
  {
    format: oneOf('agent-graph/1'),
    name: text,
    execution: oneOf(...EXECUTIONS),
    context,
    variables: listOf(variable),
    subgraphs: listOf(subgraph),
    ...body,
  },
  ['format', ...BODY_REQUIRED],
);

/**
 * `agent-graph/1` in JSON Schema (draft 2020-12), from the very shapes that the reader asks. What a schema cannot say (references, doubled ids,
 * members that contradict each other) the reader asks beside.
 */
export function graphSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'agent-graph/1',
    description: 'An agent graph to verify. What each member means for a run: docs/graph/semantics.md.',
    ...graph.schema,
    $defs: { expression: expressionSchema },
  };
}
