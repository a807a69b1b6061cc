import { pathToFileURL } from 'node:url';
import type { PluginDefinition } from '@ostiary/plugin-api';
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
  const started = performance.now();
  let module: unknown;
  try {
    module = await import(pathToFileURL(manifest.entry).href);
  } catch (error) {
    return {
      code: 'load_failed',
      plugin: packageName,
      message: error instanceof Error ? error.message : String(error),
    };
  }
  const definition = definitionIn(module);
  if (!definition)
    return { code: 'not_a_plugin', plugin: packageName, message: 'its entry exports no plugin made with definePlugin' };
  return { packageName, version, apiRange, definition, givenConfig, bootMs: performance.now() - started };
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
  return member(value, '$type') === 'ostiary.plugin' && /^[a-z][a-z0-9-]*$/.test(String(member(value, 'id')));
}
