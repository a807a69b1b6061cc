import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextDown } from '../table/index.js';
import { tiedOnnx } from '../testing/tied.js';

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/onnx/${name}.onnx`, import.meta.url));

/** What the four columns of the fixtures are. */
const SCHEMA = `name,position,type,min,max,step,mutable,protected,unit
income,0,float,0,200000,,yes,no,EUR
age,1,int,18,80,,no,yes,years
debt,2,float,0,1,,down,no,
children,3,int,0,5,,yes,no,
`;
const RECORDS = `record_id,income,age,debt,children,expected_label
ana,20000,30,0.9,1,0
rui,90000,60,0.1,2,0
eva,40000,45,0.5,0,
`;

interface Tied {
  readonly verdict: string;
  readonly bounds: { readonly at_most: number };
  readonly witness: { readonly replay: string };
}

describe('mode forest, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/forest'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function upload(
    purpose: string,
    bytes: Buffer,
    mediaType = 'application/octet-stream',
  ): Promise<{ upload_id: string }> {
    const { body } = await host.http
      .post('/v1/uploads')
      .set('Authorization', key.bearer)
      .send({
        purpose,
        media_type: mediaType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    await host.http.put(body.content_path).set('Authorization', key.bearer).send(bytes).expect(200);
    return { upload_id: body.id as string };
  }

  async function submit(body: object) {
    const answer = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30' })
      .send({ mode: 'forest', ...body });
    return { status: answer.status, body: answer.body };
  }

  async function files(job: unknown): Promise<Record<string, string>> {
    const as = { Authorization: key.bearer };
    const { body } = await host.http.get(`/v1/solves/${String(job)}/artifacts`).set(as);
    const texts = (body as { data: { id: string; kind: string }[] }).data.map(async ({ id, kind }) => {
      const { text, body: raw } = await host.http.get(`/v1/artifacts/${id}`).set(as).buffer(true);
      return [kind, text ?? String(raw)] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  }

  it('replays the sums of a model that is not ONNX', async () => {
    const model = await upload('model', readFileSync(new URL('../../fixtures/xgboost/binary.json', import.meta.url)));
    const properties = 'id,kind,output,expect\nR1,range,score,<=0\nL1,never,label,label=1\n';
    const { status, body } = await submit({ model, schema: SCHEMA, properties });
    expect(status).toBe(200);
    expect(body.result.rows).toMatchObject([
      { verdict: 'violated', witness: { replay: 'same_sums' } },
      { verdict: 'violated', witness: { replay: 'same_sums', inputs: [{ label: 0 }] } },
    ]);
  });

  it('POST /v1/solves 200 with a verdict for each row of a table, witnesses that the runtime replayed, and files', async () => {
    const model = await upload('model', fixture('skl-rf-binary'));
    const properties = `id,kind,title,where,vary,epsilon,protected,direction,output,expect,severity,note
R1,range,Scores,,,,,,p[1],,minor,
N1,never,Rich and without debt is never refused,income>=100000; debt<=0.1,,,,,label,label=1,critical,
A1,always,Impossible,age>80,,,,,label,label=1,minor,
B1,robust,A little more income changes nothing,@records,,income=1%,,,label,same label,major,
P1,protected_flip,Age alone flips nothing,,,,age,,label,no flip,critical,
P2,protected_gap,Age moves the score little,,,,age,,p[1],gap<=0.05,critical,
M1,monotone,More income never harms,,,,,income up,p[1],nondecreasing,major,
D1,min_distance,Nearest other answer,@records,income,,,,label,,info,
X1,never,A misspelt feature,incom>=3,,,,,label,label=1,major,
X2,robust,An immutable feature,@records,,age=1,,,label,same label,major,
`;
    const { status, body } = await submit({ model, properties, schema: SCHEMA, records: RECORDS });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        summary: {
          answer: 'violated',
          counts: { violated: 4, proved: 3, vacuous: 1, input_error: 2, undecided: 0, unexpected: 1 },
        },
        result: {
          records: 3,
          compared: 2,
          unexpected: 1,
          runtime: 'onnxruntime 1.30.0',
          open: 0,
          model: { format: 'onnx', trees: 8, features: 4, labels: [0, 1] },
          compare_model: null,
        },
      },
    });
    const rows = new Map((body.result.rows as { id: string }[]).map((row) => [row.id, row]));
    expect(rows.get('R1')).toMatchObject({ verdict: 'proved', bounds: { at_most: 1 }, witness: { replay: 'same' } });
    expect(rows.get('N1')).toMatchObject({
      verdict: 'violated',
      used: ['income: 100000 .. 200000', 'debt: 0 .. 0.1'],
      witness: {
        inputs: [
          { label: 0, values: [{ feature: 'income', bits: expect.stringMatching(/^[0-9a-f]{8}$/) }, {}, {}, {}] },
        ],
      },
    });
    expect(rows.get('A1')).toMatchObject({ verdict: 'vacuous', reason: 'No value of "age" meets all conditions.' });
    expect(rows.get('B1')).toMatchObject({ verdict: 'proved', records: { proved: 3, violated: 0 } });
    expect(rows.get('P1')).toMatchObject({
      verdict: 'violated',
      witness: { changed: ['age'], inputs: [{ label: 0 }, { label: 1 }] },
    });
    expect(rows.get('M1')).toMatchObject({ verdict: 'violated', witness: { changed: ['income'] } });
    const [first] =
      (body.result.rows as { witness: { inputs: { values: { unit?: string }[] }[] } }[])[1]?.witness.inputs ?? [];
    expect(first?.values.map(({ unit }) => unit)).toEqual(['EUR', 'years', undefined, undefined]);
    expect(rows.get('X1')).toMatchObject({
      verdict: 'input_error',
      problems: [
        { slug: 'feature_unknown', column: 'where', line: 10, at: 29, detail: expect.stringContaining('"income"') },
      ],
    });
    expect(rows.get('X2')).toMatchObject({
      verdict: 'input_error',
      problems: [{ slug: 'feature_immutable', line: 11 }],
    });
    const made = await files(body.id);
    expect(Object.keys(made).toSorted()).toEqual(['certificates', 'csv', 'jsonl', 'junit', 'markdown', 'report']);
    expect(made['csv']?.split('\r\n')).toHaveLength(13);
    expect(made['csv']?.match(/^B1,.*$/gm)?.map((line) => line.split(',').slice(-3).join())).toEqual([
      '0,0,yes',
      '1,0,no',
      '0,,',
    ]);
    expect(made['csv']).toContain('P1,protected_flip,critical,,violated,,,,age: ');
    expect(made['report']).toContain('<title>Audit of a model (skl2onnx)</title>');
    expect(made['junit']).toContain('tests="10" failures="4" errors="2"');
    expect(made['markdown']).toContain('**4 of 10 rows violated**');
    // A value is shown with its unit: in the lines of a row, in the table of what changes, in the whole input.
    expect(made['markdown']).toMatch(/\| `income \(EUR\)` \| `\d+/);
    expect(made['report']).toMatch(/age \(years\): \d+ → \d+/);
    expect(made['report']?.match(/>income \(EUR\)</g)?.length).toBeGreaterThan(2);
    expect(made['report']).not.toContain('debt (');
    const { text } = await host.http.get(`/v1/solves/${body.id}/events`).set('Authorization', key.bearer).buffer(true);
    const told = [...text.matchAll(/^event: finding\.found\n(?:id: .*\n)?data: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data).payload.id,
    );
    expect(told).toEqual(['N1', 'P1', 'P2', 'M1']);
  });

  it('POST /v1/solves 200 in Portuguese, with a table of JSON, and the same bytes again', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const never = { id: 'n', kind: 'never', where: 'X[0]>=0; X[0]<=1', output: 'label', expect: 'label=1' };
    const properties = [{ ...never, owner: 'Ana', due: 2027 }];
    const asked = { model, properties, language: 'pt' };
    const [first, again] = [await submit(asked), await submit(asked)];
    expect(first.body.result.rows).toEqual(again.body.result.rows);
    expect(first.body.result.rows).toMatchObject([{ id: 'n', extra: { owner: 'Ana', due: '2027' } }]);
    const [one, other] = [await files(first.body.id), await files(again.body.id)];
    expect(one).toEqual(other);
    expect(one['csv']).toMatch(/,extra\.owner,extra\.due\r\n.*,Ana,2027\r\n$/);
    expect(JSON.parse(one['jsonl'] ?? '')).toMatchObject({ id: 'n', extra: { owner: 'Ana', due: '2027' } });
    expect(one['report']).toContain('lang="pt"');
  });

  const refused = (body: object) =>
    host.http
      .post('/v1/solves')
      .set('Authorization', key.bearer)
      .send({ mode: 'forest', ...body });

  it('POST /v1/solves 400 upload_not_usable for a file of another purpose', async () => {
    const records = await upload('records', Buffer.from(RECORDS), 'text/csv');
    const { status, body } = await refused({ model: records, properties: 'kind\nrange\n' });
    expect({ status, slug: body.slug }).toEqual({ status: 400, slug: 'upload_not_usable' });
  });

  it.each([
    ['a table with no column kind', { properties: 'id,sort\n1,never\n' }, '/properties', 'column_missing', { line: 1 }],
    ['an open quote', { properties: 'id,kind\n1,"never\n' }, '/properties', 'csv_broken', { line: 2 }],
    ['records without a feature', { records: 'income,age,debt\n1,2,3\n' }, '/records', 'feature_missing', { line: 1 }],
    [
      'a schema with a wrong word',
      { schema: 'name,position,type\nage,1,flot\n' },
      '/schema',
      'word_unknown',
      { line: 2, column: 7 },
    ],
    [
      'a schema of JSON with a wrong word',
      { schema: [{ name: 'age', position: 1, type: 'flot' }] },
      '/schema/0/type',
      'word_unknown',
      {},
    ],
  ] as const)('POST /v1/solves 400 invalid_request for %s', async (_what, more, pointer, slug, place) => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const { status, body } = await refused({ model, schema: SCHEMA, properties: 'kind,output\nrange,p[1]\n', ...more });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer, slug, ...place }] },
    });
  });

  it('POST /v1/solves 400 invalid_request for a model that is none', async () => {
    const model = await upload('model', Buffer.from([0x08, 0x07, 0xff, 0xff, 0xff]));
    const { status, body } = await refused({ model, properties: 'kind,output\nrange,p[1]\n' });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer: '/model' }] } });
  });

  it('PUT /v1/uploads/{upload_id}/content 400 content_not_recognised for a model that begins like none', async () => {
    const bytes = Buffer.from('PK\u0003\u0004 a zip');
    const { body } = await host.http
      .post('/v1/uploads')
      .set('Authorization', key.bearer)
      .send({
        purpose: 'model',
        media_type: 'application/onnx',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    const sent = await host.http.put(body.content_path).set('Authorization', key.bearer).send(bytes);
    expect({ status: sent.status, slug: sent.body.slug }).toEqual({ status: 400, slug: 'content_not_recognised' });
  });

  it('says where another order of additions gives another answer, and where only other bits', async () => {
    const model = await upload('model', Buffer.from(tiedOnnx({ classifier: false })));
    const points = Array.from({ length: 40 }, (_, at) => at * 4);
    const ask = async (rows: readonly string[]): Promise<Tied[]> =>
      (await submit({ model, properties: `id,kind,where,output,expect\n${rows.join('')}` })).body.result.rows;
    // One thread adds up to these scores, and a batch to others: the limit of a row is what one thread gives, or less by one last digit.
    const scores = (await ask(points.map((x) => `${x},range,X=${x},score[0],\n`))).map(({ bounds }) => bounds.at_most);
    const below = (score: number): number => nextDown(score, 'float32');
    const limits = [
      ...points.map((x, at) => `${x},always,X=${x},score[0],<=${below(scores[at] ?? 0)}\n`),
      ...points.slice(0, 4).map((x) => `far ${x},always,X=${x},score[0],<=0\n`),
    ];
    const answered = await ask(limits);
    expect(new Set(answered.map(({ verdict }) => verdict))).toEqual(new Set(['violated']));
    const [near, far] = [answered.slice(0, points.length), answered.slice(points.length)];
    expect(new Set(near.map(({ witness }) => witness.replay))).toContain('numeric_tie');
    for (const { witness } of far) expect(['same', 'same_label']).toContain(witness.replay);
  });

  it('gives shares of the weight of records beside their counts', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const properties = 'id,kind,where,epsilon,output\nB,robust,@records,X[0]=5000,label\n';
    const records = 'X[0],X[1],X[2],X[3],weight\n40000,45,0.5,0,3\n20000,30,0.9,1,\n';
    const { body } = await submit({ model, properties, records });
    const [row] = body.result.rows as object[];
    expect(row).toMatchObject({ records: { violated: 1, proved: 1 }, weighted: { violated: 0.75, proved: 0.25 } });
  });

  it('asks a large table in parts, by whatever workers are free, and joins them in order', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const count = 520;
    const asked = Array.from({ length: count }, (_, at) => `r${at},never,X[1]>=50,p[1],<=${at / 500}\n`);
    const properties = await upload(
      'property_table',
      Buffer.from(`id,kind,where,output,expect\n${asked.join('')}`),
      'text/csv',
    );
    let { body } = await submit({ model, properties });
    const read = async () =>
      (await host.http.get(`/v1/solves/${body.id}?include=result&wait=30`).set('Authorization', key.bearer)).body;
    for (let times = 0; body.finished_at === null && times < 4; times += 1) body = await read();
    expect(body.status).toBe('succeeded');
    const { rows } = body.result as { rows: { id: string; verdict: string }[] };
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => `r${at}`));
    // What is at most a number is at most a larger one; a probability is at most one.
    const violated = rows.filter(({ verdict }) => verdict === 'violated').length;
    expect(rows.findIndex(({ verdict }) => verdict === 'proved')).toBe(violated);
    expect(violated).toBeLessThanOrEqual(500);
    const made = await files(body.id);
    const lines = made['csv']?.trimEnd().split('\r\n') ?? [];
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id));
  });

  const left = async (job: unknown): Promise<{ readonly artifact_id: string } | null> => {
    const { body } = await host.http
      .get(`/v1/solves/${String(job)}/artifacts`)
      .set('Authorization', key.bearer)
      .expect(200);
    const file = (body as { data: { id: string; kind: string; name: string }[] }).data.find(
      ({ kind }) => kind === 'resume',
    );
    if (file === undefined) return null;
    expect(file.name).toBe('resume.json');
    return { artifact_id: file.id };
  };
  const RANGES = `id,kind,where,vary,output,expect
R,range,,,p[1],
N,never,X[2]<=0.1,,label,label=1
A,always,X[0]>=150000; X[2]<=0.05; X[1]>=40,,label,label=1
D,min_distance,@records,X[0];X[2],label,
`;
  const AROUND = `record_id,X[0],X[1],X[2],X[3]\nana,20000,30,0.9,1\nrui,90000,60,0.1,2\neva,40000,45,0.5,0\n`;

  it('of many questions leaves them open where there is no time, and goes on in parts to the files of one run, byte for byte', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const rows = Array.from({ length: 520 }, (_, at) => `r${at},always,X[1]>=50,p[1],<=${at / 500}\n`);
    const table = await upload(
      'property_table',
      Buffer.from(`id,kind,where,output,expect\n${rows.join('')}`),
      'text/csv',
    );
    const run = async (more: object) => {
      let { body } = await submit({ model, properties: table, ...more });
      for (let times = 0; body.finished_at === null && times < 4; times += 1)
        ({ body } = await host.http
          .get(`/v1/solves/${body.id}?include=result&wait=30`)
          .set('Authorization', key.bearer));
      return body as { id: string; result: { open: number; rows: object[] } };
    };
    const whole = await run({});
    const late = await run({ options: { seconds: 1e-6 } });
    expect(late).toMatchObject({
      result: { open: 520, row_counts: { undecided: 520 } },
    });
    expect(late.result.rows[0]).toMatchObject({
      id: 'r0',
      reason: expect.stringContaining('The time ended') as string,
    });
    const resume = await left(late.id);
    expect(resume).not.toBeNull();
    const rest = await run({ resume });
    expect(rest.result).toEqual(whole.result);
    expect(await left(rest.id)).toBeNull();
    expect(await files(rest.id)).toEqual(await files(whole.id));
  });

  it('goes on where its budget ended until nothing is open, and its files are those of one run, byte for byte', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const asked = { model, properties: RANGES, records: AROUND };
    const whole = await submit(asked);
    expect([whole.body.result.open, await left(whole.body.id)]).toEqual([0, null]);
    let job = await submit({ ...asked, options: { nodes: 4 } });
    expect(job.body.result.open).toBeGreaterThan(1);
    const { jsonl = '' } = await files(job.body.id);
    for (const line of jsonl.trimEnd().split('\n'))
      expect(Object.keys(JSON.parse(line) as object)).not.toEqual(expect.arrayContaining(['open']));
    let times = 0;
    for (; job.body.result.open > 0 && times < 200; times += 1)
      job = await submit({ ...asked, options: { nodes: 6 }, resume: await left(job.body.id) });
    expect(times).toBeGreaterThan(1);
    expect(await left(job.body.id)).toBeNull();
    expect(await files(job.body.id)).toEqual(await files(whole.body.id));
    expect(job.body.result).toEqual(whole.body.result);
  });

  it('keeps what an earlier job knew of a question that there is no time for', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const asked = { model, properties: 'id,kind,output\nR,range,p[1]\n' };
    const whole = await submit(asked);
    const cut = await submit({ ...asked, options: { nodes: 4 } });
    const late = await submit({ ...asked, options: { seconds: 1e-9 }, resume: await left(cut.body.id) });
    expect(late.body.result).toMatchObject({
      open: 1,
      rows: [{ ...cut.body.result.rows[0], witness: expect.anything() }],
    });
    const rest = await submit({ ...asked, resume: await left(late.body.id) });
    expect(rest.body.result).toEqual(whole.body.result);
  });

  it('POST /v1/solves 400 invalid_request for what an earlier job with other inputs left, saying which', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const asked = { model, properties: 'id,kind,output\nR,range,p[1]\n' };
    const resume = await left((await submit({ ...asked, options: { nodes: 1 } })).body.id);
    expect(resume).not.toBeNull();
    const other = await refused({ ...asked, properties: 'id,kind,output\nS,range,p[0]\n', resume });
    expect({ status: other.status, body: other.body }).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/resume', slug: 'resume_misfit', detail: 'The file comes from another table.' }] },
    });
  });

  it('POST /v1/solves 400 for results in the place of what was left open', async () => {
    const model = await upload('model', fixture('skl-rf-tensor'));
    const asked = { model, properties: 'id,kind,output\nR,range,p[1]\n' };
    const job = await submit(asked);
    const { body } = await host.http.get(`/v1/solves/${job.body.id}/artifacts`).set('Authorization', key.bearer);
    const { id } = body.data.find(({ kind }: { kind: string }) => kind === 'jsonl');
    const { status, body: told } = await refused({ ...asked, resume: { artifact_id: id } });
    expect({ status, told }).toMatchObject({ status: 400, told: { errors: [{ pointer: '/resume' }] } });
  });
});
