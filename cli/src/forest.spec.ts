import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiary, type Ran } from './testing/run.js';

const MODEL = join(root, 'plugins/forest/fixtures/onnx/skl-rf-tensor.onnx');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-forest-'));
  const files = {
    'table.csv': 'id,kind,where,vary,output,expect\nR,range,,,p[1],<=1\nD,recourse,@records,X[0],label,label=1\n',
    'violated.csv': 'id,kind,output,expect\nN,never,label,label=1\n',
    'open.csv': 'id,kind,output\nR,range,p[1]\nX,rnge,p[1]\n',
    'records.csv': 'record_id,X[0],X[1],X[2],X[3],expected_label\nana,20000,30,0.9,1,1\nrui,90000,60,0.1,2,1\n',
    'around.csv': 'record_id,X[0],X[1],X[2],X[3]\neva,40000,45,0.5,0\nana,20000,30,0.9,1\n',
    'ranges.csv': 'id,kind,where,vary,output\nR,range,,,p[1]\nD,min_distance,@records,X[0];X[2],label\n',
    'near.csv': 'id,kind,where,epsilon,output\nB,robust,@records,X[0]=5000,label\n',
    'weighed.csv': 'record_id,X[0],X[1],X[2],X[3],weight\neva,40000,45,0.5,0,3\nana,20000,30,0.9,1,\n',
    'none.csv': 'id,sort\n1,range\n',
    'none.onnx': 'PK',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string): Ran => ostiary(`forest ${command}`.split(' '), { cwd: folder });
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('ostiary forest', () => {
  it.each([
    [`${MODEL} violated.csv`, 1],
    [`${MODEL} violated.csv --fail-on none`, 0],
    [`${MODEL} open.csv`, 4],
    [`${MODEL} open.csv --fail-on undecided`, 1],
    [`${MODEL} none.csv`, 5],
    ['none.onnx table.csv', 5],
    [MODEL, 2],
    [`${MODEL} table.csv --nodes 0 --records records.csv`, 2],
    [`${MODEL} violated.csv --radius *=1`, 2],
    [`${MODEL} violated.csv --profile long`, 2],
    [`enumerate ${MODEL} around.csv --radius X[9]=1`, 2],
    [`enumerate ${MODEL} around.csv --radius X[0]=1 --junit r.xml`, 2],
    [`enumerate ${MODEL} around.csv --radius X[0]=5000 --boxes 0`, 2],
    [`enumerate ${MODEL}`, 2],
    [`enumerate ${MODEL} around.csv`, 2],
    [`enumerate ${MODEL} none.csv`, 5],
    [`enumerate ${MODEL} around.csv --radius X[0]=5000`, 0],
    [`enumerate ${MODEL} around.csv --radius *=30% --nodes 5`, 4],
  ])('%s ends with %i', (command, code) => {
    expect(run(command).code).toBe(code);
  });

  it('writes reports and proofs, which are accepted without a search, and refused when they are damaged', () => {
    const files = '--records records.csv --html r.html --junit r.xml --csv r.csv --certificate c.jsonl';
    const { out, code } = run(`${MODEL} table.csv ${files}`);
    expect(out).toContain('R\tProved\tmajor\tRange of a score\t');
    expect(out).toMatch(/: All rows are proved; records with another label than expected: 1 of 2$/m);
    expect(text('r.html')).toContain('Audit of skl-rf-tensor.onnx');
    expect(text('r.xml')).toContain('classname="forest.range"');
    expect(text('r.csv').split('\r\n')).toHaveLength(5);
    expect(code).toBe(0);
    const checked = run(`verify c.jsonl ${MODEL} table.csv --records records.csv`);
    expect(checked.out.match(/: accepted: /g)).toHaveLength(3);
    expect(checked.code).toBe(0);
    // The tree of one proof in place of another's.
    const [first = '', ...others] = text('c.jsonl').trimEnd().split('\n');
    const damaged = { ...(JSON.parse(first) as object), certificate: 'Ag==', bound: -1 };
    writeFileSync(join(folder, 'damaged.jsonl'), [JSON.stringify(damaged), ...others].join('\n'));
    const refused = run(`verify damaged.jsonl ${MODEL} table.csv --records records.csv`);
    expect(refused.out).toContain(': refused: R');
    expect(refused.code).toBe(1);
  });

  it('says the same as JSON', () => {
    const told = JSON.parse(run(`${MODEL} violated.csv --json`).out) as {
      rows: { verdict: string; witness: object }[];
    };
    expect(told.rows).toMatchObject([
      { verdict: 'violated', witness: { inputs: [{ label: 0 }], replay: 'not_replayed' } },
    ]);
    expect(JSON.parse(run(`${MODEL} near.csv --records weighed.csv --json`).out)).toMatchObject({
      rows: [{ records: { violated: 1, proved: 1 }, weighted: { violated: 0.75, proved: 0.25 } }],
    });
  });

  it('goes on with what a run left open, and comes to what one run comes to', () => {
    const files = (name: string): string =>
      ['csv', 'jsonl', 'certificate', 'html', 'junit', 'markdown'].map((kind) => `--${kind} ${name}.${kind}`).join(' ');
    const whole = run(`${MODEL} ranges.csv --records records.csv --left-open whole.json ${files('whole')}`);
    expect(() => text('whole.json')).toThrow('ENOENT');
    const cut = run(`${MODEL} ranges.csv --records records.csv --nodes 1 --left-open cut.json`);
    expect([cut.code, cut.out]).toEqual([4, expect.stringMatching(/^R\tUndecided.*\nD\tUndecided/) as string]);
    expect(cut.out).toMatch(/^Left open: 3\. Continue with --resume cut\.json$/m);
    expect(run(`${MODEL} ranges.csv --records records.csv --nodes 1`).out).toContain(
      'Left open: 3. To continue later, name a file',
    );
    const rest = run(`${MODEL} ranges.csv --records records.csv --resume cut.json ${files('rest')}`);
    expect([rest.out, rest.code]).toEqual([whole.out, 0]);
    for (const kind of ['csv', 'jsonl', 'certificate', 'html', 'junit', 'markdown'])
      expect(text(`rest.${kind}`)).toBe(text(`whole.${kind}`));
    const other = run(`${MODEL} violated.csv --resume cut.json`);
    expect([other.code, other.err]).toEqual([
      5,
      expect.stringContaining('The file comes from another table, other records.') as string,
    ]);
    expect(run(`${MODEL} violated.csv --resume rest.jsonl`).err).toContain('not the resume.json of an earlier run');
  });
});

describe('ostiary forest enumerate', () => {
  const around = `enumerate ${MODEL} around.csv --radius *=30%`;

  it('shows the nearest boxes of each record, and writes all of them', () => {
    const { out, code } = run(`${around} --csv b.csv --summary s.csv --html b.html`);
    expect(code).toBe(0);
    const [, boxes = ''] = /^eva\tComplete\tboxes: (\d+); share of the inputs: 0\.\d+; nearest: /m.exec(out) ?? [];
    expect(Number(boxes)).toBeGreaterThan(3);
    expect(
      out.match(/^ {2}\d+\tdistance [\d.]+\tlabel 1\tX\[0\] [\d.]+ \.\. [\d.]+; /gm)?.length,
    ).toBeGreaterThanOrEqual(3);
    expect(text('b.csv').match(/^eva,(\d+),X\[0\],/gm)).toHaveLength(Number(boxes));
    expect(text('s.csv')).toContain(`\r\neva,complete,${boxes},`);
    expect(text('b.html')).toContain('Around the records of skl-rf-tensor.onnx');
    expect(text('b.html')).toContain(`${boxes} boxes hold `);
    const { records } = JSON.parse(run(`${around} --json`).out) as { records: { list: unknown[] }[] };
    expect(records[0]?.list).toHaveLength(Number(boxes));
  });

  it('says of a record whose label is not the expected one, and the units of its features', () => {
    writeFileSync(join(folder, 'units.csv'), 'name,position,unit\nX[0],0,EUR\nX[1],1,\nX[2],2,\nX[3],3,\n');
    const labelled =
      'record_id,X[0],X[1],X[2],X[3],expected_label,weight\neva,40000,45,0.5,0,1,3\nleo,40000,45,0.5,0,0,\n';
    writeFileSync(join(folder, 'labelled.csv'), labelled);
    const { out } = run(`enumerate ${MODEL} labelled.csv --radius X[0]=5000 --schema units.csv`);
    expect(out).toMatch(/^eva\tComplete\tlabel 0, expected 1; boxes: /m);
    expect(out).toMatch(/^leo\tComplete\tboxes: /m);
    expect(out).toMatch(
      /: 2 records, 2 with boxes \(100 % of the weight\), \d+ boxes, incomplete records: 0, records with another label than expected: 1 of 2 \(75 % of the weight\)$/m,
    );
    expect(out).toMatch(/^ {2}1\tdistance [\d.]+\tlabel 1\tX\[0\] \(EUR\) [\d.]+ \.\. /m);
  });

  it('is resumed until it is whole: the files are those of one run, byte for byte', () => {
    const files = (name: string): string =>
      ['csv', 'summary', 'jsonl', 'html'].map((kind) => `--${kind} ${name}.${kind}`).join(' ');
    run(`${around} ${files('whole')}`);
    const part = `${files('part')} --left-open part.json`;
    let ran = run(`${around} --boxes 5 ${part}`);
    expect(ran.code).toBe(4);
    let times = 1;
    for (; ran.code === 4 && times < 40; times += 1) ran = run(`${around} --nodes 2 --resume part.json ${part}`);
    expect([ran.code, times > 2]).toEqual([0, true]);
    for (const kind of ['csv', 'summary', 'jsonl', 'html']) expect(text(`part.${kind}`)).toBe(text(`whole.${kind}`));
    expect(run(`${around.replace('30', '20')} --resume part.json`).code).toBe(5);
  });
});
