import type { AgentGraph } from '../../model/index.js';
import { calls, edge, fix, node, reportOf, verdict } from './build.js';

const step = (id: string, tool: string) => calls(id, tool, { on_error: 'edge', fallible: true });

const GRAPH: AgentGraph = {
  format: 'agent-graph/1',
  name: 'Order flow',
  execution: 'sequential',
  start: 'webhook',
  nodes: [
    node('webhook', 'start', { title: 'Webhook' }),
    node('split', 'fork', { title: 'Split' }),
    step('reserve', 'reserve_stock'),
    step('charge', 'charge_card'),
    calls('score', 'score_risk', { on_error: 'continue' }),
    node('meet', 'join', { title: 'Wait for both', join: 'unknown' }),
    node('items', 'map', { title: 'Each parcel', subgraph: 'ship one' }),
    calls('refund_card', 'refund_card', { retry: { max: 2 } }),
    calls('release', 'release_stock'),
    calls('old_mail', 'send_mail', { title: 'Old mail', disabled: true }),
    node('done', 'end', { title: 'Done' }),
    node('failed', 'fail', { title: 'Failed' }),
  ],
  edges: [
    edge('webhook', 'split'),
    edge('split', 'reserve'),
    edge('split', 'score'),
    edge('reserve', 'charge'),
    edge('reserve', 'failed', { on: 'error' }),
    edge('charge', 'meet'),
    edge('charge', 'release', { on: 'error' }),
    edge('score', 'meet'),
    edge('meet', 'items'),
    edge('items', 'old_mail'),
    edge('items', 'refund_card', { on: 'error' }),
    edge('refund_card', 'release'),
    edge('release', 'failed'),
    edge('old_mail', 'done'),
    edge('items', 'items', { provenance: 'may' }),
  ],
  subgraphs: [
    {
      name: 'ship one',
      start: 'pack',
      nodes: [
        calls('pack', 'pack_parcel', { title: 'Pack' }),
        calls('ship', 'ship_parcel', { title: 'Ship', retry: {} }),
        node('out', 'end'),
      ],
      edges: [edge('pack', 'ship'), edge('ship', 'out')],
    },
  ],
};

/** A flow with lanes, an unknown join and a saga: compensations that give up, a loop, a step in a sub-graph. */
export const orders = reportOf({
  name: 'orders',
  graph: GRAPH,
  rules: [
    {
      id: 'saga',
      kind: 'saga',
      steps: [
        { tool: 'reserve_stock', compensation: 'release_stock' },
        { tool: 'charge_card', compensation: 'refund_card' },
      ],
    },
    { id: 'scored', kind: 'order', pattern: 'precedence', first: 'score_risk', second: 'ship_parcel' },
    { id: 'mailed', kind: 'order', pattern: 'existence', first: 'send_mail' },
  ],
  verdicts: [
    verdict({
      property: 'P5',
      kind: 'SG1',
      rule_id: 'saga',
      target: 'charge_card',
      verdict: 'broken',
      severity: 'critical',
      path: [
        { node: 'webhook', edge: 'webhook-split', lane: 1, events: [], facts: [] },
        { node: 'split', edge: 'split-reserve', lane: 1, events: [], facts: [] },
        { node: 'split', edge: 'split-score', lane: 2, events: [], facts: [] },
        {
          node: 'reserve',
          edge: 'reserve-charge',
          lane: 1,
          events: [
            { kind: 'attempt', name: 'reserve_stock' },
            { kind: 'success', name: 'reserve_stock' },
          ],
          facts: ['reserve_stock'],
          why: { code: 'established', params: { fact: 'reserve_stock' } },
        },
        {
          node: 'charge',
          edge: 'charge-meet',
          lane: 1,
          events: [
            { kind: 'attempt', name: 'charge_card' },
            { kind: 'success', name: 'charge_card' },
          ],
          facts: ['reserve_stock', 'charge_card'],
          why: { code: 'established', params: { fact: 'charge_card' } },
        },
        {
          node: 'score',
          edge: 'score-meet',
          lane: 2,
          events: [{ kind: 'attempt', name: 'score_risk' }],
          facts: ['reserve_stock', 'charge_card'],
        },
        { node: 'meet', edge: 'meet-items', lane: 1, events: [], facts: ['reserve_stock', 'charge_card'] },
        {
          node: 'items/pack',
          lane: 1,
          events: [
            { kind: 'attempt', name: 'pack_parcel' },
            { kind: 'failure', name: 'pack_parcel' },
          ],
          facts: ['reserve_stock', 'charge_card'],
        },
        { node: 'items', edge: 'items-refund_card', lane: 1, events: [], facts: ['reserve_stock', 'charge_card'] },
        {
          node: 'refund_card',
          lane: 1,
          events: [
            { kind: 'attempt', name: 'refund_card' },
            { kind: 'failure', name: 'refund_card' },
          ],
          facts: ['reserve_stock', 'charge_card'],
          why: { code: 'never_there', params: {} },
        },
      ],
      fix: fix({ insert_on: ['items-refund_card', 'charge-release'], kind: 'confirmation', name: 'operator' }),
    }),
    verdict({
      property: 'P3',
      rule_id: 'scored',
      target: 'ship_parcel',
      verdict: 'possible',
      path: [
        { node: 'webhook', edge: 'webhook-split', lane: 1, events: [], facts: [] },
        { node: 'split', edge: 'split-reserve', lane: 1, events: [], facts: [] },
        { node: 'reserve', edge: 'reserve-charge', lane: 1, events: [], facts: [] },
        { node: 'charge', edge: 'charge-meet', lane: 1, events: [], facts: [] },
        { node: 'meet', edge: 'meet-items', lane: 1, events: [], facts: [] },
        { node: 'items/pack', edge: 'items/pack-ship', lane: 1, events: [], facts: [] },
        {
          node: 'items/ship',
          lane: 1,
          events: [{ kind: 'attempt', name: 'ship_parcel' }],
          facts: [],
          why: { code: 'elsewhere', params: {} },
        },
      ],
      deciders: [
        { code: 'join_unknown', at: 'meet', params: {} },
        { code: 'some_new_code', at: 'items/ship', params: {} },
      ],
      assumptions: ['join_unknown'],
    }),
    verdict({
      property: 'P3',
      kind: 'lasso',
      rule_id: 'mailed',
      target: 'send_mail',
      verdict: 'possible',
      severity: 'low',
      path: [
        { node: 'webhook', edge: 'webhook-split', events: [], facts: [] },
        { node: 'split', edge: 'split-reserve', events: [], facts: [] },
        { node: 'reserve', edge: 'reserve-charge', events: [], facts: [] },
        { node: 'charge', edge: 'charge-meet', events: [], facts: [] },
        { node: 'meet', edge: 'meet-items', events: [], facts: [] },
        { node: 'items', edge: 'items-items', events: [], facts: [] },
      ],
      cycle_from: 5,
      deciders: [
        { code: 'loop_ends', at: 'items', params: {} },
        { code: 'may_edge', at: 'items-items', params: {} },
      ],
    }),
    verdict({
      property: 'P5',
      kind: 'SG2',
      rule_id: 'saga',
      target: 'reserve_stock',
      verdict: 'proved',
      certificate_id: 'c1_m2v9s1w0qq',
    }),
  ],
  assumptions: [
    {
      code: 'join_unknown',
      place: { pointer: '/nodes/5', line: 7, column: 5 },
      params: {},
      nodes: ['meet'],
      caps: true,
    },
  ],
});
