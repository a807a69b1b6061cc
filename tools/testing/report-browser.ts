import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import axeCore from 'axe-core';
import { expect } from 'vitest';

export type { Browser, Page } from 'playwright-core';

const executablePath = process.env['OSTIARY_CHROMIUM'] ?? '/usr/bin/chromium';
const ADDRESS = 'https://report.example/';

/** Whether there is a browser that reports can be looked at in. */
export const hasChromium = existsSync(executablePath);

/** Chromium refuses its own sandbox to root, whom tests in containers run as; the pages are our own. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

export interface ScreenLook {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Opens a report and hands its page over. Afterwards it must have asked for nothing, said nothing, and left nothing behind. */
export async function openReport(
  browser: Browser,
  body: string,
  { width, colorScheme }: ScreenLook,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 1000 }, colorScheme });
  const seen: string[] = [];
  await context.route('**', (route) => {
    seen.push(route.request().url());
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
  const page = await context.newPage();
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('dialog', (dialog) => seen.push(dialog.message()));
  await page.goto(ADDRESS);
  await use(page);
  expect(seen).toEqual([ADDRESS]);
  expect(await context.cookies()).toEqual([]);
  await context.close();
}

/** What functions given to `page.evaluate` find in the browser. */
declare const document: { readonly documentElement: { readonly scrollWidth: number } };
declare const innerWidth: number;
declare const axe: {
  run(options: { readonly resultTypes: readonly ['violations'] }): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>;
};

/** By how much a page is wider than its screen. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What is wrong with a report on a screen once all of it is unfolded: pixels that it is too wide, and what axe has against it. Nothing: `NO_FAULTS`. */
export async function faultsOf(
  browser: Browser,
  body: string,
  look: ScreenLook,
): Promise<{ readonly tooWide: number; readonly violations: readonly unknown[] }> {
  const found = { tooWide: 0, violations: [] as readonly unknown[] };
  await openReport(browser, body, look, async (page) => {
    for (const summary of await page.locator('summary').all()) await summary.click();
    found.tooWide = await tooWide(page);
    found.violations = await axeViolations(page);
  });
  return found;
}

export const NO_FAULTS = { tooWide: 0, violations: [] };

/** What axe has against a page: each rule, and the first element that breaks it. */
export async function axeViolations(page: Page): Promise<readonly (readonly [id: string, html: string | undefined])[]> {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html] as const);
}
