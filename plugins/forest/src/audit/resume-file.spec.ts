import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Run, runDigests } from './digest.js';
import { readResumeFile, RESUME_END, resumeHead, ResumeMembers, ResumeMisfit } from './resume-file.js';

const RUN: Run = {
  model: { sha256: 'a' },
  compare: { sha256: 'b' },
  texts: { properties: 'kind\nrange\n', schema: 'name\nage\n', records: 'age\n1\n' },
  around: { radius: '*=1', vary: '', output: 'label', expect: '' },
};
const Member = z.strictObject({ n: z.int() });
const MEMBERS = [{ n: 1 }, { n: 2 }];
const file = (run: Run, members = new ResumeMembers()): string =>
  resumeHead('forest', runDigests(run)) + MEMBERS.map((each) => members.text(each)).join('') + RESUME_END;
const read = (text: string, run: Run = RUN): unknown => readResumeFile(text, 'forest', runDigests(run), Member);
const refusal = (text: string): unknown => {
  try {
    return read(text);
  } catch (error) {
    return error instanceof ResumeMisfit ? error.words : error;
  }
};

describe('resume.json', () => {
  it('is JSON, and gives back what was written', () => {
    expect(read(file(RUN))).toEqual(MEMBERS);
    expect(JSON.parse(file(RUN))).toHaveLength(3);
    expect(read(resumeHead('forest', runDigests(RUN)) + RESUME_END)).toEqual([]);
    // Laid out anew by another tool it is the same file.
    expect(read(JSON.stringify(JSON.parse(file(RUN)), null, 2))).toEqual(MEMBERS);
  });

  it('has the members for which there is room', () => {
    const within = (files: number) => file(RUN, new ResumeMembers(files));
    expect([2 ** 27 / 18, 2 ** 27 / 9, 2 ** 27 / 8].map((files) => read(within(files)))).toEqual([
      MEMBERS,
      MEMBERS.slice(0, 1),
      [],
    ]);
    expect(new ResumeMembers().text(null)).toBe('');
  });

  it('is of the run that it was, whatever byte-order marks its texts had', () => {
    const marked = { ...RUN, texts: { ...RUN.texts, records: `\uFEFF${RUN.texts.records}` } };
    expect(read(file(marked))).toEqual(MEMBERS);
  });

  it.each([
    ['another model', { model: { sha256: 'c' } }],
    ['another model to compare with', { compare: null }],
    ['another table', { texts: { ...RUN.texts, properties: 'kind\nnever\n' } }],
    ['another schema', { texts: { ...RUN.texts, schema: null } }],
    ['other records', { texts: { ...RUN.texts, records: 'age\n2\n' } }],
    ['another radius, features, output or expectation', { around: null }],
    ['another model, other records', { model: { sha256: 'c' }, texts: { ...RUN.texts, records: null } }],
  ])('says that it is of %s', (what, other: Partial<Run>) => {
    expect(refusal(file({ ...RUN, ...other }))).toMatchObject({ en: `The file comes from ${what}.` });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no array', '{"mode":"forest"}'],
    ['another mode', file(RUN).replace('"forest"', '"forest_enumeration"')],
    ['a member of another kind', file(RUN).replace('{"n":2}', '{"n":"2"}')],
    ['a member too many', file(RUN).replace('{"n":2}', '7')],
    ['a file that was cut', file(RUN).slice(0, -3)],
    ['a head that lacks a digest', file(RUN).replace(/"model":"a",/, '')],
  ])('is not %s', (_what, text) => {
    expect(refusal(text)).toMatchObject({ en: 'This is not the resume.json of an earlier run of the same mode.' });
  });
});
