import { z } from 'zod';

/** One environment variable: what it is for, and what a value must be. */
interface Variable<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** For `--help` and docs/operate. */
  readonly description: string;
  /** What holds when it is not set, in words. */
  readonly fallback: string;
  readonly group: 'Service' | 'Stores' | 'Secrets' | 'Limits';
}

const variable = <Schema extends z.ZodType>(
  group: Variable['group'],
  schema: Schema,
  fallback: string,
  description: string,
): Variable<Schema> => ({ schema, description, fallback, group });

const whole = (from: number, to: number, preset: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error).default(preset);
};
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const url = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    )
    .optional();
const text = z.string().min(1).optional();

export const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Every environment variable of the host. `--help`, the documentation and the reader below all come from here. */
export const ENVIRONMENT = {
  OSTIARY_METRICS_PORT: variable(
    'Service',
    whole(0, 65_535, 0).unwrap().optional(),
    'none',
    'Port that serves `/metrics` for the operator; 0 takes any free one.',
  ),
  OSTIARY_PORT: variable('Service', whole(0, 65_535, 8080), '8080', 'Port the API listens on; 0 takes any free one.'),
  OSTIARY_HOST: variable(
    'Service',
    z.string().min(1).default('127.0.0.1'),
    '127.0.0.1',
    'Address the API listens on; 0.0.0.0 for all.',
  ),
  OSTIARY_BASE_URL: variable(
    'Service',
    url('http:', 'https:'),
    'http://<host>:<port>',
    'Address at which clients reach the API; used in links.',
  ),
  OSTIARY_DEPLOYMENT: variable(
    'Service',
    z.string().min(1).default('deployments/embedded.yaml'),
    'deployments/embedded.yaml',
    'Deployment file: which plugins, on which stores.',
  ),
  OSTIARY_PLUGINS: variable(
    'Service',
    z.string().min(1).default('./plugins-installed'),
    './plugins-installed',
    'Folder for installed plugins (`ostiary plugins add`).',
  ),
  OSTIARY_ROLES: variable(
    'Service',
    z
      .string()
      .default('api,worker')
      .transform((list) => list.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, `must be ${ROLES.join(', ')}, or both with a comma between`)).min(1)),
    'api,worker',
    'What this process does: api, worker, or both.',
  ),
  OSTIARY_TRUST_PROXY: variable(
    'Service',
    whole(0, 10, 0),
    '0',
    'Number of reverse proxies in front whose X-Forwarded-For is trusted.',
  ),
  OSTIARY_LOG_LEVEL: variable(
    'Service',
    oneOf(['silent', 'error', 'warn', 'info', 'debug']).optional(),
    'embedded: warn, else info',
    'Lowest level that is logged: silent, error, warn, info, debug.',
  ),
  OSTIARY_SHUTDOWN_SECONDS: variable(
    'Service',
    whole(0, 600, 30),
    '30',
    'How long a stop waits for requests in flight.',
  ),
  OSTIARY_WORKERS: variable('Service', whole(1, 256, 4), '4', 'Jobs that this process runs at once.'),

  OSTIARY_DATA: variable(
    'Stores',
    z.string().min(1).default('./data'),
    './data',
    'Folder of the embedded database, files and first key.',
  ),
  OSTIARY_DATABASE_URL: variable(
    'Stores',
    url('postgres:', 'postgresql:'),
    'none: PGlite in the data folder',
    'PostgreSQL to use instead of the embedded database.',
  ),
  OSTIARY_DATABASE_POOL: variable('Stores', whole(2, 200, 10), '10', 'Maximum number of connections to PostgreSQL.'),
  OSTIARY_REDIS_URL: variable(
    'Stores',
    url('redis:', 'rediss:'),
    'none: jobs are carried within the process',
    'Redis that carries jobs between processes and counts rates.',
  ),
  OSTIARY_REDIS_PREFIX: variable(
    'Stores',
    z
      .string()
      .regex(/^[\w:.-]{1,64}$/, 'must be 1 to 64 letters, digits or any of _ : . -')
      .default('ostiary'),
    'ostiary',
    'Prefix of every Redis key.',
  ),

  OSTIARY_PEPPER: variable(
    'Secrets',
    text,
    'embedded: a file in the data folder',
    'Pepper under which keys are hashed, at least 32 characters.',
  ),
  OSTIARY_PEPPER_FILE: variable('Secrets', text, 'none', 'File that holds the pepper.'),
  OSTIARY_PEPPER_PREVIOUS: variable('Secrets', text, 'none', 'The previous pepper, still accepted during a rotation.'),
  OSTIARY_PEPPER_PREVIOUS_FILE: variable('Secrets', text, 'none', 'File that holds the previous pepper.'),
  OSTIARY_SIGNING_SECRET: variable(
    'Secrets',
    text,
    'embedded: a file in the data folder',
    'Secret that signs cursors and digests, at least 32 characters.',
  ),
  OSTIARY_SIGNING_SECRET_FILE: variable('Secrets', text, 'none', 'File that holds the signing secret.'),
  OSTIARY_ARTEFACT_KEY: variable(
    'Secrets',
    text,
    'embedded: a file in the data folder',
    'Ed25519 private key in PEM that signs artefacts.',
  ),
  OSTIARY_ARTEFACT_KEY_FILE: variable('Secrets', text, 'none', 'File that holds the key of artefacts.'),

  OSTIARY_RATE_PER_MINUTE: variable('Limits', whole(1, 1_000_000, 600), '600', 'Requests a key may make in a minute.'),
  OSTIARY_RATE_BURST: variable('Limits', whole(1, 100_000, 60), '60', 'Requests a key may make in a second.'),
  OSTIARY_AUTH_FAILURES_PER_MINUTE: variable(
    'Limits',
    whole(1, 100_000, 20),
    '20',
    'Wrong keys an address may send in a minute before its answers are delayed.',
  ),
  OSTIARY_UNITS_PER_MONTH: variable(
    'Limits',
    whole(0, Number.MAX_SAFE_INTEGER, 1_000_000),
    '1000000',
    'Units of work a new account may use in a month.',
  ),
  OSTIARY_QUEUED_JOBS: variable('Limits', whole(1, 100_000, 200), '200', 'Jobs of one key that may wait.'),
  OSTIARY_RUNNING_JOBS: variable(
    'Limits',
    whole(1, 1_000, 4),
    '4',
    'Jobs of one key that may run at once. Calls that are decided in the request itself take no worker. They are counted separately, with the same limit, in each process.',
  ),
  OSTIARY_BACKLOG: variable(
    'Limits',
    whole(1, 10_000_000, 20_000),
    '20000',
    'Total number of waiting jobs at which new ones are refused.',
  ),
  OSTIARY_STREAMS_PER_KEY: variable('Limits', whole(1, 10_000, 20), '20', 'Event streams one key may hold open.'),
  OSTIARY_STREAMS_PER_JOB: variable('Limits', whole(1, 1_000, 5), '5', 'Event streams one job may have.'),
  OSTIARY_OPEN_UPLOADS: variable(
    'Limits',
    whole(1, 100_000, 50),
    '50',
    'Incomplete uploads that one account may have.',
  ),
  OSTIARY_UPLOAD_BYTES: variable(
    'Limits',
    whole(1, Number.MAX_SAFE_INTEGER, 2_147_483_648),
    '2147483648',
    'Bytes that the uploads of one account and the files that plugins keep for it may have together. An upload is kept for a day after its last use.',
  ),
  OSTIARY_RESULT_DAYS: variable('Limits', whole(1, 3_650, 30), '30', 'Days a result is kept.'),
  OSTIARY_ARTEFACT_DAYS: variable('Limits', whole(1, 3_650, 30), '30', 'Days an artefact is kept.'),
  OSTIARY_ARTEFACT_RECORD_DAYS: variable(
    'Limits',
    whole(1, 36_500, 365),
    '365',
    'Days the record of an expired artefact and the log of its reads are kept after that.',
  ),
} satisfies Record<string, Variable>;

/** The environment, read: names as above, values of the right types. */
export type Environment = {
  readonly [Name in keyof typeof ENVIRONMENT]: z.output<(typeof ENVIRONMENT)[Name]['schema']>;
};

/** The environment cannot be used; `message` names every variable that is wrong. Values are not repeated: they may be secrets. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'EnvironmentError';
  }
}

/**
 * Reads the host's variables; an empty value counts as not set.
 * @throws EnvironmentError with everything that is wrong
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const values: [string, unknown][] = [];
  const problems: string[] = [];
  for (const [name, { schema }] of Object.entries(ENVIRONMENT)) {
    const result = z.safeParse(schema, env[name] === '' ? undefined : env[name]);
    if (result.success) values.push([name, result.data]);
    else problems.push(`${name}: ${[...new Set(result.error.issues.map((issue) => issue.message))].join('; ')}`);
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return Object.fromEntries(values) as Environment;
}

/** Variables that begin like ours and are none: typing errors, mostly. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env).filter((name) => name.startsWith('OSTIARY_') && !Object.hasOwn(ENVIRONMENT, name));
}
