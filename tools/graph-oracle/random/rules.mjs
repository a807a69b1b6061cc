/** What is asked of a random graph, and which tools are in it. */
import { below, chance, pick } from '@ostiary/policy/testing';
import { moreRules, WIDE_POOLS } from './wide.mjs';

/** The tools of one graph, and pairs of them that its order rule is about. */
const POOLS = [
  {
    tools: ['check', 'check', 'pay'],
    pairs: [
      ['check', 'pay'],
      ['pay', 'check'],
    ],
  },
  {
    tools: ['check', 'check', 'pay', 'save'],
    pairs: [
      ['check', 'pay'],
      ['save', 'pay'],
      ['pay', 'save'],
    ],
  },
  {
    tools: ['ask', 'check', 'pay', 'pay'],
    pairs: [
      ['ask', 'pay'],
      ['check', 'pay'],
    ],
  },
  {
    tools: ['ask', 'pay', 'save'],
    pairs: [
      ['pay', 'save'],
      ['ask', 'save'],
    ],
  },
  {
    about: 'taint',
    tools: ['fetch', 'pay', 'pay', 'clean'],
    pairs: [
      ['fetch', 'clean'],
      ['clean', 'pay'],
    ],
  },
  {
    about: 'taint',
    tools: ['fetch', 'look', 'pay', 'send', 'send'],
    pairs: [
      ['fetch', 'pay'],
      ['look', 'fetch'],
    ],
  },
  {
    about: 'taint',
    tools: ['look', 'look', 'send', 'send', 'clean', 'ask', 'fetch', 'other'],
    pairs: [
      ['look', 'send'],
      ['clean', 'send'],
    ],
  },
  {
    about: 'saga',
    tools: ['save', 'undo', 'pay', 'refund'],
    pairs: [
      ['save', 'undo'],
      ['pay', 'refund'],
      ['save', 'pay'],
    ],
  },
  {
    about: 'saga',
    tools: ['save', 'pay', 'undo'],
    pairs: [
      ['save', 'pay'],
      ['pay', 'undo'],
    ],
  },
  {
    about: 'saga',
    tools: ['save', 'save', 'undo', 'undo', 'check', 'other'],
    pairs: [['save', 'undo']],
  },
];

const PATTERNS = [
  'absence',
  'existence',
  'at_most',
  'precedence',
  'alternate_precedence',
  'response',
  'bounded_response',
  'chain_response',
  'not_coexistence',
  'succession',
];

export const poolsOf = (wide) => (wide ? [...POOLS, ...WIDE_POOLS, ...WIDE_POOLS] : POOLS);

/** `node`: a node of the graph, where the rules are to be of the wider kind. */
export function randomRules(rng, pool, node = null) {
  const more = node !== null && chance(rng, 0.7) ? moreRules(rng, pool, node) : [];
  return [...usualRules(rng, pool), ...more];
}

function usualRules(rng, { about, tools, pairs }) {
  const [first, second] = pick(rng, pairs);
  const pattern = pick(rng, PATTERNS);
  const scope = chance(rng, 0.25)
    ? {
        scope: pick(rng, [
          { after: pick(rng, tools) },
          { until: pick(rng, tools) },
          { after: pick(rng, tools), until: pick(rng, tools) },
        ]),
      }
    : {};
  const ordered = {
    id: 'order',
    kind: 'order',
    pattern,
    first,
    ...(['absence', 'existence', 'at_most'].includes(pattern) ? {} : { second }),
    ...(pattern === 'at_most' || pattern === 'bounded_response' ? { count: 1 + below(rng, 2) } : {}),
    ...scope,
    ...(chance(rng, 0.1) ? { even_on_failure: true } : {}),
  };
  if (about === 'taint') return [...randomTaint(rng), ordered];
  if (about === 'saga') return [randomSaga(rng), ordered];
  return [
    { id: 'check', kind: 'check_before', tool: 'pay', check: 'check' },
    { id: 'confirm', kind: 'confirm_before', tool: 'pay' },
    ordered,
  ];
}

const randomTaint = (rng) => [
  { id: 'taint', kind: 'taint', form: 'privileged', ...(chance(rng, 0.3) ? { tool: pick(rng, ['pay', 'send']) } : {}) },
  { id: 'leak', kind: 'taint', form: 'private_to_sink', ...(chance(rng, 0.3) ? { tool: 'send' } : {}) },
  { id: 'three', kind: 'taint', form: 'trifecta' },
];

/** What undoes a step is said by the rule, by the catalogue, or by nobody. */
const randomSaga = (rng) => ({
  id: 'saga',
  kind: 'saga',
  steps: [
    { tool: 'save', ...(chance(rng, 0.6) ? { compensation: 'undo' } : {}) },
    { tool: 'pay', ...(chance(rng, 0.5) ? { compensation: 'refund' } : {}) },
  ],
  ...(chance(rng, 0.3) ? { pivots: pick(rng, [[], ['pay'], ['check'], ['save']]) } : {}),
});
