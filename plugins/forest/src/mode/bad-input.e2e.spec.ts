// Embedded only: what is wrong is told before anything is stored, or with the result of a job.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAF, TEST } from '../model/index.js';
import { ensembleOnnx, int, message, onnxOf, type OnnxNodeSketch, text } from '../testing/onnx.js';

const GOOD = readFileSync(new URL('../../fixtures/onnx/skl-rf-binary.onnx', import.meta.url));
const IO = {
  inputs: [{ name: 'X', type: 1, columns: 2 }],
  outputs: [{ name: 'Y', type: 1, columns: 2 }],
};
const node = (operator: string, from: string, to: string): OnnxNodeSketch => ({
  operator,
  inputs: [from],
  outputs: [to],
  attributes: {},
  domain: '',
});
const graph = (nodes: readonly OnnxNodeSketch[], more: readonly number[] = []): Uint8Array =>
  onnxOf({ nodes, more, ...IO });
/** A tree of one leaf. */
const LEAVES: OnnxNodeSketch = {
  operator: 'TreeEnsembleRegressor',
  inputs: ['X'],
  outputs: ['Y'],
  attributes: {
    ...Object.fromEntries(
      ['treeids', 'nodeids', 'featureids', 'truenodeids', 'falsenodeids'].map((name) => [
        `nodes_${name}`,
        { ints: [0] },
      ]),
    ),
    nodes_modes: { strings: ['LEAF'] },
    nodes_values: { floats: [0] },
    ...Object.fromEntries(['treeids', 'nodeids', 'ids'].map((name) => [`target_${name}`, { ints: [0] }])),
    target_weights: { floats: [1] },
    n_targets: { int: 1 },
  },
};
/** A tree of one test, whose threshold is no number. */
const NO_NUMBER = ensembleOnnx({
  classifier: false,
  nodes: [TEST.leq, LEAF, LEAF].map((kind, id) => ({
    tree: 0,
    id,
    kind,
    feature: 0,
    threshold: id === 0 ? Number.NaN : 0,
    whenTrue: 1,
    whenFalse: 2,
    missingTrue: false,
    votes: kind === LEAF ? [[0, id]] : [],
  })),
  labels: [0],
  post: 'NONE',
  inputType: 1,
  columns: 2,
});

const SCHEMA = `name,position,type,min,max,step,group,mutable
in;come,0,float,0,200000,,,yes
age,1,int,18,80,,,no
rent,2,onehot,,,,home,yes
own,3,onehot,,,,home,yes
`;
const RECORDS = '\ufeffrecord_id,in;come,age,rent,own\r\nzero,-0.0,30,1,0\r\nnone,,30,1,0\r\nboth,1000,30,1,1\r\n';

/** Each kind of row that is wrong, with what is said of it; a row that is right stands last. */
const ROWS: readonly (readonly [row: string, verdict: string, slug: string | null])[] = [
  ['typo,never,"incom<=3",,,label,label=1', 'input_error', 'feature_unknown'],
  ['crossed,never,"""in;come"">=5; ""in;come""<=4",,,label,label=1', 'vacuous', null],
  ['flags,never,"rent=1; own=1",,,label,label=1', 'vacuous', null],
  ['fixed,robust,@records,,age=1,label,same label', 'input_error', 'feature_immutable'],
  ['large,never,"""in;come"">=1e400",,,label,label=1', 'input_error', 'number_out_of_range'],
  ['commas,never,"""in;come"">=10,000",,,label,label=1', 'input_error', 'number_separator'],
  ['unquoted,never,"in;come>=1",,,label,label=1', 'input_error', 'condition_unreadable'],
  ['twice,never,,,,label,label=1', 'violated', null],
  ['twice,never,,,,label,label=1', 'input_error', 'id_twice'],
  ['sideways,sidways,,,,label,label=1', 'input_error', 'word_unknown'],
  ['last,robust,@records,"""in;come""","""in;come""=1",label,same label', 'input_error', null],
];

describe('mode forest, with what is wrong', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/forest'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function upload(bytes: Uint8Array): Promise<{ upload_id: string }> {
    const as = { Authorization: key.bearer };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const opening = { purpose: 'model', media_type: 'application/onnx', size: bytes.length, sha256 };
    const { body } = await host.http.post('/v1/uploads').set(as).send(opening);
    await host.http.put(body.content_path).set(as).send(Buffer.from(bytes)).expect(200);
    return { upload_id: body.id as string };
  }
  const submit = (body: object) =>
    host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30' })
      .send({ mode: 'forest', ...body });

  it('POST /v1/solves 200 with a slug, a line and a column for each row that is wrong, and the answers of those that are right', async () => {
    const properties = `\ufeffid,kind,where,vary,epsilon,output,expect\r\n${ROWS.map(([row]) => row).join('\r\n')}\r\n`;
    const { status, body } = await submit({
      model: await upload(GOOD),
      properties,
      schema: SCHEMA,
      records: RECORDS,
    });
    expect({ status, job: body.status }).toEqual({ status: 200, job: 'succeeded' });
    const told = body.result.rows as {
      id: string;
      verdict: string;
      problems: { slug: string; line: number; at: number }[];
      records: object;
    }[];
    expect(
      told.map(({ id, verdict, problems }) => [
        id,
        verdict,
        problems.map(({ slug, line, at }) => [slug, line, at > 0]),
      ]),
    ).toEqual(
      ROWS.map(([row, verdict, slug], at) => [row.split(',')[0], verdict, slug === null ? [] : [[slug, at + 2, true]]]),
    );
    // -0.0 is 0; of a record without a value, or one that nobody can be (two flags at once), nothing is proved.
    expect(told.at(-1)?.records).toMatchObject({ proved: 1, input_error: 1, vacuous: 1 });
  });

  const models: readonly (readonly [string, Uint8Array, string])[] = [
    ['a file that is cut off', GOOD.subarray(0, GOOD.length - 100), 'forest_protobuf'],
    ['a length below zero', Uint8Array.from([0x3a, ...Array.from({ length: 9 }, () => 0xff), 1]), 'forest_protobuf'],
    ['groups in groups', Uint8Array.from([0x08, 8, ...Array.from({ length: 1_000 }, () => 0x0b)]), 'forest_protobuf'],
    [
      'dimensions of 2^63',
      graph([LEAVES], message(5, text(8, 'w'), int(1, 2n ** 63n), int(1, 2n ** 63n), int(2, 1))),
      'forest_attribute',
    ],
    [
      'data in another file',
      graph(
        [],
        message(5, text(8, 'w'), int(2, 1), message(13, text(1, 'location'), text(2, '../../etc/passwd')), int(14, 1)),
      ),
      'forest_onnx_refused',
    ],
    [
      'nodes in a circle',
      graph([node('Identity', 'b', 'a'), node('Identity', 'a', 'b'), { ...LEAVES, inputs: ['a'] }]),
      'forest_wiring',
    ],
    ['an operator of others', graph([node('Conv', 'X', 'Y')]), 'forest_operator'],
    ['a text', new TextEncoder().encode('{"trees": [[[['), 'forest_source_syntax'],
  ];

  it.each(models)('POST /v1/solves 400 invalid_request for a model with %s', async (_what, bytes, slug) => {
    const { status, body } = await submit({ model: await upload(bytes), properties: 'kind,output\nrange,score\n' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer: '/model', slug, detail: expect.any(String) as string }] },
    });
  });

  it.each(['model', 'compare_model'])(
    'POST /v1/solves 400 invalid_request for a %s that is read and that the runtime refuses, before anything is asked of it',
    async (field) => {
      const named: OnnxNodeSketch = { ...node('Identity', 'S', 'Y'), attributes: { shade: { int: 1 } } };
      const strange = await upload(graph([{ ...LEAVES, outputs: ['S'] }, named]));
      const model = field === 'model' ? strange : await upload(graph([LEAVES]));
      const { status, body } = await submit({ model, [field]: strange, properties: 'kind,output\nrange,score\n' });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { slug: 'invalid_request', errors: [{ pointer: `/${field}`, slug: 'forest_runtime_refused' }] },
      });
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0].detail).toContain('shade');
    },
  );

  it('POST /v1/solves 200 with what the runtime makes of a threshold that is no number', async () => {
    const { body } = await submit({ model: await upload(NO_NUMBER), properties: 'kind,output\nrange,score\n' });
    expect(body.result.rows).toMatchObject([{ bounds: { at_least: 2, at_most: 2 }, witness: { replay: 'same' } }]);
  });

  it('serves on', async () => {
    const { status, body } = await submit({ model: await upload(GOOD), properties: 'kind,output\nrange,p[1]\n' });
    expect({ status, job: body.status }).toEqual({ status: 200, job: 'succeeded' });
  });
});
