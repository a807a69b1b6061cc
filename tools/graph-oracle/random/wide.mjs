/** What the wider half of the random graphs has beside the rest: more tools, more variables in guards, and rules on several checks, persons and steps. */
import { below, chance, pick } from '@ostiary/policy/testing';

const TEXT = { type: { kind: 'string', format: 'text' }, required: true };
const record = (...names) => ({ kind: 'record', fields: Object.fromEntries(names.map((name) => [name, TEXT])) });

export const MORE_VARIABLES = [
  { name: 'k', type: 'int', min: 0, max: 9 },
  { name: 'q', type: 'real' },
  { name: 't', type: 'string' },
];

export const MORE_ATOMS = [
  (rng) => ({ op: pick(rng, ['<', '<=', '=', '!=']), variable: 'v', other: 'k' }),
  (rng) => ({ op: pick(rng, ['<', '>=', '=']), variable: 'k', value: pick(rng, [2, 5]) }),
  (rng) => ({ op: pick(rng, ['<', '>=', '=']), variable: 'q', value: pick(rng, [0.5, 2]) }),
  (rng) => ({ op: 'in', variable: 't', values: pick(rng, [['a'], ['a', 'b'], ['c']]) }),
  (rng) => ({ op: 'contains', variable: 't', value: pick(rng, ['a', 'ab']) }),
  (rng) => ({ op: pick(rng, ['empty', 'present']), variable: pick(rng, ['t', 'v']) }),
];

/** A second check, a second confirmation, a third step with what undoes it, and a source, a cleaner and a sink more. */
export function moreTools(rng) {
  const maybe = (p, fields) => (chance(rng, p) ? fields : {});
  const extra = (...classes) => classes.filter(() => chance(rng, 0.25));
  const resource = maybe(0.4, { resource: { name: 'order', ...maybe(0.6, { arg: 'x' }) } });
  return [
    {
      name: 'verify',
      classes: ['read', 'check', ...extra('infallible')],
      args: record('x'),
      checks: [
        {
          tools: pick(rng, [['pay', 'save'], ['save'], ['book']]),
          ...maybe(0.5, { args: { x: 'x' } }),
          ...maybe(0.8, { passes: pick(rng, ['success', 'success', { branch: 'yes' }]) }),
          ...maybe(0.2, { steps: pick(rng, [1, 2, 3]) }),
          ...maybe(0.2, { consumed: true }),
        },
      ],
      ...resource,
    },
    {
      name: 'sign',
      classes: ['read', 'confirmation'],
      args: record('x'),
      confirms: [
        {
          tools: pick(rng, [['pay', 'save'], ['pay'], ['book']]),
          ...maybe(0.8, { passes: 'success' }),
          ...maybe(0.4, { anyOf: true }),
        },
      ],
    },
    {
      name: 'book',
      classes: [
        'write',
        ...extra('irreversible', 'privileged', 'retriable', 'idempotent', 'pivot', 'may_have_happened'),
      ],
      args: record('x'),
      ...resource,
    },
    {
      name: 'unbook',
      classes: ['write', 'compensation', ...extra('idempotent', 'infallible')],
      args: record(),
      ...maybe(0.7, { compensates: 'book' }),
    },
    {
      name: 'ingest',
      classes: ['read', 'source', ...extra('infallible')],
      args: record('x'),
      ...maybe(0.8, { labels: pick(rng, [['untrusted'], ['private'], ['private', 'untrusted']]) }),
    },
    { name: 'mask', classes: ['read', 'cleaner'], args: record('x'), ...maybe(0.8, { labels: ['private'] }) },
    { name: 'post', classes: ['sink', ...extra('read', 'write', 'privileged')], args: record('x') },
  ];
}

export const WIDE_POOLS = [
  {
    tools: ['check', 'verify', 'pay', 'save', 'sign'],
    pairs: [
      ['verify', 'pay'],
      ['sign', 'save'],
      ['check', 'verify'],
    ],
  },
  {
    tools: ['check', 'check', 'verify', 'book', 'pay', 'other'],
    pairs: [
      ['verify', 'book'],
      ['check', 'pay'],
    ],
  },
  {
    tools: ['ask', 'sign', 'pay', 'save', 'book'],
    pairs: [
      ['sign', 'pay'],
      ['ask', 'book'],
    ],
  },
  {
    about: 'taint',
    tools: ['ingest', 'fetch', 'look', 'mask', 'clean', 'post', 'send', 'pay'],
    pairs: [
      ['ingest', 'post'],
      ['mask', 'post'],
      ['fetch', 'pay'],
    ],
  },
  {
    about: 'saga',
    tools: ['save', 'pay', 'book', 'undo', 'refund', 'unbook'],
    pairs: [
      ['save', 'undo'],
      ['book', 'unbook'],
      ['pay', 'book'],
    ],
  },
  {
    about: 'saga',
    tools: ['save', 'book', 'book', 'unbook', 'undo', 'verify'],
    pairs: [
      ['book', 'unbook'],
      ['save', 'book'],
    ],
  },
];

/** Rules beside the usual ones: other checks, who has to confirm, three steps. `node`: a node of the graph. */
export function moreRules(rng, { about, tools }, node) {
  if (about === 'taint') return [{ id: 'taint post', kind: 'taint', form: 'private_to_sink', tool: 'post' }];
  if (about === 'saga')
    return [
      {
        id: 'three steps',
        kind: 'saga',
        steps: [
          { tool: 'save', ...(chance(rng, 0.6) ? { compensation: 'undo' } : {}) },
          { tool: 'book', ...(chance(rng, 0.6) ? { compensation: 'unbook' } : {}) },
          { tool: 'pay', ...(chance(rng, 0.4) ? { compensation: 'refund' } : {}) },
        ],
        ...(chance(rng, 0.4) ? { pivots: pick(rng, [[], ['pay'], ['book'], ['book', 'pay'], ['verify']]) } : {}),
      },
    ];
  const by = [['sign'], ['ask', 'sign'], [node], [node, 'sign']][below(rng, 4)];
  return [
    { id: 'verify', kind: 'check_before', tool: pick(rng, ['pay', 'save', 'book']), check: 'verify' },
    {
      id: 'who confirms',
      kind: 'confirm_before',
      tool: pick(rng, ['pay', 'save', ...(tools.includes('book') ? ['book'] : [])]),
      by,
      ...(by.length > 1 && chance(rng, 0.5) ? { any_of: true } : {}),
    },
  ];
}
