// Embedded only: the command asks over HTTP; what jobs answer is tested on PostgreSQL beside their modes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiaryBeside, type Ran } from './testing/run.js';

const LOANS = join(root, 'examples/forests/loans');
const TABLE =
  'id,kind,where,vary,output,expect\nR,range,,,p[1],<=1\nN,never,debt<=0.1,,label,label=1\nX,rnge,,,,\nW,recourse,@records where label=0,income;debt,label,label=1\n';

let host: TestHost;
let key: TestKey;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-forests-'));
  writeFileSync(join(folder, 'table.csv'), TABLE);
  const schema = readFileSync(join(LOANS, 'schema.csv'), 'utf8').trimEnd().split('\n');
  writeFileSync(
    join(folder, 'schema.csv'),
    schema.map((line, at) => `${line},${['unit', 'EUR'][at] ?? ''}\n`).join(''),
  );
  host = await startHost({ plugins: ['@ostiary/forest'] });
  key = await host.createKey();
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string): Promise<Ran> {
  const env = { XDG_CONFIG_HOME: folder, OSTIARY_URL: host.url, OSTIARY_KEY: key.key };
  return ostiaryBeside(`forest ${command} --service --schema schema.csv`.split(' '), { cwd: folder, env });
}
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('ostiary forest --service', () => {
  it('sends the model, tells what came of each row, and fetches the files', async () => {
    const files = '--html r.html --junit r.xml --csv r.csv --jsonl r.jsonl --markdown r.md --certificate c.jsonl';
    const { code, out, err } = await run(`${LOANS}/model.onnx table.csv --records ${LOANS}/records.csv ${files}`);
    expect([err, code]).toEqual(['', 1]);
    expect(out).toMatch(/^R\tProved\tmajor\tRange of a score\tProved to lie between 0.0196405 and 1$/m);
    expect(out).toMatch(/^N\tViolated\tmajor\tNever in a region\tincome \(EUR\) = [\d.]+, age = 18, /m);
    expect(out).toMatch(/^X\tWrong input\tmajor\trnge\tline 4, kind: "rnge" is not one of /m);
    expect(out).toMatch(
      /^W\tProved\tmajor\tA way to the expected answer\trecords: 2\/2; record eva; distance 1.00682; changed: income \(EUR\) = 41006.816$/m,
    );
    expect(out).toMatch(/: 4 rows, 1 violated, 2 proved; replayed in onnxruntime 1\.30\.0$/m);
    expect(text('r.html')).toContain('<!doctype html>');
    expect(text('r.xml')).toContain('tests="4"');
    expect(text('r.csv').split('\r\n')[0]).toContain('verdict');
    expect(JSON.parse(text('r.jsonl').split('\n')[0] ?? '')).toMatchObject({ id: 'R', verdict: 'proved' });
    expect(text('r.md')).toContain('**1 of 4 rows violated**');
    expect(text('c.jsonl')).toContain('"certificate"');
  });

  it('goes on here with what the service left open', async () => {
    const around = `enumerate ${LOANS}/model.onnx ${LOANS}/records.csv --radius *=30%`;
    const cut = await run(`${around} --boxes 1 --left-open resume.json --csv boxes.csv --summary summary.csv`);
    expect([cut.code, cut.out]).toEqual([4, expect.stringMatching(/^eva\tPartial\tboxes: 1; /m) as string]);
    expect(cut.out).toMatch(/^Left open: 1\. Continue with --resume slv_\w+$/m);
    expect(text('boxes.csv')).toContain('\r\neva,1,income,');
    expect(text('summary.csv')).toContain('\r\neva,partial,1,');
    const env = { XDG_CONFIG_HOME: folder };
    const here = (more: string): Promise<Ran> =>
      ostiaryBeside(`forest ${around} --schema schema.csv ${more} --json`.split(/ +/), { cwd: folder, env });
    const [rest, whole] = [await here('--resume resume.json'), await here('')];
    const told = ({ out }: Ran): unknown =>
      (JSON.parse(out) as { records: { record: string; status: string; points: string }[] }).records.map(
        ({ record, status, points }) => [record, status, points],
      );
    expect([rest.code, told(rest)]).toEqual([0, told(whole)]);
  });

  it('goes on there with what a job left open, by the id of the job, and with no file', async () => {
    const around = `enumerate ${LOANS}/model.onnx ${LOANS}/records.csv --radius *=30%`;
    expect((await run(`${around} --boxes 1`)).code).toBe(4);
    const { body } = await host.http.get('/v1/solves?mode=forest_enumeration&limit=1').set('Authorization', key.bearer);
    const rest = await run(`${around} --resume ${body.data[0].id} --json`);
    expect(rest).toMatchObject({ code: 0, err: '' });
    const { body: ended } = await host.http
      .get('/v1/solves?mode=forest_enumeration&limit=1')
      .set('Authorization', key.bearer);
    const none = await run(`${around} --resume ${ended.data[0].id}`);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('left nothing open') as string]);
    expect((await run(`${around} --resume resume.json`)).code).not.toBe(0);
  });

  it('says what the service refuses', async () => {
    writeFileSync(join(folder, 'none.csv'), 'id,sort\n1,range\n');
    const refused = await run(`${LOANS}/model.onnx none.csv`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('properties') as string]);
    expect((await run('none.onnx table.csv')).err).toContain('There is no file none.onnx.');
    writeFileSync(join(folder, 'empty.onnx'), '');
    expect((await run('empty.onnx table.csv')).err).toContain('empty.onnx is empty.');
  });
});
