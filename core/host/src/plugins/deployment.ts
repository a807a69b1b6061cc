import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseYaml } from './yaml.js';

/** Injection token of `Deployment`. */
export const DEPLOYMENT = Symbol('ostiary.deployment');

const name = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/);

/** A named execution budget: what one attempt at a job may take. */
const Profile = z.strictObject({
  description: z.string().min(1).max(200),
  /** Modes it applies to; absent: all. */
  modes: z.array(name).optional(),
  wall_ms: z.int().min(100).max(3_600_000),
  solver_ms: z.int().min(10).max(3_600_000),
  memory_mb: z.int().min(64).max(65_536),
  /** Units a job under it costs, times the units of the request. */
  units: z.int().min(0).max(1_000).default(1),
});
export type Profile = z.output<typeof Profile>;

/** The execution budgets there are when the deployment file names none. */
const DEFAULT_PROFILES: Readonly<Record<string, Profile>> = {
  standard: { description: 'For most requests.', wall_ms: 120_000, solver_ms: 60_000, memory_mb: 1_024, units: 1 },
  quick: {
    description: 'Answers soon, or says that it could not decide in time.',
    wall_ms: 10_000,
    solver_ms: 5_000,
    memory_mb: 512,
    units: 1,
  },
  thorough: {
    description: 'For hard questions; takes longer and costs more.',
    wall_ms: 1_800_000,
    solver_ms: 900_000,
    memory_mb: 2_048,
    units: 5,
  },
};

const DeploymentFile = z.strictObject({
  kind: z.enum(['embedded', 'hosted', 'router']),
  plugins: z.array(
    z.strictObject({ package: z.string().min(1).max(214), config: z.record(z.string(), z.unknown()).default({}) }),
  ),
  profiles: z.record(name, Profile).default({ ...DEFAULT_PROFILES }),
  default_profile: name.default('standard'),
});

/** What is deployed: the kind of deployment, the plugins with their settings, the execution budgets. */
export interface Deployment {
  readonly kind: 'embedded' | 'hosted' | 'router';
  readonly plugins: readonly { readonly package: string; readonly config: Readonly<Record<string, unknown>> }[];
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly defaultProfile: string;
  /** Folder that plugins named by a path are looked up from. */
  readonly directory: string;
  /** Folder that plugins named by their package are installed in; null where none is. */
  readonly installed: string | null;
}

/** The deployment file cannot be used; `message` says what is wrong, for the operator. */
export class DeploymentError extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(`${file}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'DeploymentError';
  }
}

/**
 * Reads a deployment file.
 * @param installed folder that plugins are installed in
 * @throws DeploymentError
 */
export function readDeployment(file: string, installed: string | null = null): Deployment {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DeploymentError(file, [(error as Error).message]);
  }
  const parsed = parseYaml(content);
  if ('problems' in parsed) throw new DeploymentError(file, parsed.problems);
  return asDeployment(parsed.value, file, dirname(file), installed);
}

/**
 * Returns the deployment that a value of the form of a deployment file says.
 * @param source what the value is from, for the message of an error
 * @throws DeploymentError
 */
export function asDeployment(
  value: unknown,
  source: string,
  directory: string,
  installed: string | null = null,
): Deployment {
  const result = DeploymentFile.safeParse(value);
  if (!result.success) {
    throw new DeploymentError(
      source,
      result.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`),
    );
  }
  const { kind, plugins, default_profile: defaultProfile } = result.data;
  const profiles = new Map(Object.entries(result.data.profiles));
  if (!profiles.has(defaultProfile))
    throw new DeploymentError(source, [`/default_profile: there is no profile ${defaultProfile}`]);
  return { kind, plugins, profiles, defaultProfile, directory, installed };
}
