import { describe, expect, it } from 'vitest';
import type { SmtAnswer, SmtSolver } from '@ostiary/policy/symbolic';
import { KeptAnswers } from './cache/kept-answers.js';
import { runHunt } from './run.js';
import { hunted, prepared } from './testing/hunted.js';

const CATALOGUE = {
  name: 'bank',
  tools: [
    {
      name: 'pay',
      classes: ['irreversible'],
      args: {
        kind: 'record',
        fields: {
          amount: { type: { kind: 'money' }, required: true },
          note: { type: { kind: 'string', format: 'text' }, required: false },
        },
      },
    },
  ],
};

describe('a hunt', () => {
  it('reports what both evaluators confirm, in order of severity, the same each time', async () => {
    const text =
      'dialect 1; @id("never") refuse pay when amount > 5.00 EUR and amount < 4.00 EUR; @id("all") allow pay;';
    const report = await hunted(text, CATALOGUE);
    expect(report.findings.map(({ class: id, severity, rules }) => [id, severity, rules])).toEqual([
      ['G01', 'high', ['never']],
      ['S07', 'high', ['all']],
      ['G03', 'info', ['never']],
    ]);
    expect(report.findings[1]?.witness?.steps).toMatchObject([{ answer: 'allow', deciding: ['all'] }]);
    expect(report.coverage.decided).toBe(1);
    expect(await hunted(text, CATALOGUE)).toEqual(report);
  });

  it('asks only the classes that are wanted', async () => {
    const report = await hunted('dialect 1; allow pay;', CATALOGUE, { classes: ['G01'] });
    expect(report.checks.map(({ class: id }) => id)).toEqual(['G01']);
    expect(report.findings).toEqual([]);
  });

  it('knows a bug again when its rule is written another way', async () => {
    const [one, two] = await Promise.all(
      [
        'dialect 1; @id("all") allow pay; @id("other") refuse pay when note == "x";',
        'dialect 1;\n// moved\n@id("other") refuse pay when note == "y";\n@id("all")\nallow pay;',
      ].map((text) => hunted(text, CATALOGUE, { classes: ['S07'] })),
    );
    expect(one?.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      two?.findings.map(({ fingerprint }) => fingerprint),
    );
    expect(one?.findings).toHaveLength(1);
  });

  describe('of what is decided without the solver', () => {
    const text = 'dialect 1; @id("never") refuse pay when note == "a" and note == "b"; @id("all") allow pay;';
    const answering = (answer: SmtAnswer): SmtSolver => ({
      open: () => ({ check: () => Promise.resolve(answer), close: () => undefined }),
    });
    const hunt = (solver: SmtSolver, answers?: KeptAnswers) =>
      runHunt(prepared(text, CATALOGUE), solver, { classes: ['G01'], repairs: null, ...(answers && { answers }) });

    it('fails where the solver says otherwise', async () => {
      await expect(hunt(answering({ status: 'sat', model: {} }))).rejects.toThrow('had ruled out');
    });

    it('says so where the solver does not know, also of what is kept', async () => {
      const known = await hunt(answering({ status: 'unsat', core: [] }));
      const solver = answering({ status: 'unknown', reason: 'resource_limit' });
      const kept = KeptAnswers.read(null, 'test');
      const fresh = await hunt(solver, kept);
      expect(known.checks).toMatchObject([{ class: 'G01', found: 1, undecided: 0, unconfirmed: 0 }]);
      // That it is never true, and which tests cannot be true together.
      expect(fresh.checks).toMatchObject([{ class: 'G01', found: 1, undecided: 0, unconfirmed: 2 }]);
      expect(fresh.findings).toEqual(known.findings);
      expect(await hunt(solver, KeptAnswers.read(kept.write(10_000), 'test'))).toEqual(fresh);
    });
  });
});
