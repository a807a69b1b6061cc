import { expect, it } from 'vitest';
import { answeredLoans } from '../testing/answered.js';
import { reportHtml } from './html/page.js';
import type { ForestReport } from './input.js';
import { auditJson } from './json/report-json.js';
import { reportMarkdown } from './markdown/report-markdown.js';
import { reportOf } from './report-of.js';

const TABLE = 'id,kind,where,vary,output\nD,min_distance,@records where debt<=0.5,income;debt,label\n';
/** The model gives the labels 0, 0 and 1. */
const RECORDS = (labels: readonly string[]): string =>
  `record_id,income,age,debt,children,expected_label\nana,20000,30,0.9,1,${labels[0]}\n<b>eva,40000,45,0.5,0,${labels[1]}\nrui,90000,60,0.1,2,${labels[2]}\n`;

/** With a column of weights. */
const weighed = (records: string, weights?: readonly string[]): string =>
  weights === undefined
    ? records
    : records
        .trimEnd()
        .split('\n')
        .map((line, at) => `${line},${at === 0 ? 'weight' : weights[at - 1]}\n`)
        .join('');

async function report(labels: readonly string[], weights?: readonly string[]): Promise<ForestReport> {
  const { audit, rows } = await answeredLoans({ table: TABLE, records: weighed(RECORDS(labels), weights) });
  return reportOf(audit, null, rows, { language: 'en', runtime: null, open: 0 });
}

it('says how many records have another label than expected, and of which, also where no row asks about them', async () => {
  const told = await report(['1', '1', '']);
  expect(auditJson(told)).toMatchObject({ records: 3, compared: 2, unexpected: 2 });
  expect(reportMarkdown(told)).toContain('records with another label than expected: 2 of 2');
  const page = reportHtml(told);
  expect(page).toContain('records with another label than expected: 2 of 2');
  expect(page).toContain('The model gives record &lt;b&gt;eva the label 0. The file of records expects 1.');
  const list = page.slice(page.indexOf('id="unexpected"'), page.indexOf('id="model"'));
  expect(list).toMatch(/>ana<.*>0<.*>1<.*>&lt;b&gt;eva<.*>0<.*>1</s);
  expect(list).not.toContain('rui');
});

it('says nothing of it where all labels are the expected ones', async () => {
  const told = await report(['0', '0.0', '1']);
  expect(auditJson(told)).toMatchObject({ compared: 3, unexpected: 0 });
  for (const text of [reportHtml(told), reportMarkdown(told)]) expect(text).not.toMatch(/expect(s|ed)/);
});

it('gives shares of the weight beside counts of records, where records weigh more and less', async () => {
  const told = await report(['1', '0', '1'], ['1', '0', '3']);
  expect(auditJson(told)).toMatchObject({
    unexpected: 1,
    unexpected_share: 0.25,
    rows: [{ records: { proved: 2 }, weighted: { proved: 1 } }],
  });
  for (const text of [reportHtml(told), reportMarkdown(told)]) {
    expect(text).toContain('records with another label than expected: 1 of 3 (25 % of the weight)');
    expect(text).toContain('2 of 2 records (100 % of the weight)');
  }
  const plain = await report(['1', '0', '1']);
  expect(auditJson(plain)).toMatchObject({ unexpected_share: null, rows: [{ weighted: null }] });
  for (const text of [reportHtml(plain), reportMarkdown(plain)]) expect(text).not.toContain('of the weight');
});
