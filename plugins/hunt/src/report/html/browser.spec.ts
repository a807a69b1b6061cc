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
import { fixture, type FixtureName, ofSeveralTools } from '../testing/all.js';
import { reportHtml } from './page.js';

/** What functions given to `page.evaluate` find in the browser. */
declare const document: {
  readonly body: object;
  querySelectorAll(selector: string): ArrayLike<Shown>;
};
interface Shown {
  readonly textContent: string;
  checkVisibility(): boolean;
  getBoundingClientRect(): { readonly height: number };
}
declare const getComputedStyle: (element: object) => { readonly backgroundColor: string };

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en' | 'pt';
  readonly names: readonly FixtureName[];
}
/** All pieces in both schemes and both widths by the first two; the others cross them. */
const LOOKS: readonly Look[] = [
  { width: 1400, colorScheme: 'light', language: 'en', names: ['refunds', 'payments', 'database', 'clean', 'hostile'] },
  {
    width: 390,
    colorScheme: 'dark',
    language: 'pt',
    names: ['refunds', 'payments', 'database', 'undecided', 'hostile'],
  },
  { width: 1400, colorScheme: 'dark', language: 'pt', names: ['refunds'] },
  { width: 390, colorScheme: 'light', language: 'en', names: ['database'] },
];

describe.skipIf(!hasChromium)(
  'the HTML report in a browser (skipped where there is no Chromium: OSTIARY_CHROMIUM or /usr/bin/chromium)',
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
    ): Promise<void> => openReport(browser, reportHtml(fixture(name, language)), look, use);

    test.each(LOOKS)(
      'asks for nothing, says nothing, fits the screen and can be used by everybody: $width $colorScheme $language',
      async ({ names, ...look }) => {
        for (const name of names)
          await opened(name, look, async (page) => {
            expect([name, await tooWide(page)]).toEqual([name, 0]);
            expect([name, ...(await axeViolations(page))]).toEqual([name]);
          });
      },
    );

    test('fits the screen with hundreds of findings', () =>
      opened('many', { width: 390, colorScheme: 'light', language: 'en' }, async (page) => {
        expect(await tooWide(page)).toBe(0);
        expect(await page.locator('article').count()).toBe(200);
      }));

    test('tells one mistake of a rule about several tools once, and leads to each', () =>
      openReport(browser, reportHtml(ofSeveralTools(5)), { width: 390, colorScheme: 'dark' }, async (page) => {
        expect(await page.locator('article').count()).toBe(1);
        expect(await page.locator('.contents li').allInnerTexts()).toEqual([expect.stringMatching(/5 tools/)]);
        const others = page.locator('article details[id^=f-]');
        expect(await others.locator('> summary').allInnerTexts()).toEqual(['tool_1', 'tool_2', 'tool_3', 'tool_4']);
        for (const each of await others.all()) await each.locator('> summary').click();
        expect(await others.first().innerText()).toContain('Fingerprint');
        expect(await tooWide(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
      }));

    test('is no wider than the screen at twice the size, with everything unfolded', async () => {
      for (const width of [700, 320])
        await opened('refunds', { width, colorScheme: 'light', language: 'en' }, async (page) => {
          for (const summary of await page.locator('summary').all()) await summary.click();
          expect(await tooWide(page)).toBe(0);
        });
    });

    test('is light in a light browser, dark in a dark one, and light on paper', async () => {
      const grounds: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const)
        await opened('refunds', { width: 1400, colorScheme, language: 'en' }, async (page) => {
          const ground = () =>
            page.evaluate(() => getComputedStyle(document.querySelectorAll('.card')[0] ?? {}).backgroundColor);
          grounds.push(await ground());
          await page.emulateMedia({ media: 'print', colorScheme });
          grounds.push(await ground());
        });
      expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(22, 27, 39)', 'rgb(255, 255, 255)']);
    });

    test('unfolds on paper what is to be read', async () => {
      await opened('refunds', { width: 794, colorScheme: 'light', language: 'en' }, async (page) => {
        const folded = () =>
          page.evaluate(
            () =>
              Array.from(document.querySelectorAll('details:not(.copy) > :not(summary)')).filter(
                (each) => !each.checkVisibility(),
              ).length,
          );
        expect(await folded()).toBe(5);
        await page.emulateMedia({ media: 'print' });
        expect(await folded()).toBe(0);
      });
    });

    test('leads by the keyboard from the list to a finding, and to a line of the policy', async () => {
      await opened('refunds', { width: 1400, colorScheme: 'light', language: 'en' }, async (page) => {
        await page.keyboard.press('Tab');
        expect(await page.locator(':focus').innerText()).toBe('To the report');
        await page.locator('.contents a').nth(1).focus();
        await page.keyboard.press('Enter');
        expect(await page.locator(':target h3').innerText()).toBe(
          'Rule small never decides: medium is stricter on all of it',
        );
        await page.locator('article:target a', { hasText: 'line 9' }).press('Enter');
        expect(await page.locator('.line:has(:target)').innerText()).toContain('@id("medium") confirm refund_order');
        expect(await page.locator('.line:has(:target)').isVisible()).toBe(true);
      });
    });

    test('keeps hostile names of a picture within it', async () => {
      await opened('hostile', { width: 1400, colorScheme: 'light', language: 'en' }, async (page) => {
        expect(await page.title()).toBe('Bug hunt of "><b>[U+202E]');
        const texts = await page.evaluate(() =>
          Array.from(document.querySelectorAll('.plot svg text'), (text) => text.textContent.trim()),
        );
        expect(texts).toEqual(expect.arrayContaining(['[U+202E]y', '<x> (<b>)', "from '", 'up to "']));
      });
    });
  },
);
