import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Browser,
  faultsOf,
  hasChromium,
  launchChromium,
  NO_FAULTS,
  openReport,
} from '../../../../../tools/testing/report-browser.js';
import { answeredLoans } from '../../testing/answered.js';
import { reportOf } from '../report-of.js';
import { reportHtml } from './page.js';

/** Rows with every piece of a page: ranges, gaps, pairs, planes of two features, distances, rows that are wrong, hostile texts. */
const TABLE = `id,kind,title,where,vary,epsilon,protected,direction,output,expect,severity
R,range,"<img src=x onerror=alert(1)> \u202Eevil",income>=50000,,,,,p[1],>=0.1,minor
G,protected_gap,Gap,,,,age,,p[1],gap<=0.05,critical
P,protected_flip,Flip,debt<=0.1,,,age,,label,no flip,critical
D,min_distance,Distances,@records,income;debt,,,,label,,info
O,dominance,Two features,,,,,income up; children up,p[1],nondecreasing,major
B,protected_gap,Children of records,@records,,,children,,p[1],gap<=0.05,major
V,always,Vacuous,age>80,,,,,label,label=1,minor
X,never,Wrong,incom>3,,,,,label,label=1,major
S,same_as_model,Versions,,,,,,label,same label,major
`;

async function page(language: 'en' | 'pt'): Promise<string> {
  const { audit, rows } = await answeredLoans({ table: TABLE });
  return reportHtml(reportOf(audit, null, rows, { language, runtime: 'onnxruntime 1.30.0', open: 0 }));
}

describe.skipIf(!hasChromium)(
  'the HTML report of a forest in a browser (skipped where there is no Chromium: OSTIARY_CHROMIUM or /usr/bin/chromium)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    test.each([
      { width: 1400, colorScheme: 'light', language: 'en' },
      { width: 390, colorScheme: 'dark', language: 'pt' },
    ] as const)(
      'asks for nothing, fits the screen and can be used by everybody: $width $colorScheme $language',
      async ({ language, ...look }) => {
        expect(await faultsOf(browser, await page(language), look)).toEqual(NO_FAULTS);
      },
    );

    test('has a card for each row that is not plainly proved, a picture for two features, and no markup of others', async () => {
      await openReport(browser, await page('en'), { width: 1400, colorScheme: 'light' }, async (open) => {
        expect(await open.locator('article.finding').count()).toBe(9);
        expect(await open.locator('article img').count()).toBe(0);
        expect(await open.getByRole('img', { name: 'income, children: ' }).count()).toBe(1);
        expect(await open.getByRole('img', { name: /^The proved range: 0.850024/ }).count()).toBe(1);
        expect(await open.getByRole('img', { name: /records, from/ }).count()).toBe(1);
        expect(await open.getByRole('img', { name: /as if .*children = 0 → children = 1: / }).count()).toBe(1);
      });
    });
  },
);
