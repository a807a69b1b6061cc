import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const OWN = fileURLToPath(new URL('../../../assets/reference', import.meta.url));
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The files of the pages by the name they are served under; nothing else of those folders can be asked for. */
const FILES: ReadonlyMap<string, { readonly path: string; readonly mediaType: string }> = new Map([
  ['mend.js', { path: join(OWN, 'mend.js'), mediaType: SCRIPT }],
  ['start.js', { path: join(OWN, 'start.js'), mediaType: SCRIPT }],
  ['page.css', { path: join(OWN, 'page.css'), mediaType: STYLE }],
  ['swagger-ui-bundle.js', { path: join(SWAGGER_UI, 'swagger-ui-bundle.js'), mediaType: SCRIPT }],
  ['swagger-ui.css', { path: join(SWAGGER_UI, 'swagger-ui.css'), mediaType: STYLE }],
  ['favicon.png', { path: join(SWAGGER_UI, 'favicon-32x32.png'), mediaType: 'image/png' }],
]);

const read = new Map<string, PageFile>();

/** A file of the reference page, kept once it was read; undefined for a name that is not one of them. */
export function pageFile(name: string): PageFile | undefined {
  const known = read.get(name);
  if (known) return known;
  const file = FILES.get(name);
  if (!file) return undefined;
  const loaded = { mediaType: file.mediaType, bytes: readFileSync(file.path) };
  read.set(name, loaded);
  return loaded;
}
