import { existsSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const executablePath = process.env['OSTIARY_CHROMIUM'] ?? '/usr/bin/chromium';

/** What functions given to `page.evaluate` find in the browser. */
declare const localStorage: object;
declare const sessionStorage: object;
declare const document: { readonly cookie: string };
declare const indexedDB: { databases(): Promise<{ readonly name?: string }[]> };
declare const caches: { keys(): Promise<string[]> } | undefined;
declare const addEventListener: (
  type: 'securitypolicyviolation',
  listener: (event: { readonly violatedDirective: string; readonly blockedURI: string }) => void,
) => void;
/** Filled by the script that every page of these tests starts with. */
declare const violationsSeen: string[];

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
