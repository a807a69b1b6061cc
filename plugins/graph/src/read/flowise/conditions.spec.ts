import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { holds } from '../../replay/guards.js';
import { readFlowise } from '../index.js';
import { nodeOf, ok } from '../testing/drawn.js';

type Json = Readonly<Record<string, unknown>>;
const block = (id: string, type: string, inputs: Json = {}): Json => ({
  id,
  position: {},
  data: { name: `${type}Agentflow`, label: id, inputs },
});
const flow = (conditions: unknown, more: readonly Json[] = []): Json => ({
  nodes: [
    block('s', 'start'),
    block('a', 'llm', { llmUpdateState: [{ key: 'n', value: '1' }] }),
    block('c', 'condition', { conditions }),
    block('r', 'directReply'),
    ...more,
  ],
  edges: [
    { source: 's', target: 'a', sourceHandle: 's-output-startAgentflow' },
    { source: 'a', target: 'c', sourceHandle: 'a-output-llmAgentflow' },
    { source: 'c', target: 'r', sourceHandle: 'c-output-0' },
  ],
});
const guards = (conditions: unknown, more?: readonly Json[]): readonly unknown[] =>
  ok(readFlowise(flow(conditions, more)))
    .graph.edges.filter(({ source }) => source === 'c')
    .map(({ guard }) => guard && ('expr' in guard ? guard.expr : 'opaque'));
const one = (value1: string, operation: string, value2: unknown, type = 'string'): Json => ({
  type,
  value1,
  operation,
  value2,
});

describe('conditions of Flowise', () => {
  it.each([
    [one('{{ $flow.state.n }}', 'larger', '5', 'number'), { op: '>', variable: '$flow.state.n', value: 5 }],
    [one('<p><span>{{ a.output }}</span></p>', 'equal', '<p>yes</p>'), { op: '=', variable: 'a.output', value: 'yes' }],
    [one('{{ a }}', 'notContains', 'no'), { op: 'not', of: { op: 'contains', variable: 'a', value: 'no' } }],
    [one('{{ a }}', 'startsWith', 'x'), { op: 'in', variable: 'a', values: ['x'] }],
    [one('{{ a }}', 'notEmpty', ''), { op: 'not', of: { op: '=', variable: 'a', value: '' } }],
    [one('{{ question }}', 'equal', 'hi'), { op: '=', variable: 'question', value: 'hi' }],
    // Markup, patterns, sums, other sources of values, a person between.
    [one('{{ a }}', 'equal', '**yes**'), 'opaque'],
    [one('{{ a }}', 'regex', 'x'), 'opaque'],
    [one('{{ a }} {{ a }}', 'equal', 'x'), 'opaque'],
    [one('{{ $iteration }}', 'equal', 'x'), 'opaque'],
    [one('{{ s }}', 'equal', 'x'), 'opaque'],
    [one('{{ a }}', 'equal', '{{ b }}'), 'opaque'],
    [one('{{ a }}', 'larger', 'many', 'number'), 'opaque'],
    [one('{{ a }}', 'toString', 'x'), 'opaque'],
  ])('%j', (condition, expected) => {
    expect(guards([condition])).toEqual([expected, undefined]);
  });

  it('are read from the text of a list, too, and what is no list is no condition', () => {
    expect(guards(JSON.stringify([one('{{ a }}', 'equal', 'x')]))).toEqual([
      { op: '=', variable: 'a', value: 'x' },
      undefined,
    ]);
    expect(guards('[')).toEqual([undefined]);
  });

  it('look at what somebody asks only where no person answers in between', () => {
    expect(guards([one('{{ question }}', 'equal', 'hi')], [block('h', 'humanInput')])).toEqual(['opaque', undefined]);
  });

  it('are asked anew of a state that a block writes', () => {
    const { graph } = ok(readFlowise(flow([])));
    expect(nodeOf(graph, 'a')).toMatchObject({ writes: ['a', '$flow.state.n'] });
  });

  it('hold of the texts and numbers for which Flowise says so', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }).map((own) => own.trim());
    const conditions = fc.array(
      fc.record({
        type: fc.constant('string'),
        value1: fc.constant('{{ a }}'),
        operation: fc.constantFrom(
          'equal',
          'notEqual',
          'contains',
          'notContains',
          'startsWith',
          'endsWith',
          'isEmpty',
          'notEmpty',
        ),
        value2: text,
      }),
      { minLength: 1, maxLength: 3 },
    );
    const says = (own: string, operation: string, other: string): boolean => {
      const all: Readonly<Record<string, boolean>> = {
        equal: own === other,
        notEqual: own !== other,
        contains: own.includes(other),
        notContains: !own.includes(other),
        startsWith: own.startsWith(other),
        endsWith: own.endsWith(other),
        isEmpty: own === '',
        notEmpty: own !== '',
      };
      return all[operation] === true;
    };
    fc.assert(
      fc.property(conditions, text, (asked, own) => {
        const { graph } = ok(readFlowise(flow(asked)));
        const [variable] = graph.variables ?? [];
        const answers = (of: string): string =>
          asked.map(({ operation, value2 }) => says(of, operation, value2)).join();
        const values = variable?.type === 'string' ? variable.values : undefined;
        const stand = values ? values.find((each) => answers(each) === answers(own)) : own;
        expect(stand).toBeDefined();
        const told = graph.edges.flatMap(({ guard }) =>
          guard && 'expr' in guard ? [holds(guard.expr, () => stand)] : [],
        );
        expect(told.join()).toBe(answers(own));
      }),
      { numRuns: runs(200) },
    );
  });
});
