import { expect, it } from 'vitest';
import { answeredLoans } from '../../testing/answered.js';
import { reportOf } from '../report-of.js';
import { reportHtml } from './page.js';

const RECORDS =
  'record_id,income,age,debt,children\nana,20000,30,0.9,1\neva,40000,45,0.5,0\nrui,90000,60,0.1,2\nbia,,60,0.1,2\n';

/** The card of the row of a table, as it is written. */
async function card(row: string, records: string | null = null): Promise<string> {
  const table = `id,kind,where,vary,protected,output,expect\n${row}\n`;
  const { audit, rows } = await answeredLoans({ table, records });
  const page = reportHtml(reportOf(audit, null, rows, { language: 'en', runtime: null, open: 0 }));
  return page.slice(page.indexOf('<article'), page.indexOf('</article>'));
}
const texts = (html: string): string[] => [...html.matchAll(/>([^<>]*\S[^<>]*)</g)].map(([, text = '']) => text.trim());

it('shows of two versions which of them answers what', async () => {
  const told = texts(await card('S,same_as_model,income>=100000,,,label,same label'));
  const at = told.indexOf('What the two models answer');
  expect(told.slice(at + 1, at + 6)).toEqual(['Output', 'The model', 'The other model', 'Label', '1']);
  expect(told.filter((text) => text === 'The other model')).toHaveLength(2);
  expect(told).not.toContain('Witness 2');
});

it('counts the records that have a distance, and not those of its verdict', async () => {
  const told = texts(await card('D,min_distance,@records,income;debt,,label,', RECORDS));
  expect(told).toContain('Wrong input: 1 of 4 records');
  expect(told[told.indexOf('Distances of the records') + 1]).toMatch(/^2 records, from [\d.]+ to [\d.]+$/);
});

it('breaks no number and no bits in two', async () => {
  const html = await card('N,never,debt<=0.2,,,label,label=1');
  const codes = [...html.matchAll(/<code class="([^"]*)">([^<]+)<\/code>/g)];
  const numbers = codes.filter(([, , text = '']) => /^[\d.]+$|^[\da-f]{8}$/.test(text));
  expect(numbers.length).toBeGreaterThan(10);
  for (const [, names] of numbers) expect(names).toMatch(/\bwhole\b/);
});

it('gives a flag in a picture as much room as the words beside it need', async () => {
  const html = await card('P,protected_gap,income>=50000,,age;children,p[1],gap<=0.05', null);
  const picture = html.slice(html.indexOf('Answers of the model'), html.indexOf('The whole input'));
  const [, wide = '', high = ''] = /<svg\s+viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture) ?? [];
  expect(Number(wide)).toBeGreaterThanOrEqual(92 + 96 + 20);
  expect(Number(high)).toBeGreaterThanOrEqual(8 + 96 + 44);
  const bottom = Math.max(
    ...[...picture.matchAll(/<rect[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/g)].map(
      ([, y, tall]) => Number(y) + Number(tall),
    ),
  );
  expect(bottom).toBeCloseTo(Number(high) - 44, 0);
});

it('draws the limits of a gap beside the bars, and not through the names of groups', async () => {
  const html = await card('G,protected_gap,@records,,age,p[1],gap<=0.05', RECORDS);
  const picture = html.slice(html.indexOf('as if it belonged to another group'));
  const names = [...picture.matchAll(/<text x="[\d.]+" y="([\d.]+)">/g)].map(([, y]) => Number(y));
  const lines = [...picture.matchAll(/class="refuse"[^>]* y="([\d.]+)"[^>]*width="2" height="([\d.]+)"/g)];
  expect([names.length > 2, lines.length]).toEqual([true, 2 * names.length]);
  for (const [, y, height] of lines)
    for (const name of names) expect(Number(y) > name || Number(y) + Number(height) < name - 11).toBe(true);
});
