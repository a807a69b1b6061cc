import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { databaseUrl } from '@ostiary/testkit/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphMode } from '../mode/graph.mode.js';

type Body = Record<string, unknown>;
interface Edge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}
interface Graph {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly Edge[];
}

const { graph: broken, catalogue } = graphMode.example as unknown as { graph: Graph; catalogue: object };
/** Without the edge that leads past the check. */
const mended = { ...broken, edges: broken.edges.filter(({ id }) => id !== 'known') };
/** Past the check by a node of its own. */
const elsewhere = {
  ...broken,
  nodes: [...broken.nodes, { id: 'vip', kind: 'router' }],
  edges: [
    ...mended.edges,
    { id: 'known', source: 'greet', target: 'vip', guard: { choice: 'llm' } },
    { id: 'trusted', source: 'vip', target: 'refund', guard: { choice: 'env' } },
  ],
};
const POLICY = 'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR;';
const FINGERPRINT = /^g1_[a-z2-7]{52}$/;

describe('agent graphs in projects, through the service', () => {
  let host: TestHost;
  let key: TestKey;
  let plain: TestKey;
  let projects = 0;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt', '@ostiary/graph'] });
    key = await host.createKey();
    plain = await host.createKey({ accountId: key.accountId, grants: ['hunt'] });
  });
  afterAll(() => host.close());

  type Method = 'get' | 'post' | 'put' | 'patch';
  async function ask(method: Method, path: string, body?: object, by: TestKey = key) {
    const request = host.http[method](path).set({ Authorization: by.bearer, Prefer: 'wait=30' });
    const answer = await (body === undefined ? request : request.send(body));
    return { status: answer.status, body: answer.body as Body };
  }

  async function project(): Promise<string> {
    const { body } = await ask('post', '/v1/projects', { name: `graphs ${(projects += 1)}` });
    return `/v1/projects/${body['id'] as string}`;
  }
  const scan = (path: string, body: object) => ask('post', `${path}/scans`, body);
  const findings = async (path: string, query = '', by = key): Promise<readonly Body[]> =>
    (await ask('get', `${path}/findings?${query}`, undefined, by)).body['data'] as Body[];

  it('POST /v1/projects/{id}/scans 200 with what is new in a graph, what is fixed, what came back, and its gate', async () => {
    const path = await project();
    const first = await scan(path, { graph: broken, catalogue, label: 'commit 1' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        subject: 'graph',
        status: 'succeeded',
        engine: 'graph 0.1.0',
        counts: { new: 1, persisting: 0, fixed: 0, moved: 0, unknown: 0 },
        gate: { status: 'failed' },
        checks: expect.arrayContaining([{ class: 'check_before', asked: 1, found: 1, undecided: 0 }]) as object,
        coverage: { decided: 1, tools: ['check_customer', 'refund_order'], rules: 1 },
        policy: null,
        graph: { format: 'agent-graph', nodes: 3, edges: 3, digest: expect.stringMatching(/^sha256:/) as string },
      },
    });
    const again = await scan(path, { graph: broken, catalogue });
    expect(again.body).toMatchObject({ reused: true, id: first.body['id'] });
    const [found] = await findings(path);
    expect(found).toMatchObject({
      class: 'check_before',
      subkind: 'broken',
      severity: 'high',
      tool: 'refund_order',
      rules: ['check_before:refund_order:check_customer'],
      fingerprint: expect.stringMatching(FINGERPRINT) as string,
      state: 'new',
      witness: { kind: 'path', steps: [{ node: 'greet', edge: 'known' }, { node: 'refund' }] },
      evidence: { location: { node: 'refund', pointer: '/nodes/2' } },
    });

    const fixed = await scan(path, { graph: mended, catalogue });
    expect(fixed.body).toMatchObject({
      compared_with: first.body['id'],
      counts: { new: 0, persisting: 0, fixed: 1 },
      gate: { status: 'passed' },
    });
    expect(await findings(path)).toMatchObject([{ state: 'fixed' }]);

    const back = await scan(path, { graph: elsewhere, catalogue });
    expect(back.body).toMatchObject({ counts: { new: 0, reopened: 1, moved: 0 }, gate: { status: 'failed' } });
    const moved = await scan(path, { graph: broken, catalogue });
    expect(moved.body).toMatchObject({ counts: { persisting: 1, moved: 1 }, gate: { status: 'passed' } });
    const { body } = await ask('get', `${path}/findings/${found?.['fingerprint'] as string}`);
    expect(body).toMatchObject({ state: 'persisting', scans: 3 });
    const told = (body['history'] as { kind: string; to: string | null }[]).map(({ kind, to }) => to ?? kind);
    expect(told.toSorted()).toEqual(['changed', 'changed', 'fixed', 'new', 'persisting', 'reopened']);
    expect((await ask('get', path)).body).toMatchObject({
      dialect: null,
      open: { high: 1 },
      last_scan: { subject: 'graph' },
    });
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 200 takes a path out of the counts, in whatever way the graph is laid out', async () => {
    const path = await project();
    await scan(path, { graph: broken, catalogue });
    const [found] = await findings(path, 'class=check_before');
    const triaged = await ask('patch', `${path}/findings/${found?.['fingerprint'] as string}`, {
      revision: 1,
      decision: 'accepted_risk',
      reason: 'staff only',
    });
    expect(triaged).toMatchObject({ status: 200, body: { triage: { decision: 'accepted_risk' } } });
    const numbered = (id: string): string => `n${broken.nodes.findIndex((node) => node.id === id) + 7}`;
    const renumbered = {
      ...broken,
      start: numbered('greet'),
      nodes: broken.nodes.map((node) => ({ ...node, id: numbered(node.id) })).toReversed(),
      edges: broken.edges
        .map((edge, at) => ({ ...edge, id: `e${at}`, source: numbered(edge.source), target: numbered(edge.target) }))
        .toReversed(),
    };
    const { body } = await scan(path, { graph: JSON.stringify(renumbered, null, 4), catalogue });
    expect(body).toMatchObject({ counts: { new: 0, persisting: 1, moved: 0 }, gate: { status: 'passed' } });
    expect((await ask('get', path)).body).toMatchObject({ open: { high: 0 } });
  });

  it('keeps a policy and a graph of one branch apart, and gates both', async () => {
    const path = await project();
    const policy = { policy: POLICY, options: { classes: ['S01'] } };
    expect((await scan(path, policy)).body).toMatchObject({ subject: 'policy', counts: { new: 0 } });
    expect((await scan(path, { graph: broken, catalogue })).body).toMatchObject({
      compared_with: null,
      counts: { new: 1, unknown: 0 },
    });
    // The path is still open, though nothing is wrong with the policy.
    await ask('put', `${path}/profile`, {
      revision: 1,
      conditions: [{ metric: 'findings_total', op: 'gt', threshold: 0 }],
    });
    const after = await scan(path, { ...policy, reuse: false });
    expect(after.body).toMatchObject({ counts: { persisting: 0, fixed: 0, unknown: 0 }, gate: { status: 'failed' } });
    expect((await scan(path, { graph: mended, catalogue })).body).toMatchObject({ gate: { status: 'passed' } });
  });

  it('does not call a rule fixed that is asked no more, and passes nothing where nothing was shown', async () => {
    const path = await project();
    await scan(path, { graph: broken, catalogue });
    await ask('put', `${path}/profile`, { revision: 1, conditions: [] });
    const { body } = await scan(path, { graph: broken });
    expect(body).toMatchObject({
      counts: { fixed: 0, unknown: 1 },
      coverage: { decided: 0 },
      checks: expect.arrayContaining([expect.objectContaining({ class: 'nothing_shown', undecided: 1 })]) as object,
      gate: { status: 'incomplete' },
    });
  });

  it('GET /v1/projects/{id}/findings 200 without the path for a key without details', async () => {
    const path = await project();
    const { body } = await scan(path, { graph: broken, catalogue });
    const [found] = await findings(path, '', plain);
    expect([found?.['witness'], found?.['evidence'], found?.['class']]).toEqual([undefined, undefined, 'check_before']);
    const job = `/v1/solves/${body['solve_id'] as string}`;
    const read = await ask('get', `${job}?include=result`, undefined, plain);
    const { findings: cut } = read.body['result'] as { findings: readonly Body[] };
    expect(cut).toMatchObject([{ class: 'check_before', repair: { insert_on: ['known'] } }]);
    expect([cut[0]?.['witness'], cut[0]?.['evidence']]).toEqual([undefined, undefined]);
    const list = (await ask('get', `${job}/artifacts`)).body['data'] as { id: string; kind: string }[];
    const statuses = list.map(async ({ id, kind }) => [
      kind,
      (await ask('get', `/v1/artifacts/${id}`, undefined, plain)).status,
    ]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      source: 200,
      certificates: 403,
      report: 403,
      verdicts: 403,
      sarif: 403,
      junit: 403,
      markdown: 403,
      mermaid: 403,
    });
  });

  it('POST /v1/solves 200 hunts a graph without a project, and tells what it finds', async () => {
    const { status, body } = await ask('post', '/v1/solves', { mode: 'hunt', graph: broken, catalogue });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        summary: { answer: 'found', counts: { high: 1 } },
        result: { findings: [{ class: 'check_before' }], settled: [] },
      },
    });
    const { text } = await host.http
      .get(`/v1/solves/${String(body['id'])}/events`)
      .set({ Authorization: key.bearer })
      .buffer(true);
    expect(text).toContain('event: finding.found');
  });

  it('POST /v1/projects/{id}/scans 200 tells how a version differs, what was recorded, and takes for granted what is assumed', async () => {
    const path = await project();
    const runs = ['greet', 'refund'].map((node, at) => ({
      id: node,
      trace_id: 't',
      run_type: 'chain',
      start_time: at,
      extra: { metadata: { langgraph_node: node } },
    }));
    const { body } = await scan(path, { graph: broken, catalogue, compare_with: mended, traces: runs });
    expect(body).toMatchObject({
      counts: { new: 1 },
      graph: { edges: 3, traces: { traces: 1, matched: 1, edges_seen: 1, nodes: 3, nodes_seen: 2, lacking: 0 } },
    });
    const job = `/v1/solves/${body['solve_id'] as string}?include=result`;
    const [all, less] = await Promise.all([key, plain].map((by) => ask('get', job, undefined, by)));
    expect(all?.body['result']).toMatchObject({ comparison: { added: [{ edge: 'known' }], fixed: [], unchanged: [] } });
    expect(less?.body['result']).not.toHaveProperty('comparison.added.0.edge');
    const assume = [{ kind: 'edge_never', edge: 'known' }];
    expect((await scan(path, { graph: broken, catalogue, assume })).body).toMatchObject({ counts: { fixed: 1 } });
  });

  it.each([
    ['of a graph that does not read', { graph: { ...broken, start: 'gone' } }, '/graph/start'],
    ['of a field that nobody knows', { graph: broken, polices: 1 }, '/polices'],
    ['of an option that nobody knows', { graph: broken, options: { classes: ['S01'] } }, '/options/classes'],
    [
      'of a version to compare with that does not read',
      { graph: broken, compare_with: { ...mended, start: 'gone' } },
      '/compare_with/start',
    ],
    ['of a policy beside it', { graph: broken, policy: POLICY }, '/policy'],
    ['of a branch', { graph: broken, branch: '' }, '/branch'],
  ])('POST /v1/projects/{id}/scans 400 %s, with the place', async (_, body, pointer) => {
    const { status, body: problem } = await scan(await project(), body);
    expect({ status, problem }).toMatchObject({ status: 400, problem: { slug: 'invalid_request' } });
    const { errors } = problem as unknown as { errors: { pointer: string }[] };
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });
});

// Refused before anything is stored.
describe.skipIf(databaseUrl !== undefined)('a graph where none are hunted', () => {
  it('POST /v1/projects/{id}/scans 400 says so, and POST /v1/solves does, too', async () => {
    const host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt'] });
    try {
      const key = await host.createKey();
      const post = (path: string, body: object) => host.http.post(path).set({ Authorization: key.bearer }).send(body);
      const { body } = await post('/v1/projects', { name: 'graphs' });
      const asked = { graph: broken, catalogue };
      for (const [path, sent] of [
        [`/v1/projects/${(body as { id: string }).id}/scans`, asked],
        ['/v1/solves', { mode: 'hunt', ...asked }],
      ] as const)
        expect(await post(path, sent)).toMatchObject({
          status: 400,
          body: { slug: 'invalid_request', errors: [{ pointer: '/graph', slug: 'graph_not_hunted' }] },
        });
    } finally {
      await host.close();
    }
  });
});
