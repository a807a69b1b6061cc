// Embedded only: a browser sees the same page whatever lies below the service.
import { existsSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { axeViolations, tooWide } from '../../../../../tools/testing/report-browser.js';

const executablePath = process.env['OSTIARY_CHROMIUM'] ?? '/usr/bin/chromium';

/** What functions given to `page.evaluate` find in the browser. */
declare const localStorage: object;
declare const sessionStorage: object;
declare const document: {
  readonly cookie: string;
  querySelectorAll(selector: string): Iterable<Shown>;
};
declare const indexedDB: { databases(): Promise<{ readonly name?: string }[]> };
declare const caches: { keys(): Promise<string[]> } | undefined;
declare const addEventListener: (
  type: 'securitypolicyviolation',
  listener: (event: { readonly violatedDirective: string; readonly blockedURI: string }) => void,
) => void;
/** Filled by the script that every page of these tests starts with. */
declare const violationsSeen: string[];

interface Shown {
  readonly parentElement: Shown | null;
}
declare const getComputedStyle: (element: Shown) => { readonly color: string; readonly backgroundColor: string };

/** Contrast (WCAG 2.2) of each text with the nearest background that is painted behind it. Run in the browser. */
function contrastsOf(selector: string): number[] {
  const parts = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([red = 0, green = 0, blue = 0]: number[]): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue]
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Shown | null): number[] => {
    if (element === null) return [255, 255, 255];
    const color = parts(getComputedStyle(element).backgroundColor);
    return color.length === 4 && color[3] === 0 ? behind(element.parentElement) : color;
  };
  return [...document.querySelectorAll(selector)].map((element) => {
    const [light = 1, dark = 0] = [
      luminance(parts(getComputedStyle(element).color)),
      luminance(behind(element)),
    ].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
}

describe.skipIf(!existsSync(executablePath))(
  'the reference page in a browser (skipped where there is no Chromium: OSTIARY_CHROMIUM or /usr/bin/chromium)',
  () => {
    let host: TestHost;
    let key: TestKey;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let requests: Request[];

    beforeAll(async () => {
      host = await startHost();
      key = await host.createKey();
      // Chromium refuses its own sandbox to root, whom tests in containers run as; the page is our own.
      browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    });
    afterAll(async () => {
      await browser?.close();
      await host?.close();
    });

    beforeEach(async () => {
      context = await browser.newContext({ locale: 'en-GB' });
      page = await context.newPage();
      requests = [];
      page.on('request', (request) => requests.push(request));
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(globalThis, { violationsSeen: seen });
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          seen.push(`${violatedDirective} ${blockedURI}`),
        );
      });
    });
    afterEach(() => context.close());

    const violations = (): Promise<string[]> => page.evaluate(() => violationsSeen);
    const open = async (path = '/'): Promise<void> => {
      await page.goto(`${host.url}${path}`);
      await page.locator('.opblock').first().waitFor();
    };

    async function callVersion(): Promise<void> {
      await page.locator('button.authorize').first().click();
      await page.locator('.auth-container input').fill(key.key);
      await page.locator('.auth-container button[type=submit]').click();
      await page.locator('.btn-done').click();
      await page.locator('#operations-Account-getVersion .opblock-summary-control').click();
      await page.locator('#operations-Account-getVersion .try-out__btn').click();
      await page.locator('#operations-Account-getVersion .execute').click();
      await page.locator('#operations-Account-getVersion .live-responses-table').waitFor();
    }

    const stored = (): Promise<object> =>
      page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        cookies: document.cookie,
        databases: (await indexedDB.databases()).map(({ name }) => name),
        // Not there where the page is not served over TLS or from this machine.
        caches: typeof caches === 'undefined' ? [] : await caches.keys(),
      }));
    const NOTHING = { local: [], session: [], cookies: '', databases: [], caches: [] };

    test('shows every operation of the contract, from its own files only and within its policy', async () => {
      const contract = parse((await host.http.get('/openapi.yaml')).text) as { paths: Record<string, object> };
      await open();
      const operations = Object.values(contract.paths).flatMap((item) => Object.keys(item));
      expect(await page.locator('.opblock').count()).toBe(operations.length);
      expect(await violations()).toEqual([]);
      expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([host.url]));
      expect(await stored()).toEqual(NOTHING);
    });

    test('a call with a key is a real one, and leaves nothing behind', async () => {
      await open();
      await callVersion();
      const call = requests.find((request) => request.url().endsWith('/v1/version'));
      expect(await call?.headerValue('authorization')).toBe(`Bearer ${key.key}`);
      expect((await call?.response())?.status()).toBe(200);
      expect(await page.locator('#operations-Account-getVersion .live-responses-table').innerText()).toContain(
        '"object": "version"',
      );
      expect(await violations()).toEqual([]);
      expect(await stored()).toEqual(NOTHING);
      expect(await context.cookies()).toEqual([]);
      expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([host.url]));

      await page.reload();
      await page.locator('button.authorize.unlocked').first().waitFor();
      expect(await page.locator('button.authorize.locked').count()).toBe(0);
    });

    test('the browser refuses a call to any other host', async () => {
      await open();
      const outcome = await page.evaluate(() =>
        fetch('http://127.0.0.1:9/v1/version').then(
          () => 'sent',
          () => 'refused',
        ),
      );
      expect(outcome).toBe('refused');
      expect(await violations()).toEqual(['connect-src http://127.0.0.1:9/v1/version']);
    });

    test('examples stand out from what is behind them, in a light and in a dark browser', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await open();
        await page.locator('.opblock', { hasText: 'Submit a job' }).first().locator('.opblock-summary-control').click();
        await page.locator('.highlight-code code span').first().waitFor();
        const contrasts = await page.evaluate(contrastsOf, '.highlight-code code span, .highlight-code code');
        expect(contrasts.length).toBeGreaterThan(10);
        expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
      }
    });

    test.each([
      { width: 1400, colorScheme: 'light', language: 'en' },
      { width: 390, colorScheme: 'dark', language: 'pt' },
    ] as const)(
      'fits the screen and can be used by everybody, with an operation unfolded: $width $colorScheme $language',
      async ({ width, colorScheme, language }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await open(`/?lang=${language}`);
        expect(await page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
        const first = page.locator('.opblock').first();
        await first.locator('.opblock-summary-control').click();
        await first.locator('.highlight-code code span').first().waitFor();
        expect(await tooWide(page)).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
      },
    );

    test('begins with the submission of a job, and ends with the documents', async () => {
      await open();
      expect(await page.locator('.opblock').first().innerText()).toContain('/v1/solves');
      expect(await page.locator('.opblock-tag').first().innerText()).toContain('Jobs and files');
      expect(await page.locator('.opblock-tag').last().innerText()).toContain('Contract documents');
    });

    test('says its own words in Portuguese too, and leaves those of the contract and of a caller alone', async () => {
      await open('/?lang=pt');
      await callVersion();
      const shown = await page.locator('#reference').innerText();
      for (const word of [
        'Trabalhos e ficheiros',
        'Servidores',
        'Autorizar',
        'Parâmetros',
        'Respostas',
        'Resposta do servidor',
      ])
        expect(shown).toContain(word);
      for (const word of [
        'Servers',
        'Authorize',
        'Parameters',
        'Responses',
        'Response body',
        'Execute',
        'Clear',
        'Cancel',
      ])
        expect(shown.split('\n').map((line) => line.trim())).not.toContain(word);
      expect(shown).toContain('"object": "version"');
    });

    test('the switch leads to the Portuguese contract and back', async () => {
      await open();
      await page.locator('a.language').click();
      await page.locator('.opblock').first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('pt');
      expect(await page.locator('#operations-Account-getVersion').innerText()).toContain('O que está em execução aqui');
      await page.locator('a.language').click();
      await page.locator('.opblock').first().waitFor();
      expect(await page.locator('#operations-Account-getVersion').innerText()).toContain('What is running here');
      expect(await violations()).toEqual([]);
    });

    test('the submission unfolds with its modes, ready to be sent, within the policy', async () => {
      await open();
      await page.locator('#operations-tag-Jobs_and_files').waitFor();
      const submission = page.locator(
        '[id="operations-Jobs and files-submitSolve"], [id="operations-Jobs_and_files-submitSolve"]',
      );
      await submission.locator('.opblock-summary-control').click();
      await submission.locator('.try-out__btn').click();
      await submission.locator('.execute').waitFor();
      expect(await violations()).toEqual([]);
    });
  },
);
