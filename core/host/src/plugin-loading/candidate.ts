import { pathToFileURL } from 'node:url';
import type { PluginDefinition } from '@ostiary/plugin-api';
import { giveFrameworks } from '../plugins/frameworks.js';
import { DeclarationForm } from './forms/declaration-form.js';
import { formProblems } from './forms/form.js';
import type { PluginManifest } from './manifest.js';
import type { Refusal } from './refusal.js';

/** A plugin whose code is loaded and that is not yet admitted. */
export interface Candidate {
  readonly packageName: string;
  readonly version: string;
  readonly apiRange: string;
  readonly definition: PluginDefinition;
  /** Its section of the deployment file, as written. */
  readonly givenConfig: Readonly<Record<string, unknown>>;
  readonly bootMs: number;
}

/** Loads the code of a plugin. */
export async function loadCandidate(
  manifest: PluginManifest,
  givenConfig: Candidate['givenConfig'],
): Promise<Candidate | Refusal> {
  const { packageName, version, apiRange } = manifest;
  giveFrameworks(manifest.directory);
  const started = performance.now();
  let module: unknown;
  try {
    module = await import(pathToFileURL(manifest.entry).href);
  } catch (error) {
    return {
      code: 'load_failed',
      plugin: packageName,
      message: error instanceof Error ? `${error.message}${whereIn(error, manifest.directory)}` : String(error),
    };
  }
  const definition = definitionIn(module);
  if (!definition)
    return { code: 'not_a_plugin', plugin: packageName, message: 'its entry exports no plugin made with definePlugin' };
  return wellFormed({ packageName, version, apiRange, definition, givenConfig, bootMs: performance.now() - started });
}

/** The candidate, unless its declaration cannot be read: then the checks that compare plugins cannot use it. */
export function wellFormed(candidate: Candidate): Candidate | Refusal {
  const problems = formProblems(DeclarationForm, candidate.definition);
  return problems.length === 0
    ? candidate
    : { code: 'declaration_invalid', plugin: candidate.packageName, message: problems.join('; ') };
}

/** The first line of the package's own code on the stack, for who has to mend it. */
function whereIn({ stack = '' }: Error, directory: string): string {
  const frame = stack.split('\n').find((line) => line.includes(pathToFileURL(directory).href));
  return frame === undefined ? '' : ` (${frame.trim()})`;
}

/** An ES module exports the plugin as default or as `plugin`; a CommonJS one arrives with all of that inside `default`. */
function definitionIn(module: unknown): PluginDefinition | undefined {
  const inner = member(module, 'default');
  return [member(inner, 'plugin'), member(inner, 'default'), member(module, 'plugin'), inner].find(isDefinition);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isDefinition(value: unknown): value is PluginDefinition {
  return member(value, '$type') === 'ostiary.plugin';
}
