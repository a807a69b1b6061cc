// Embedded only: hunt.e2e.spec.ts keeps findings of graphs on PostgreSQL.
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Body = Record<string, unknown>;

const args = { kind: 'record', fields: {} };
const catalogue = {
  name: 'shop',
  tools: [
    { name: 'check', classes: ['read'], args, checks: [{ tools: ['pay'], passes: 'success' }] },
    { name: 'pay', classes: ['write', 'privileged'], args },
  ],
};
const call = (id: string, more: object = {}) => ({ id, kind: 'tool', tools: [{ name: id }], ...more });
const edge = (source: string, target: string) => ({ id: `${source}>${target}`, source, target });
const graphOf = (nodes: readonly object[], edges: readonly object[]) => ({
  format: 'agent-graph/1',
  start: 'check',
  nodes,
  edges,
});
/** Nobody leads to `pay`, the check swallows its errors, and nobody has classified `note`. */
const untidy = graphOf([call('check', { on_error: 'continue' }), call('note'), call('pay')], [edge('check', 'note')]);
const tidy = graphOf([call('check'), call('pay')], [edge('check', 'pay')]);

describe('hygiene, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt', '@ostiary/graph'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function post(path: string, body: object) {
    const answer = await host.http.post(path).set({ Authorization: key.bearer, Prefer: 'wait=30' }).send(body);
    return { status: answer.status, body: answer.body as Body };
  }
  const verify = (body: object) => post('/v1/solves', { mode: 'graph', catalogue, ...body });

  it('POST /v1/solves 200 with what hygiene finds beside the verdicts, which it does not change', async () => {
    const { status, body } = await verify({ graph: untidy });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        summary: { answer: 'vacuous', counts: { broken: 0, vacuous: 1, hygiene: 4 } },
        result: {
          hygiene: [
            {
              code: 'unreachable_tool',
              target: 'pay',
              verdict: 'broken',
              severity: 'medium',
              fingerprint: expect.stringMatching(/^g1_/) as string,
              title: 'No run calls `pay`',
              places: [{ node: 'pay', where: { pointer: '/nodes/2' } }],
            },
            { code: 'fail_open', target: 'check' },
            { code: 'unreachable_node', target: null, title: 'No run reaches some nodes' },
            { code: 'unclassified_tool', target: 'note' },
          ],
        },
      },
    });
    const events = await host.http
      .get(`/v1/solves/${String(body['id'])}/events`)
      .set({ Authorization: key.bearer })
      .buffer(true);
    const told = [...events.text.matchAll(/^data: (.*)$/gm)].map(
      ([, data = '']) => (JSON.parse(data) as { payload?: object }).payload,
    );
    expect(told).toContainEqual({ property: 'P6', broken: 4, possible: 0, proved: 4, vacuous: 0 });
    expect(told).toContainEqual(expect.objectContaining({ rule_id: 'hygiene:fail_open', target: 'check' }));
  });

  it('POST /v1/solves 200 with those of some severities, or none where P6 is not asked', async () => {
    const codes = async (options: object) => {
      const { body } = await verify({ graph: untidy, options });
      const { hygiene } = body['result'] as { hygiene: readonly { code: string }[] | null };
      return hygiene?.map(({ code }) => code) ?? null;
    };
    expect(await codes({ severities: ['medium'] })).toEqual(['unreachable_tool', 'fail_open']);
    expect(await codes({ properties: ['P1'] })).toBe(null);
    expect(await codes({ properties: ['P6'] })).toHaveLength(4);
  });

  it('POST /v1/solves 200 with what became of it since the previous version', async () => {
    const found = (await verify({ graph: untidy })).body['result'] as { hygiene: readonly { fingerprint: string }[] };
    const fingerprints = found.hygiene.map(({ fingerprint }) => fingerprint);
    expect((await verify({ graph: tidy, compare_with: untidy })).body).toMatchObject({
      result: { comparison: { hygiene: { added: [], fixed: fingerprints, moved: [], unchanged: [] } } },
    });
    const elsewhere = { ...untidy, nodes: [...untidy.nodes, { id: 'end', kind: 'end' }] };
    expect((await verify({ graph: elsewhere, compare_with: untidy })).body).toMatchObject({
      result: { comparison: { hygiene: { added: [], fixed: [], moved: [fingerprints[2]] } } },
    });
  });

  it('POST /v1/solves 200 with classes that annotations propose for what nobody classified', async () => {
    const tool = (name: string, annotations: object) => ({ name, inputSchema: { type: 'object' }, annotations });
    const document = [
      tool('check', { readOnlyHint: true, openWorldHint: false }),
      tool('pay', { destructiveHint: true }),
    ];
    const { body } = await verify({ graph: { ...untidy }, catalogue: { document } });
    expect(body).toMatchObject({
      result: {
        coverage: {
          tools: 3,
          tools_classified: 1,
          unclassified: [
            { name: 'check', proposals: [{ class: 'read', hint: 'readOnlyHint', value: true, stated: true }] },
            { name: 'note', proposals: [] },
          ],
        },
      },
    });
    const { hygiene } = body['result'] as { hygiene: readonly { code: string; target: string }[] };
    expect(hygiene.flatMap(({ code, target }) => (code === 'unclassified_tool' ? [target] : []))).toEqual([
      'check',
      'note',
    ]);
    // What the owner states is not asked again.
    const stated = { document, overrides: { check: { classes: ['read'] } } };
    expect((await verify({ graph: untidy, catalogue: stated })).body).toMatchObject({
      result: { coverage: { tools_classified: 2, unclassified: [{ name: 'note' }] } },
    });
  });

  it('POST /v1/projects/{id}/scans 200 keeps what hygiene finds, and calls it fixed when it is gone', async () => {
    const { body: project } = await post('/v1/projects', { name: 'tidy' });
    const path = `/v1/projects/${project['id'] as string}`;
    const scan = (graph: object, more: object = {}) => post(`${path}/scans`, { graph, catalogue, ...more });
    expect((await scan(untidy)).body).toMatchObject({
      counts: { new: 4, unknown: 0 },
      checks: expect.arrayContaining([{ class: 'fail_open', asked: 1, found: 1, undecided: 0 }]) as object,
    });
    const open = await host.http.get(`${path}/findings?class=unreachable_tool`).set({ Authorization: key.bearer });
    expect(open.body).toMatchObject({
      data: [{ subkind: 'broken', tool: 'pay', rules: ['hygiene:unreachable_tool'], state: 'new', witness: null }],
    });
    // Of what is not asked nothing is known.
    expect((await scan(tidy, { options: { properties: ['P1'] } })).body).toMatchObject({
      counts: { fixed: 0, unknown: 4 },
    });
    expect((await scan(tidy)).body).toMatchObject({ counts: { new: 0, persisting: 0, fixed: 4, unknown: 0 } });
  });
});
