// Embedded only: forest.e2e.spec.ts makes files and goes on with them on PostgreSQL.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../evaluate/index.js';
import { readModel } from '../read/index.js';

const bytes = readFileSync(new URL('../../fixtures/onnx/skl-rf-tensor.onnx', import.meta.url));
const RECORDS = `record_id,X[0],X[1],X[2],X[3]
eva,40000,45,0.5,0
ana,20000,30,0.9,1
`;

interface Side {
  readonly low: number;
  readonly high: number;
}

describe('mode forest_enumeration, through the service', () => {
  let host: TestHost;
  let key: TestKey;
  let model: { upload_id: string };

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/forest'] });
    key = await host.createKey();
    const { body } = await host.http
      .post('/v1/uploads')
      .set('Authorization', key.bearer)
      .send({
        purpose: 'model',
        media_type: 'application/onnx',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    await host.http.put(body.content_path).set('Authorization', key.bearer).send(bytes).expect(200);
    model = { upload_id: body.id as string };
  });
  afterAll(() => host.close());

  const submit = async (body: object) => {
    const answer = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30' })
      .send({ mode: 'forest_enumeration', model, ...body });
    return { status: answer.status, body: answer.body };
  };

  async function fileOf(job: string, kind: string): Promise<{ readonly id: string; readonly text: string }> {
    const as = { Authorization: key.bearer };
    const { body } = await host.http.get(`/v1/solves/${job}/artifacts`).set(as);
    const { id } = (body as { data: { id: string; kind: string }[] }).data.find((each) => each.kind === kind) ?? {
      id: '',
    };
    const { text, body: raw } = await host.http.get(`/v1/artifacts/${id}`).set(as).buffer(true);
    return { id, text: text ?? String(raw) };
  }

  /** Boxes of a record, each by its features. */
  function boxesOf(csv: string, record: string): Map<string, Side>[] {
    const boxes = new Map<string, Map<string, Side>>();
    for (const line of csv.trimEnd().split('\r\n').slice(1)) {
      const [id, box = '', feature = '', low, high] = line.split(',');
      if (id !== record) continue;
      const own = boxes.get(box) ?? new Map<string, Side>();
      boxes.set(box, own.set(feature, { low: Number(low), high: Number(high) }));
    }
    return [...boxes.values()];
  }

  it('POST /v1/solves 200 with every input around a record that has another label, as boxes that hold no other', async () => {
    const { status, body } = await submit({ records: RECORDS, radius: 'X[0]=5000; X[1]=3' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        result: {
          records: [
            { record: 'eva', status: 'complete', complete_below: null },
            { record: 'ana', status: 'complete' },
          ],
        },
      },
    });
    const read = readModel(bytes);
    if (!read.ok) throw new Error('the fixture is read');
    const boxes = boxesOf((await fileOf(body.id, 'boxes')).text, 'eva');
    expect(boxes).toHaveLength(body.result.records[0].boxes);
    expect(boxes.length).toBeGreaterThan(0);
    const { text: page } = await fileOf(body.id, 'report');
    expect(page).toContain('<h3 id="r-1-title">Record eva</h3>');
    expect(page).toContain('Around the records of a model (skl2onnx)');
    const own = evaluate(read.forest, [40_000, 45, 0.5, 0]).label;
    const seen = { inside: 0, outside: 0 };
    // A grid over all inputs within the radius: what lies in a box has another label, what lies in none has the same.
    for (let x = 35_000; x <= 45_000; x += 37)
      for (let y = 42; y <= 48; y += 0.25) {
        const inside = boxes.filter((box) =>
          [...box].every(([feature, { low, high }]) => {
            const value = feature === 'X[0]' ? x : y;
            return low <= value && value <= high;
          }),
        ).length;
        const differs = evaluate(read.forest, [x, y, 0.5, 0]).label !== own;
        if (inside !== (differs ? 1 : 0))
          throw new Error(`${x}, ${y}: in ${inside} boxes, and the label ${differs ? 'differs' : 'is the same'}`);
        seen[differs ? 'inside' : 'outside'] += 1;
      }
    expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(0);
  });

  it('goes on where boxes were enough, and ends with the files of a job that was never cut, byte for byte', async () => {
    const asked = { records: RECORDS, radius: '*=30%' };
    const whole = await submit(asked);
    let job = await submit({ ...asked, options: { boxes: 3 } });
    expect(job.body.result.records[0]).toMatchObject({ status: 'partial' });
    let jobs = 1;
    for (; jobs < 60 && job.body.result.open > 0; jobs += 1) {
      const { id } = await fileOf(job.body.id, 'resume');
      job = await submit({ ...asked, options: { nodes: 9 }, resume: { artifact_id: id } });
    }
    expect(jobs).toBeGreaterThan(2);
    expect(job.body.result).toEqual(whole.body.result);
    for (const kind of ['boxes', 'summary', 'jsonl', 'report'])
      expect((await fileOf(job.body.id, kind)).text).toBe((await fileOf(whole.body.id, kind)).text);
    const { text } = await fileOf(job.body.id, 'jsonl');
    expect(text).not.toMatch(/"(?:open|run|kept)":/);
    const { body } = await host.http.get(`/v1/solves/${job.body.id}/artifacts`).set('Authorization', key.bearer);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain('resume');
  });

  it('leaves what there is no time for to a later job', async () => {
    const asked = { records: RECORDS, radius: '*=30%' };
    const whole = await submit(asked);
    const cut = await submit({ ...asked, options: { seconds: 0.000_001 } });
    expect(cut.body.result.records).toMatchObject([
      { record: 'eva', status: 'partial', boxes: 0 },
      { record: 'ana', status: 'partial', boxes: 0 },
    ]);
    const { id } = await fileOf(cut.body.id, 'resume');
    const rest = await submit({ ...asked, resume: { artifact_id: id } });
    expect(rest.body.result.records).toEqual(whole.body.result.records);
  });

  it.each([
    ['a misspelt feature', { radius: 'X[9]=1' }, '/radius', 'feature_unknown'],
    ['no radius at all', {}, '/radius', 'radius_missing'],
    ['an unreadable expectation', { radius: '*=1', expect: 'maybe' }, '/expect', 'expect_unreadable'],
    ['features that there are not', { radius: '*=1', vary: 'age' }, '/vary', 'feature_unknown'],
  ])('POST /v1/solves 400 invalid_request for %s', async (_what, more, pointer, slug) => {
    const { status, body } = await submit({ records: RECORDS, ...more });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer, slug }] },
    });
  });

  it('says which records have another label than expected, and gives back their other columns', async () => {
    const records =
      'owner,record_id,X[0],X[1],X[2],X[3],expected_label,weight\nAna,a,40000,45,0.5,0,0,3\n=Rui,b,40000,45,0.5,0,1,\n,c,40000,45,0.5,0,,4\n';
    const { body } = await submit({ records, radius: 'X[0]=10' });
    const expected = [
      { record: 'a', label: 0, expected_label: '0', as_expected: true, weight: 3 },
      { record: 'b', label: 0, expected_label: '1', as_expected: false, weight: 1 },
      { record: 'c', label: 0, expected_label: null, as_expected: null, weight: 4 },
    ];
    expect(body.result).toMatchObject({
      compared: 2,
      unexpected: 1,
      unexpected_share: 0.25,
      found_share: 0,
      records: expected,
    });
    expect(body.summary.counts).toMatchObject({ records: 3, unexpected: 1 });
    const lines = (await fileOf(body.id, 'summary')).text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/,weight,label,expected_label,as_expected,extra\.owner$/);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/,3,0,0,yes,Ana$/),
      expect.stringMatching(/,1,0,1,no,"'=Rui"$/),
      expect.stringMatching(/,4,0,,,$/),
    ]);
    const told = (await fileOf(body.id, 'jsonl')).text.trimEnd().split('\n');
    expect(told.map((line) => JSON.parse(line) as object)).toMatchObject(
      expected.map((each, at) => ({ ...each, extra: { owner: ['Ana', '=Rui', ''][at] } })),
    );
  });

  it('asks the records that are right beside those that are wrong', async () => {
    const records = RECORDS.replace('X[3]', 'X[3],radius').replace(',0\n', ',0,X[0]=100\n').replace(',1\n', ',1,Y=1\n');
    const { body } = await submit({ records });
    expect(body.result.records).toMatchObject([
      { status: 'complete' },
      { status: 'input_error', reason: expect.stringContaining('"Y"') },
    ]);
  });
});
