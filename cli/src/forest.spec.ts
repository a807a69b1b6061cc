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
    'records.csv': 'record_id,X[0],X[1],X[2],X[3]\nana,20000,30,0.9,1\nrui,90000,60,0.1,2\n',
    'none.csv': 'id,sort\n1,range\n',
    'none.onnx': 'PK',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string): Ran => ostiary(`forest ${command}`.split(' '), { cwd: folder });

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
  ])('%s ends with %i', (command, code) => {
    expect(run(command).code).toBe(code);
  });

  it('writes reports and proofs, which are accepted without a search, and refused when they are damaged', () => {
    const files = '--records records.csv --html r.html --junit r.xml --csv r.csv --certificate c.jsonl';
    const { out, code } = run(`${MODEL} table.csv ${files}`);
    expect(out).toContain('R\tProved\tmajor\tRange of a score\t');
    const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
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
  });
});
