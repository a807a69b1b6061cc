// Embedded only: the pages are the same whatever the stores are.
import { startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

const page = (path: string, language = 'en') => host.http.get(path).set('Accept-Language', language);

describe('every page', () => {
  test.each(['/', '/problems', '/problems/not_found'])(
    '%s may load its own files, call its own origin, and nothing else',
    async (path) => {
      const { status, headers, text } = await page(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = new Map(
        (headers['content-security-policy'] ?? '')
          .split('; ')
          .map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)]),
      );
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
      });
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(text).not.toMatch(/<script(?![^>]*src=)|\son\w+=|https?:\/\//);
    },
  );

  test.each([
    ['pt', '/', 'pt', 'Ostiary: referência da interface'],
    ['pt-BR,en;q=0.5', '/problems', 'pt', 'Problemas'],
    ['de', '/problems/not_found', 'en', 'Not found'],
    ['en', '/problems/not_found?lang=pt', 'pt', 'Não encontrado'],
    ['pt', '/?lang=en', 'en', 'Ostiary: interface reference'],
  ])('for a browser that speaks %s, %s is in %s', async (spoken, path, language, text) => {
    const answer = await page(path, spoken);
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(text);
  });

  test('the reference names the document of its language', async () => {
    expect((await page('/')).text).toContain('data-document="/openapi.yaml"');
    expect((await page('/', 'pt')).text).toContain('data-document="/openapi.pt.yaml"');
  });
});

describe('files of the reference', () => {
  test.each([
    ['mend.js', 'text/javascript; charset=utf-8'],
    ['start.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
    ['favicon.png', 'image/png'],
  ])('%s', async (name, mediaType) => {
    const { status, headers } = await page(`/reference/${name}`);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, mediaType, 'nosniff']);
  });

  test.each([
    'index.html',
    'swagger-initializer.js',
    'package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e',
    '__proto__',
    'constructor',
  ])('%s is not one of them', async (name) => {
    expect((await page(`/reference/${name}`)).status).toBe(404);
  });
});

describe('pages of problems', () => {
  test('the list has every problem and leads to its page', async () => {
    const { text } = await page('/problems');
    for (const slug of host.registry.problems.keys()) expect(text).toContain(`href="/problems/${slug}?lang=en"`);
  });

  test('every problem has a page in both languages, with its status and what to do', async () => {
    for (const [slug, { status, title }] of host.registry.problems) {
      const [en, pt] = [await page(`/problems/${slug}`), await page(`/problems/${slug}`, 'pt')];
      expect(en.text).toContain(`<h1>${title.en}</h1>`);
      expect(pt.text).toContain(`<h1>${title.pt}</h1>`);
      expect(en.text).toContain(`<dd>${status}</dd>`);
    }
  });

  test('the `type` of an error leads to its page', async () => {
    const { body } = await host.http.get('/v1/account');
    const { type } = body as { type: string };
    const { status, text } = await page(new URL(type, host.url).pathname);
    expect(status).toBe(200);
    expect(text).toContain('<code>missing_key</code>');
  });

  test.each(['no_such_problem', '%3Cscript%3E', '__proto__'])('%s is not one', async (slug) => {
    const { status, body } = await page(`/problems/${slug}`);
    expect([status, (body as { slug: string }).slug]).toEqual([404, 'not_found']);
  });
});
