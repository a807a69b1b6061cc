import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Ranges = z.record(z.string(), z.string()).default({});

const PackageJson = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  ostiary: z.object({ plugin: z.string().regex(/^\.\/[^\0]*\.(js|cjs|mjs)$/), api: z.string().min(1) }),
  dependencies: Ranges,
  peerDependencies: Ranges,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});

/** package.json of a plugin, as far as the host reads it. */
export type PackageJson = z.output<typeof PackageJson>;

/** Reads package.json of a plugin; undefined when it is not that of a plugin. */
export function readPackageJson(file: string): PackageJson | undefined {
  try {
    return PackageJson.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
