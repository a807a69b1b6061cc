import { createRequire, registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What host and plugins have one copy of, the host's: two of Nest are two containers, and a class of one copy (an
 * injection token, an error that is told from others, a schema) is not the class of the other.
 * See docs/adr/0126.
 * INVARIANT: this file imports nothing of its own package. Solver children load it as it is, also where tests run the source.
 */
export const FRAMEWORKS = [
  '@ostiary/plugin-api',
  'zod',
  '@nestjs/common',
  '@nestjs/core',
  '@mikro-orm/core',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  'reflect-metadata',
  'rxjs',
] as const;

const ours = createRequire(import.meta.url);
/** URLs of the folders of plugins, each with a slash at its end. */
const plugins = new Set<string>();

/** The version of a framework that the host gives to plugins. */
export function frameworkVersion(name: (typeof FRAMEWORKS)[number]): string {
  return (ours(`${name}/package.json`) as { readonly version: string }).version;
}

/**
 * From now on the code in a plugin's folder gets the host's frameworks, whatever lies in `node_modules` around it; and packages that the
 * plugin brings get them where they have none.
 * @param directory folder of the plugin's package, links resolved
 */
export function giveFrameworks(directory: string): void {
  if (plugins.size === 0) registerHooks({ resolve });
  plugins.add(pathToFileURL(`${directory}${sep}`).href);
}

type Next = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

function resolve(specifier: string, context: ResolveHookContext, next: Next): ResolveFnOutput {
  const parent = context.parentURL;
  if (parent === undefined || !isFramework(specifier)) return next(specifier, context);
  if (isOfPlugin(parent)) return fromHost(specifier, context, next);
  if (!isBesidePlugin(parent)) return next(specifier, context);
  try {
    return next(specifier, context);
  } catch {
    return fromHost(specifier, context, next);
  }
}

function fromHost(specifier: string, context: ResolveHookContext, next: Next): ResolveFnOutput {
  // What `require` asks for is always looked for from the file that asks, so it is found from here.
  if (context.conditions.includes('require'))
    return { url: pathToFileURL(ours.resolve(specifier)).href, shortCircuit: true };
  return next(specifier, { ...context, parentURL: import.meta.url });
}

function isFramework(specifier: string): boolean {
  return FRAMEWORKS.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Whether a file is the plugin's own: in its folder, and not of a package inside it. */
function isOfPlugin(file: string): boolean {
  return [...plugins].some((folder) => file.startsWith(folder) && !file.slice(folder.length).includes('node_modules/'));
}

/** Whether a file is of a package that was installed inside a plugin or together with it. */
function isBesidePlugin(file: string): boolean {
  return [...plugins].some((folder) => {
    const at = folder.lastIndexOf('/node_modules/');
    return file.startsWith(folder) || (at >= 0 && file.startsWith(folder.slice(0, at + '/node_modules/'.length)));
  });
}
