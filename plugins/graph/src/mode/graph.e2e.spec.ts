// Embedded only: tools/contract/answers.spec.ts solves a graph on PostgreSQL, and hunt.e2e.spec.ts keeps what is found there.
import { createHash } from 'node:crypto';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphMode } from './graph.mode.js';

const { graph, catalogue } = graphMode.example as { graph: { edges: object[] }; catalogue: object };
/** Without the edge that leads past the check. */
const mended = { ...graph, edges: graph.edges.filter((edge) => !('id' in edge && edge.id === 'known')) };

type Body = Record<string, unknown>;

describe('mode graph, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/graph'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function submit(body: object, headers: Record<string, string> = {}) {
    const answer = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30', ...headers })
      .send({ mode: 'graph', ...body });
    return { status: answer.status, body: answer.body as Body };
  }

  async function files(job: unknown): Promise<Record<string, string>> {
    const as = { Authorization: key.bearer };
    const { body } = await host.http.get(`/v1/solves/${String(job)}/artifacts`).set(as);
    const texts = (body as { data: { id: string; kind: string }[] }).data.map(async ({ id, kind }) => {
      const { text } = await host.http.get(`/v1/artifacts/${id}`).set(as).buffer(true);
      return [kind, text] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  }

  async function upload(text: string): Promise<string> {
    const as = { Authorization: key.bearer };
    const { body } = await host.http
      .post('/v1/uploads')
      .set(as)
      .send({
        purpose: 'graph',
        size: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
        media_type: 'text/plain',
      });
    const { id } = body as { id: string };
    await host.http
      .put(`/v1/uploads/${id}/content`)
      .set({ ...as, 'Content-Type': 'application/octet-stream' })
      .send(Buffer.from(text));
    return id;
  }

  it('POST /v1/solves 200 with a path past the check, its files, and the answer in short', async () => {
    const { status, body } = await submit({ graph, catalogue });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        summary: { answer: 'broken', counts: { broken: 1, possible: 0, proved: 0, vacuous: 0 } },
        result: {
          verdicts: [{ property: 'P1', target: 'refund_order', verdict: 'broken' }],
          coverage: { tools: 2, tools_classified: 2 },
          graph: { format: 'agent-graph', nodes: 3, edges: 3 },
          comparison: null,
        },
      },
    });
    const { verdicts } = body['result'] as { verdicts: [{ path: { node: string; edge: string | null }[] }] };
    expect(verdicts[0].path.map(({ node, edge }) => [node, edge])).toEqual([
      ['greet', 'known'],
      ['refund', null],
    ]);
    const made = await files(body['id']);
    expect(Object.keys(made).toSorted()).toEqual([
      'certificates',
      'junit',
      'markdown',
      'mermaid',
      'report',

      'sarif',
      'verdicts',
    ]);
    expect(JSON.parse(made['verdicts'] ?? '')).toMatchObject({
      object: 'graph_report',
      verdicts: [{ verdict: 'broken' }],
    });
    expect(made['report']).toContain('<!doctype html>');
    const { text } = await host.http
      .get(`/v1/solves/${String(body['id'])}/events`)
      .set({ Authorization: key.bearer })
      .buffer(true);
    const events = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    const told = events.filter((type) => type !== 'job.progress');
    const at = told.indexOf('finding.found');
    // Both are told before any file is made.
    expect(told.slice(at, at + 4)).toEqual([
      'finding.found',
      'property.checked',
      'property.checked',
      'artifact.created',
    ]);
    const checked = /^event: property\.checked\n(?:id: .*\n)?data: (.*)$/m.exec(text)?.[1] ?? 'null';
    expect(JSON.parse(checked)).toMatchObject({
      payload: { property: 'P1', broken: 1, possible: 0, proved: 0, vacuous: 0 },
    });
  });

  it('POST /v1/solves 200 with a proof and its certificate, and what became of the version before', async () => {
    const { body } = await submit({ graph: mended, compare_with: graph, catalogue });
    expect(body).toMatchObject({
      summary: { answer: 'proved' },
      result: {
        verdicts: [{ verdict: 'proved', path: null, certificate_id: expect.any(String) as string }],
        comparison: { added: [], fixed: [expect.stringMatching(/^g1_/)], moved: [], unchanged: [] },
      },
    });
    const { certificates = '' } = await files(body['id']);
    expect(JSON.parse(certificates)).toMatchObject({ rule_id: 'check_before:refund_order:check_customer' });
  });

  it('POST /v1/solves 200 with what would be if, and what becomes another verdict by it', async () => {
    const { body } = await submit({ graph, catalogue, assume: [{ kind: 'edge_never', edge: 'known' }] });
    expect(body).toMatchObject({
      summary: { answer: 'proved' },
      result: {
        verdicts: [{ verdict: 'proved', without_assume: 'broken', assumptions: ['assumed_by_request'] }],
        assumptions: [{ code: 'assumed_by_request', where: { pointer: '/edges/1' }, edges: ['known'] }],
        what_if: [{ without: 'broken', assumed: 'proved' }],
      },
    });
  });

  it('POST /v1/solves 200 with what recorded runs never did, and what the graph has no way for', async () => {
    const run = (id: string, node: string, at: number): object => ({
      id,
      trace_id: 't',
      run_type: 'chain',
      name: node,
      start_time: at,
      extra: { metadata: { langgraph_node: node } },
    });
    const { body } = await submit({ graph: mended, catalogue, traces: [run('a', 'greet', 1), run('b', 'refund', 2)] });
    expect(body).toMatchObject({
      result: {
        verdicts: [{ verdict: 'possible', deciders: [{ code: 'traces_show_more' }] }],
        traces: {
          traces: 1,
          matched: 0,
          edges_seen: 0,
          nodes_never_seen: ['verify'],
          lacking: [{ code: 'no_edge', name: 'greet', to: 'refund', where: { pointer: '/1' } }],
        },
      },
    });
  });

  it('POST /v1/solves 200 with where to put the check that is missing', async () => {
    const { body } = await submit({ graph, catalogue });
    expect(body).toMatchObject({
      result: {
        verdicts: [{ fix: { insert_on: ['known'], kind: 'check', cut_size: 1, proof: 're-verified' }, no_fix: null }],
        what_if: null,
      },
    });
  });

  it('POST /v1/solves 200 where no rule was asked, and does not call that proved', async () => {
    const { body } = await submit({ graph });
    expect(body).toMatchObject({ status: 'succeeded', summary: { answer: 'vacuous' }, result: { verdicts: [] } });
  });

  it('POST /v1/solves 200 with the same verdicts, from a file in YAML', async () => {
    const file = await upload(
      [
        'format: agent-graph/1',
        'start: greet',
        'nodes:',
        '  - { id: greet, kind: llm }',
        '  - { id: refund, kind: tool, tools: [{ name: refund_order }] }',
        'edges:',
        '  - { id: known, source: greet, target: refund }',
      ].join('\n'),
    );
    const { body } = await submit({ graph: { upload_id: file }, catalogue, language: 'pt' });
    expect(body).toMatchObject({ result: { verdicts: [{ verdict: 'broken', target: 'refund_order' }] } });
  });

  it.each([
    [
      'an edge to nowhere',
      { graph: { ...graph, edges: [{ id: 'x', source: 'greet', target: 'refnd' }] } },
      '/graph/edges/0/target',
      'graph_reference_dangling',
    ],
    ['a text that is cut off', { graph: '{"format": "agent-graph/1", "nodes": [' }, '/graph', 'graph_text_syntax'],
    ['no format that is known', { graph: { nodes: 'many' } }, '/graph', 'graph_format_unknown'],
    [
      'a binding of no node',
      { graph, bindings: { nodes: { gret: { kind: 'llm' } } } },
      '/bindings',
      'graph_binding_unknown',
    ],
    [
      'an assumption about no edge',
      { graph, assume: [{ kind: 'edge_never', edge: 'knwon' }] },
      '/assume/0/edge',
      'graph_assume_unknown',
    ],
    [
      'recorded runs that are cut off',
      { graph, traces: '{"run_type": "chain", "id": "a", "start_time": 1}\n{"run_type": ' },
      '/traces',
      'graph_trace_syntax',
    ],
    ['a version before that does not read', { graph, compare_with: 'nodes: [' }, '/compare_with', 'graph_text_syntax'],
    [
      'a catalogue with a check of nothing',
      {
        graph,
        catalogue: {
          name: 's',
          tools: [
            { name: 'c', classes: ['read'], args: { kind: 'record', fields: {} }, checks: [{ tools: ['gone'] }] },
          ],
        },
      },
      '/catalogue/tools/0/checks/0/tools/0',
      'role_tool_unknown',
    ],
    [
      'a rule of two tools with one',
      { graph, rules: [{ id: 'r', kind: 'order', pattern: 'response', first: 'a' }] },
      '/rules/0/second',
      'invalid_value',
    ],
  ])('POST /v1/solves 400 for %s, with its place', async (_, body, pointer, slug) => {
    const { status, body: problem } = await submit(body);
    expect({ status, problem }).toMatchObject({ status: 400, problem: { slug: 'invalid_request' } });
    const { errors } = problem as unknown as { errors: { pointer: string; slug: string }[] };
    expect(errors.map((error) => error.pointer.startsWith(pointer))).toContain(true);
    expect(errors.map((error) => error.slug)).toContain(slug);
  });

  it('POST /v1/solves 403 for a key without the grant', async () => {
    const weak = await host.createKey({ accountId: key.accountId, grants: [] });
    const { status } = await submit({ graph, catalogue }, { Authorization: weak.bearer });
    expect(status).toBe(403);
  });
});
