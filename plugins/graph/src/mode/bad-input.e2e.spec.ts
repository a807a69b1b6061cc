// Embedded only: what is wrong is told before anything is stored, or with the result of a job.
import { createHash } from 'node:crypto';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_LIMITS } from '../gate/index.js';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly slug?: string;
    readonly status?: string;
    readonly errors?: readonly { readonly pointer: string; readonly slug: string; readonly detail: string }[];
    readonly summary?: { readonly answer: string };
    readonly result?: { readonly verdicts: readonly { readonly target: string; readonly verdict: string }[] };
  };
}

const args = { kind: 'record', fields: {} };
const catalogue = {
  name: 'shop',
  tools: [
    { name: 'check', classes: ['read'], args, checks: [{ tools: ['pay'], passes: 'success' }] },
    { name: 'pay', classes: ['write'], args },
  ],
};
const call = (id: string, tool = id) => ({ id, kind: 'tool', tools: [{ name: tool }] });
const edge = (source: string, target: string) => ({ id: `${source}>${target}`, source, target });
const graphOf = (nodes: readonly object[], edges: readonly object[], more: object = {}) => ({
  format: 'agent-graph/1',
  start: (nodes[0] as { id: string }).id,
  nodes,
  edges,
  ...more,
});
const safe = graphOf([call('check'), call('pay')], [edge('check', 'pay')]);

/** So deep that a reader without a bound would run out of stack. */
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
/** A body that runs itself, by way of another. */
const circle = graphOf([{ id: 'a', kind: 'subgraph', subgraph: 'one' }, call('pay')], [edge('a', 'pay')], {
  subgraphs: [
    { name: 'one', start: 'b', nodes: [{ id: 'b', kind: 'subgraph', subgraph: 'two' }], edges: [] },
    { name: 'two', start: 'c', nodes: [{ id: 'c', kind: 'subgraph', subgraph: 'one' }], edges: [] },
  ],
});
const laughs = [
  '<?xml version="1.0"?>',
  '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><task id="&b;"/></process></definitions>',
].join('\n');
const outside = laughs.replace('"ha"', 'SYSTEM "file:///etc/passwd"');
const aliases = [
  'format: agent-graph/1',
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]',
  'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]',
  'd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]',
  'e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]',
  'f: [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]',
].join('\n');
/** As an object would have it if anybody made it one: read from text, so that the member is a member. */
const proto = JSON.stringify(graphOf([call('__proto__', 'check'), call('pay')], [edge('__proto__', 'pay')]));
const RTL = '\u202Eyap\u202C';

/** Documents that are refused: where, and with which word. */
const REFUSED: readonly (readonly [string, object, string, string])[] = [
  ['10,000 levels', { graph: deep }, '/graph', 'graph_text_too_deep'],
  ['entities of XML', { graph: laughs }, '/graph', 'graph_xml_doctype'],
  ['an entity that names a file', { graph: outside }, '/graph', 'graph_xml_doctype'],
  ['aliases of YAML that multiply', { graph: aliases }, '/graph', 'graph_text_too_large'],
  ['two starts', { graph: { ...safe, start: ['check', 'pay'] } }, '/graph/start', 'graph_value'],
  ['no start', { graph: { ...safe, start: undefined } }, '/graph', 'graph_field_missing'],
  ['a start that is no node', { graph: { ...safe, start: 'gone' } }, '/graph/start', 'graph_reference_dangling'],
  ['two nodes of one id', { graph: graphOf([call('check'), call('check')], []) }, '/graph/nodes/1', 'graph_id_doubled'],
  ['an unknown property', { graph: safe, options: { properties: ['P9'] } }, '/options/properties/0', 'invalid_value'],
  [
    'a tool that is its own check',
    {
      graph: safe,
      catalogue: { name: 's', tools: [{ name: 'pay', classes: ['write'], args, checks: [{ tools: ['pay'] }] }] },
    },
    '/catalogue',
    'role_of_itself',
  ],
];

/** Documents that read, and what is said of them. */
const stale = {
  name: 'shop',
  tools: [
    {
      name: 'check',
      classes: ['read'],
      args,
      resource: { name: 'order' },
      checks: [{ tools: ['pay'], passes: 'success' }],
    },
    { name: 'other', classes: ['read', 'write'], args, resource: { name: 'order' } },
    { name: 'pay', classes: ['write'], args },
  ],
};
const between = graphOf([call('check'), call('other'), call('pay')], [edge('check', 'other'), edge('other', 'pay')]);

const DECIDED: readonly (readonly [string, object, readonly (readonly string[])[]])[] = [
  // What may run for ever, or anything, is never called proved.
  ['sub-graphs that run each other', { graph: circle, catalogue }, [['pay', 'possible']]],
  // A tool that reads and writes writes.
  ['classes that contradict each other', { graph: between, catalogue: stale }, [['pay', 'broken']]],
  ['a node that is called `__proto__`', { graph: proto, catalogue }, [['pay', 'proved']]],
  [
    'two documents of unlike formats',
    {
      graph: safe,
      catalogue,
      compare_with:
        'format: agent-graph/1\nstart: a\nnodes:\n  - { id: a, kind: tool, tools: [{ name: pay }] }\nedges: []',
    },
    [['pay', 'proved']],
  ],
  [
    'a tool that nobody classified',
    {
      graph: graphOf([call('check'), call('other'), call('pay')], [edge('check', 'other'), edge('other', 'pay')]),
      catalogue,
    },
    [['pay', 'proved']],
  ],
  [
    'a tool whose name is written from right to left',
    { graph: graphOf([call('a', RTL), call('pay')], [edge('a', 'pay')]), catalogue },
    [['pay', 'broken']],
  ],
];

describe('documents that somebody made to do harm, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/graph'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  const post = (path: string, body: object) =>
    host.http.post(path).set({ Authorization: key.bearer, Prefer: 'wait=30' }).send(body);
  const submit = async (body: object): Promise<Answer> => post('/v1/solves', { mode: 'graph', ...body });

  it.each(REFUSED)('POST /v1/solves 400 for %s, with the place', async (_, body, pointer, slug) => {
    const { status, body: problem } = await submit(body);
    expect({ status, slug: problem.slug }).toEqual({ status: 400, slug: 'invalid_request' });
    expect(problem.errors?.map((error) => error.slug)).toContain(slug);
    expect(problem.errors?.[0]?.pointer.startsWith(pointer)).toBe(true);
  });

  it.each(DECIDED)('POST /v1/solves 200 for %s', async (_, body, verdicts) => {
    const { status, body: job } = await submit(body);
    expect({ status, job: job.status }).toEqual({ status: 200, job: 'succeeded' });
    expect(job.result?.verdicts.map(({ target, verdict }) => [target, verdict])).toEqual(verdicts);
  });

  it('POST /v1/solves 200 for many lanes beside one another, and does not call proved what it cannot look at', async () => {
    const lanes = Array.from({ length: 2_000 }, (_, at) => call(`lane${at}`, at % 2 === 0 ? 'check' : 'pay'));
    const fork = graphOf(
      [{ id: 'fork', kind: 'fork' }, ...lanes, { id: 'join', kind: 'join', join: 'all' }],
      lanes.flatMap(({ id }) => [edge('fork', id), edge(id, 'join')]),
    );
    const { body } = await submit({ graph: fork, catalogue });
    expect(body).toMatchObject({ status: 'succeeded', result: { verdicts: [{ target: 'pay' }] } });
    expect(['broken', 'possible']).toContain(body.result?.verdicts[0]?.verdict);
  });

  it('POST /v1/uploads 413 for 200 MB of nodes, before any of them is sent', async () => {
    const size = 200 * 2 ** 20;
    expect(size).toBeGreaterThan(TEXT_LIMITS.json.size);
    const sha256 = createHash('sha256').update('').digest('hex');
    const { status, body } = await post('/v1/uploads', {
      purpose: 'graph',
      size,
      sha256,
      media_type: 'application/json',
    });
    expect({ status, body: body as object }).toMatchObject({ status: 413, body: { slug: 'payload_too_large' } });
  });
});
