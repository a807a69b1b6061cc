import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Param, Res, type Type } from '@nestjs/common';
import { ProblemError, Route, type RouteDeclaration, type StaticFiles } from '@ostiary/plugin-api';
import type { Response } from 'express';

/**
 * What a page may do: load its own files and call and post to its own origin, nothing else. Nobody can frame it, and nothing inline is run.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const made = new WeakMap<StaticFiles, Type>();

/** Returns the controller that serves a folder; the same one for the same declaration. */
export function staticController(files: StaticFiles): Type {
  const known = made.get(files) ?? controllerOf(files);
  made.set(files, known);
  return known;
}

function controllerOf({ path, directory }: StaticFiles): Type {
  const folder = fileURLToPath(directory);
  const found = filesIn(folder);
  const declared = (operation: string, ...answers: RouteDeclaration['answers']): RouteDeclaration => ({
    operationId: `${operation}${path.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `Files under ${path}`,
    access: { kind: 'public' },
    inContract: false,
    answers: [{ status: 200, when: 'The file.', mediaType: '*/*' }, ...answers],
  });
  const absent = { status: 404, when: 'There is no such file.', slugs: ['not_found'] };

  @Controller(path)
  class StaticFilesController {
    @Get()
    @Route(declared('readIndexOf', absent))
    index(@Res() response: Response): void {
      send(response, found.get('index.html'));
    }

    @Get('*file')
    @Route(declared('readFileOf', absent))
    file(@Param('file') name: string | readonly string[], @Res() response: Response): void {
      send(response, found.get(typeof name === 'string' ? name : name.join('/')));
    }
  }
  return StaticFilesController;
}

/** The files of a folder, by name as a URL says it. What is asked for is looked up here, so nothing outside of it can be. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(folder, file).split(sep).join('/'), file];
    }),
  );
}

function send(response: Response, file: string | undefined): void {
  if (file === undefined) throw new ProblemError('not_found');
  const bytes = readFileSync(file);
  response
    .status(200)
    .setHeaders(
      new Map([
        ['Content-Type', MEDIA_TYPES[extname(file)] ?? 'application/octet-stream'],
        ['Content-Security-Policy', PAGE_POLICY],
        ['Referrer-Policy', 'no-referrer'],
        ['Cache-Control', 'public, max-age=300'],
        ['ETag', `"${createHash('sha256').update(bytes).digest('hex')}"`],
      ]),
    )
    .end(bytes);
}
