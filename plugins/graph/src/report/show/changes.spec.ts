import { describe, expect, it } from 'vitest';
import { reportHtml, reportJson, reportJunit, reportMarkdown, reportSarif } from '../index.js';
import { fixture } from '../testing/all.js';
import { changeOf, comparedText, fixedTexts, fixedVerdicts } from './changes.js';

const report = fixture('compared');
const { comparison } = report;
const [added] = comparison?.added ?? [];

describe('a comparison with the version before', () => {
  it('says of each verdict that is broken or possible what became of it, and of no other', () => {
    const told = report.verdicts.map((verdict) => changeOf(verdict, report)?.standing);
    const open = report.verdicts.filter(({ verdict }) => verdict === 'broken' || verdict === 'possible');
    expect(open.length).toBeGreaterThan(2);
    expect(told.filter((standing) => standing !== undefined)).toHaveLength(open.length);
    expect(told).toEqual(expect.arrayContaining(['added', 'moved', 'unchanged']));
    const alone = fixture('refunds');
    expect(report.verdicts.map((verdict) => changeOf(verdict, alone))).toEqual(report.verdicts.map(() => null));
  });

  it('tells what was fixed by what holds now, also in Portuguese', () => {
    const texts = fixedTexts(report);
    expect(texts).toHaveLength(comparison?.fixed.length ?? 0);
    expect(texts.at(-1)).toBe('`g1_gone`');
    expect(texts[0]).not.toContain('g1_');
    expect(comparedText(fixture('compared', 'pt'))).toContain('corrigidas');
    expect(comparedText(fixture('refunds'))).toBeNull();
  });

  it('is in SARIF the state of each result, and what was fixed is absent', () => {
    const { runs } = JSON.parse(reportSarif(report)) as {
      runs: [{ results: { baselineState?: string; kind: string; partialFingerprints: object; properties?: object }[] }];
    };
    const states = runs[0].results.map(({ baselineState, kind }) => [baselineState, kind]);
    for (const state of ['new', 'updated', 'unchanged']) expect(states.map(([one]) => one)).toContain(state);
    expect(states.filter(([state]) => state === 'absent')).toEqual(fixedVerdicts(report).map(() => ['absent', 'pass']));
    expect(fixedVerdicts(report)).not.toEqual([]);
    const [first] = runs[0].results.filter(({ baselineState }) => baselineState === 'new');
    expect(first).toMatchObject({
      partialFingerprints: { 'ostiaryVerdict/v1': added?.fingerprint },
      properties: { causedBy: added?.edge },
    });
    expect(reportSarif(fixture('refunds'))).not.toContain('baselineState');
  });

  it('is in the other reports', () => {
    expect(JSON.parse(reportJson(report))).toMatchObject({ comparison: { added: [added] } });
    const page = reportHtml(report);
    expect(page).toContain('id="comparison"');
    expect(page).toMatch(/href="#v-1"[^]*caused by the edge|caused by the edge[^]*href="#v-1"/);
    for (const text of [reportMarkdown(report), page])
      expect(text).toContain('Compared with the previous version: 1 new, 1 moved');
    expect(reportMarkdown(report)).toMatch(/^\* fixed · /m);
    const junit = reportJunit(report);
    expect(junit).toContain('name="fixed" value="');
    expect(junit).toMatch(/Since the previous version: new, caused by /);
    for (const text of [reportHtml, reportMarkdown, reportJunit].map((write) => write(fixture('refunds'))))
      expect(text).not.toContain('version before');
  });
});
