import { proposeClasses } from '@ostiary/catalogue';
import type { AgentGraph } from '../../model/index.js';
import { calls, edge, fix, node, reportOf, verdict } from './build.js';

const GRAPH: AgentGraph = {
  format: 'agent-graph/1',
  name: 'Refund agent',
  variables: [
    { name: 'order_id', type: 'string' },
    { name: 'amount', type: 'real', min: 0 },
  ],
  start: 'start',
  nodes: [
    node('start', 'start'),
    calls('find_order', 'find_order', { title: 'Find the order', writes: ['order_id', 'amount'], on_error: 'edge' }),
    calls('verify_order', 'verify_order', { title: 'Verify the order' }),
    node('plan', 'llm', { title: 'Plan the refund' }),
    node('size', 'router', { title: 'How much?' }),
    node('ask', 'human', { title: 'Ask a person', confirms: ['refund'] }),
    calls('refund', 'refund', { title: 'Pay back' }),
    calls('tell', 'send_mail', { title: 'Tell the customer' }),
    node('end', 'end'),
  ],
  edges: [
    edge('start', 'find_order'),
    edge('find_order', 'verify_order'),
    edge('find_order', 'plan', { on: 'error', branch: 'timeout' }),
    edge('verify_order', 'plan', { outcome: 'pass' }),
    edge('plan', 'size'),
    edge('size', 'ask', { guard: { expr: { op: '>', variable: 'amount', value: 100 } } }),
    edge('size', 'refund', { otherwise: true }),
    edge('ask', 'refund', { outcome: 'approve' }),
    edge('ask', 'tell', { outcome: 'reject' }),
    edge('refund', 'tell', { guard: { opaque: 'return state.settled' } }),
    edge('refund', 'end', { otherwise: true }),
    edge('tell', 'end'),
  ],
};

/** A refund agent whose check is bypassed when a lookup times out: broken, possible, vacuous and proved. */
export const refunds = reportOf({
  name: 'refunds',
  graph: GRAPH,
  rules: [
    { id: 'check_before:refund:verify_order', kind: 'check_before', tool: 'refund', check: 'verify_order' },
    { id: 'confirm_before:refund', kind: 'confirm_before', tool: 'refund' },
    { id: 'told', kind: 'order', pattern: 'response', first: 'refund', second: 'send_mail' },
    { id: 'no-delete', kind: 'order', pattern: 'precedence', first: 'verify_order', second: 'delete_order' },
    { id: 'looked-up', kind: 'order', pattern: 'precedence', first: 'find_order', second: 'verify_order' },
  ],
  verdicts: [
    verdict({
      property: 'P1',
      rule_id: 'check_before:refund:verify_order',
      target: 'refund',
      verdict: 'broken',
      severity: 'critical',
      path: [
        { node: 'start', edge: 'start-find_order', events: [], facts: [] },
        {
          node: 'find_order',
          edge: 'find_order-plan',
          events: [
            { kind: 'attempt', name: 'find_order' },
            { kind: 'failure', name: 'find_order' },
          ],
          facts: [],
        },
        { node: 'plan', edge: 'plan-size', events: [], facts: [] },
        {
          node: 'size',
          edge: 'size-refund',
          events: [],
          guard: { text: 'not (amount > 100)', kind: 'decided' },
          facts: [],
        },
        {
          node: 'refund',
          events: [{ kind: 'attempt', name: 'refund' }],
          facts: [],
          why: { code: 'never_there', params: {} },
        },
      ],
      model: [{ variable: 'amount', at_step: 1, value: 100 }],
      assumptions: ['tool_error_to_model'],
      fix: fix({ insert_on: ['find_order-plan'], name: 'verify_order' }),
    }),
    verdict({
      property: 'P2',
      rule_id: 'confirm_before:refund',
      target: 'refund',
      verdict: 'broken',
      path: [
        { node: 'start', edge: 'start-find_order', events: [], facts: [] },
        {
          node: 'find_order',
          edge: 'find_order-verify_order',
          events: [
            { kind: 'attempt', name: 'find_order' },
            { kind: 'success', name: 'find_order' },
          ],
          facts: [],
        },
        {
          node: 'verify_order',
          edge: 'verify_order-plan',
          events: [
            { kind: 'attempt', name: 'verify_order' },
            { kind: 'success', name: 'verify_order' },
          ],
          facts: [],
        },
        { node: 'plan', edge: 'plan-size', events: [], facts: [] },
        {
          node: 'size',
          edge: 'size-refund',
          events: [],
          guard: { text: 'not (amount > 100)', kind: 'decided' },
          facts: [],
        },
        {
          node: 'refund',
          events: [{ kind: 'attempt', name: 'refund' }],
          facts: [],
          why: { code: 'never_there', params: {} },
        },
      ],
      model: [{ variable: 'amount', at_step: 1, value: 51 }],
      fix: fix({
        insert_on: ['size-refund'],
        kind: 'confirmation',
        name: null,
        refusal: 'end',
        before_tool: ['refund'],
      }),
    }),
    verdict({
      property: 'P3',
      rule_id: 'told',
      target: 'send_mail',
      verdict: 'possible',
      severity: 'medium',
      path: [
        { node: 'start', edge: 'start-find_order', events: [], facts: [] },
        {
          node: 'find_order',
          edge: 'find_order-plan',
          events: [
            { kind: 'attempt', name: 'find_order' },
            { kind: 'failure', name: 'find_order' },
          ],
          facts: [],
        },
        { node: 'plan', edge: 'plan-size', events: [], facts: [] },
        { node: 'size', edge: 'size-refund', events: [], facts: [] },
        {
          node: 'refund',
          edge: 'refund-end',
          events: [
            { kind: 'attempt', name: 'refund' },
            { kind: 'success', name: 'refund' },
          ],
          guard: { text: 'return state.settled', kind: 'opaque' },
          facts: ['awaited'],
          why: { code: 'established', params: { fact: 'awaited' } },
        },
        { node: 'end', events: [], facts: ['awaited'] },
      ],
      deciders: [{ code: 'opaque_guard', at: 'refund-tell', params: {} }],
    }),
    verdict({ property: 'P3', rule_id: 'no-delete', target: 'delete_order', verdict: 'vacuous', severity: 'low' }),
    verdict({
      property: 'P3',
      rule_id: 'looked-up',
      target: 'verify_order',
      verdict: 'proved',
      certificate_id: 'c1_7f3kq0zv5m',
      guards_used: ['size-refund'],
    }),
  ],
  assumptions: [
    {
      code: 'tool_error_to_model',
      place: { pointer: '/nodes/3', line: 5, column: 5 },
      params: {},
      nodes: ['plan'],
    },
    { code: 'no_such_code', place: { pointer: '/nodes/4' }, params: { what: 'x' } },
  ],
  coverage: {
    tools: 4,
    tools_classified: 3,
    edges_with_guard: 2,
    opaque_guards: 1,
    unclassified: [
      { name: 'send_mail', proposals: proposeClasses({ readOnlyHint: false, openWorldHint: true }) },
      { name: 'find_order', proposals: [] },
    ],
    roles: [
      { role: 'compensates', tool: 'cancel', of: 'refund', code: 'taken', place: { pointer: '/nodes/1', line: 7 } },
    ],
  },
});
