/** A catalogue for random graphs. */
import { chance, pick } from '@ostiary/policy/testing';
import { moreTools } from './wide.mjs';

const TEXT = { type: { kind: 'string', format: 'text' }, required: true };
const record = (...names) => ({ kind: 'record', fields: Object.fromEntries(names.map((name) => [name, TEXT])) });

/** A catalogue whose check, confirmation, steps and sources differ in what they promise. `wide`: with more of each. */
export function randomCatalogue(rng, wide = false) {
  const maybe = (p, fields) => (chance(rng, p) ? fields : {});
  const extra = (...classes) => classes.filter(() => chance(rng, 0.25));
  const passes = pick(rng, [
    'success',
    'success',
    'success',
    { field: 'ok', equals: true },
    { branch: 'yes' },
    ...(chance(rng, 0.4) ? [undefined] : []),
  ]);
  const keyed = chance(rng, 0.5);
  const resource = chance(rng, 0.4) ? { resource: { name: 'order', ...maybe(0.6, { arg: 'x' }) } } : {};
  const tools = [
    {
      name: 'check',
      classes: ['read', 'check', ...extra('infallible')],
      args: record('x'),
      checks: [
        {
          tools: ['pay'],
          ...(keyed ? { args: { x: 'x' } } : {}),
          ...(passes === undefined ? {} : { passes }),
          ...maybe(0.2, { steps: pick(rng, [1, 2]) }),
          ...maybe(0.2, { consumed: true }),
        },
      ],
      ...resource,
    },
    {
      name: 'ask',
      classes: ['read', 'confirmation'],
      args: record('x'),
      confirms: [
        {
          tools: ['pay'],
          ...maybe(0.3, { args: { x: 'x' } }),
          ...maybe(0.8, { passes: 'success' }),
          ...maybe(0.3, { anyOf: true }),
        },
      ],
    },
    {
      name: 'pay',
      classes: ['write', 'privileged', ...extra('irreversible', 'sink', ...lasting(rng), 'idempotent', 'pivot')],
      args: record('x'),
      ...maybe(0.2, { idempotencyKey: 'x' }),
    },
    {
      name: 'save',
      classes: ['write', ...extra('retriable', 'idempotent', 'irreversible', ...lasting(rng))],
      args: record('x'),
      ...resource,
    },
    {
      name: 'undo',
      classes: ['write', 'compensation', ...extra('idempotent', 'infallible')],
      args: record(),
      compensates: 'save',
    },
    {
      name: 'refund',
      classes: ['write', 'compensation', ...extra('idempotent', 'infallible')],
      args: record(),
      ...maybe(0.8, { compensates: 'pay' }),
    },
    {
      name: 'fetch',
      classes: ['read', 'source', ...extra('infallible')],
      args: record(),
      ...labelled(rng, chance(rng, 0.3) ? ['private', 'untrusted'] : ['untrusted']),
    },
    { name: 'look', classes: ['read', 'source'], args: record(), ...labelled(rng, ['private']) },
    {
      name: 'clean',
      classes: ['read', 'cleaner', 'infallible'],
      args: record('x'),
      ...labelled(rng, pick(rng, [['untrusted'], ['untrusted'], ['private'], ['private', 'untrusted']])),
    },
    { name: 'send', classes: ['read', 'sink', ...extra('write', 'privileged')], args: record('x') },
    { name: 'other', classes: [], args: record('x') },
    ...(wide ? moreTools(rng) : []),
  ].map((tool) =>
    tool.idempotencyKey && !tool.classes.includes('idempotent')
      ? { ...tool, classes: [...tool.classes, 'idempotent'] }
      : tool,
  );
  // Some tools of a graph the catalogue does not have, or says nothing of.
  const forgotten = chance(rng, 0.3) ? pick(rng, tools.slice(1)).name : null;
  const unclassified = chance(rng, 0.2) ? pick(rng, tools.slice(1)).name : null;
  return {
    name: 'random',
    tools: tools
      .filter(({ name }) => name !== forgotten)
      .map((tool) => (tool.name === unclassified ? { ...tool, classes: [] } : tool)),
  };
}

/** Of some sources and cleaners nobody says which label they are about. */
const labelled = (rng, labels) => (chance(rng, 0.25) ? {} : { labels });

const lasting = (rng) => [pick(rng, ['infallible', 'may_have_happened'])];
