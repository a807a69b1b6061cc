import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  axeViolations,
  type Browser,
  hasChromium,
  launchChromium,
  openReport,
  type Page,
  tooWide,
} from '../../../../../tools/testing/report-browser.js';
import type { GraphReport } from '../input.js';
import { fixture, type FixtureName } from '../testing/all.js';
import { reportHtml } from './page.js';

/** What functions given to `page.evaluate` find in the browser. */
declare const document: { querySelectorAll(selector: string): ArrayLike<object> };
declare const getComputedStyle: (element: object) => { readonly strokeWidth: string };

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en' | 'pt';
  readonly names: readonly FixtureName[];
}
const LOOKS: readonly Look[] = [
  { width: 1400, colorScheme: 'light', language: 'en', names: ['refunds', 'large', 'hostile'] },
  { width: 390, colorScheme: 'dark', language: 'pt', names: ['orders', 'vacuous', 'hostile'] },
];

/** The first verdicts of each kind: a browser takes long over dozens of pictures. */
function few(report: GraphReport): GraphReport {
  const first = (word: string) => report.verdicts.filter(({ verdict }) => verdict === word).slice(0, 3);
  return { ...report, verdicts: ['broken', 'possible', 'vacuous', 'proved'].flatMap(first) };
}

describe.skipIf(!hasChromium)(
  'the HTML report of a graph in a browser (skipped where there is no Chromium: OSTIARY_CHROMIUM or /usr/bin/chromium)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    const opened = (
      name: FixtureName,
      { language, ...look }: Omit<Look, 'names'>,
      use: (page: Page) => Promise<void>,
    ): Promise<void> => openReport(browser, reportHtml(few(fixture(name, language))), look, use);

    test.each(LOOKS)(
      'asks for nothing, says nothing, fits the screen and can be used by everybody: $width $colorScheme $language',
      async ({ names, ...look }) => {
        for (const name of names)
          await opened(name, look, async (page) => {
            for (const summary of await page.locator('summary').all()) await summary.click();
            expect([name, await tooWide(page)]).toEqual([name, 0]);
            expect([name, ...(await axeViolations(page))]).toEqual([name]);
          });
      },
    );

    /** How broad the lines of some nodes are drawn. */
    const widths = (page: Page, selector: string): Promise<string[]> =>
      page.evaluate(
        (own) => Array.from(document.querySelectorAll(own), (each) => getComputedStyle(each).strokeWidth),
        `#v-1 ${selector}`,
      );

    test('shows each step in the picture, by the keyboard and without a script', () =>
      opened('refunds', { width: 1400, colorScheme: 'light', language: 'en' }, async (page) => {
        expect(new Set(await widths(page, '.g-node.lit>.box'))).toEqual(new Set(['2.4px']));
        await page.locator('#v-1 .whole input').focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        expect(await page.locator('#v-1 .at:checked + .turn').innerText()).toBe('2');
        expect(await widths(page, '.on-2>.box')).toEqual(['4px']);
        expect(await widths(page, '.on-2>.way')).toEqual(['4px']);
        expect(new Set(await widths(page, '.lit:not(.on-2)>.box'))).toEqual(new Set(['1.2px']));
        expect(await axeViolations(page)).toEqual([]);
        await page.locator('#v-1 .whole').click();
        expect(await widths(page, '.on-2>.box')).toEqual(['2.4px']);
      }));

    test('leads by the keyboard from the list to a verdict', () =>
      opened('refunds', { width: 1400, colorScheme: 'light', language: 'en' }, async (page) => {
        await page.locator('.contents a').nth(1).focus();
        await page.keyboard.press('Enter');
        expect(await page.locator(':target h3').innerText()).toBe('refund can run without approval');
      }));

    test('tells the picture to those who do not see it', () =>
      opened('refunds', { width: 390, colorScheme: 'light', language: 'en' }, async (page) => {
        const picture = page.getByRole('img', { name: /The graph around the run/ }).first();
        expect(await picture.locator('desc').textContent()).toBe(
          "9 nodes and 12 edges. The steps of the run: 1 'start', 2 'find_order', 3 'plan', 4 'size', 5 'refund'.",
        );
      }));
  },
);
