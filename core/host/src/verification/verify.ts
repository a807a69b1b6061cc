import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedDatabase } from '../start/open.js';
import { type ProbedProcess, startProbed } from './processes.js';
import { watchRedis } from './redis-places.js';
import { Caller, type Canaries, goEveryWay } from './scenarios.js';
import { filesBelow, type Piece, type Place, search, type Searched } from './search.js';
import { embeddedTables, scratchDatabase } from './sql-places.js';

export interface VerifyOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** PostgreSQL and Redis of the deployment; null for the embedded default. */
  readonly hosted: { readonly databaseUrl: string; readonly redisUrl: string } | null;
  /** Files of a database server's log, where they are known. */
  readonly databaseLog?: string;
  /** Module that exports another probe than the host's. */
  readonly probe?: string;
  /** Told what is done next. */
  readonly tell: (what: string) => void;
}

export interface Verification {
  readonly searched: readonly Searched[];
  /** What could not be searched, and why. */
  readonly skipped: readonly string[];
}

interface Stage {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly canaries: Canaries;
  readonly logs: string;
  readonly data: string;
  readonly processFacts: Piece[];
}

/**
 * Runs a service of its own on the stores of a deployment, sends values that are never stored every way a request can go,
 * and searches everything that is left. Takes a database, keys in Redis and folders of its own, and leaves none behind.
 */
export async function verifyNeverStored(options: VerifyOptions): Promise<Verification> {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-verify-'));
  const stage = stageIn(directory, options);
  try {
    return await (options.hosted === null
      ? verifyEmbedded(stage, options)
      : verifyHosted(stage, options, options.hosted));
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const canary = (): string => Array.from({ length: 40 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

function stageIn(directory: string, { env, probe }: VerifyOptions): Stage {
  const [logs, data] = [join(directory, 'logs'), join(directory, 'data')];
  for (const folder of [logs, data]) mkdirSync(folder);
  const canaries = { key: canary(), prompt: canary(), control: canary() };
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('OSTIARY_'));
  return {
    canaries,
    logs,
    data,
    processFacts: [],
    env: {
      ...Object.fromEntries(kept),
      OSTIARY_PORT: '0',
      OSTIARY_DATA: data,
      OSTIARY_RATE_PER_MINUTE: '1000000',
      OSTIARY_RATE_BURST: '100000',
      OSTIARY_SHUTDOWN_SECONDS: '5',
      OSTIARY_PEPPER: randomBytes(32).toString('base64url'),
      OSTIARY_SIGNING_SECRET: randomBytes(32).toString('base64url'),
      // What is searched of the processes themselves must be found there too.
      VERIFY_CONTROL: canaries.control,
      ...(probe !== undefined && { PROBE: probe }),
    },
  };
}

async function verifyEmbedded(stage: Stage, { tell }: VerifyOptions): Promise<Verification> {
  tell('starting a service on an embedded database');
  let service = await start(stage, 'first', { MAKE_KEY: '1' });
  const caller = new Caller(service.url, service.key, stage.canaries);
  try {
    tell('sending every kind of request');
    await goEveryWay(caller, stage.canaries.key);
    tell('killing the service while a job runs');
    const { body } = await caller.submit('sleep', { n: 3_000 }, { Prefer: 'respond-async' });
    await caller.until(body.id ?? '', /^running$/);
    await service.end('SIGKILL');
    service = await start(stage, 'second');
    caller.url = service.url;
    await expectLost(caller, body.id ?? '');
    await caller.readAll();
  } finally {
    await service.end('SIGTERM');
  }
  tell('searching');
  const database = embeddedDatabase(stage.data);
  const files = await searchAll(stage, [filesBelow('files of the database, with its log of changes', database)]);
  const tables = await embeddedTables(database);
  try {
    return { searched: [...(await searchAll(stage, [tables.place, ...common(stage, caller)])), ...files], skipped: [] };
  } finally {
    await tables.close();
  }
}

async function verifyHosted(
  stage: Stage,
  { tell, databaseLog }: VerifyOptions,
  { databaseUrl, redisUrl }: NonNullable<VerifyOptions['hosted']>,
): Promise<Verification> {
  const name = `ostiary_verify_${randomBytes(8).toString('hex')}`;
  const database = await scratchDatabase(databaseUrl, name);
  const redis = await watchRedis(redisUrl, name, stage.canaries.control);
  const stores = { OSTIARY_DATABASE_URL: database.url, OSTIARY_REDIS_URL: redisUrl, OSTIARY_REDIS_PREFIX: name };
  const as = (roles: string): Record<string, string> => ({ ...stores, OSTIARY_ROLES: roles });
  const running: ProbedProcess[] = [];
  const begin = async (what: string, env: Record<string, string>): Promise<ProbedProcess> => {
    const made = await start(stage, what, env);
    running.push(made);
    return made;
  };
  try {
    tell('starting an API process and a worker process');
    const api = await begin('api', { ...as('api'), MAKE_KEY: '1' });
    const worker = await begin('worker', as('worker'));
    const caller = new Caller(api.url, api.key, stage.canaries);
    tell('sending every kind of request');
    await goEveryWay(caller, stage.canaries.key);
    tell('killing the worker while a job runs');
    const moved = await caller.submit('sleep', { n: 2_000 }, { Prefer: 'respond-async' });
    await caller.until(moved.body.id ?? '', /^running$/);
    await worker.end('SIGKILL');
    const second = await begin('second worker', as('worker'));
    await caller.until(moved.body.id ?? '', /^succeeded$/);
    tell('killing the API process while a job waits');
    await second.end('SIGTERM');
    const lost = await caller.submit('answer', {}, { Prefer: 'respond-async' });
    await api.end('SIGKILL');
    caller.url = (await begin('second api', as('api'))).url;
    await begin('third worker', as('worker'));
    await expectLost(caller, lost.body.id ?? '');
    await caller.readAll();
    await Promise.all(running.map((one) => one.end('SIGTERM')));
    tell('searching');
    const [ofDatabase, ofRedis] = [await database.places(), await redis.places()];
    const log = databaseLog === undefined ? [] : [filesBelow('log of the database server', databaseLog)];
    return {
      searched: await searchAll(stage, [...ofDatabase.places, ...log, ...ofRedis.places, ...common(stage, caller)]),
      skipped: [
        ...ofDatabase.skipped,
        ...ofRedis.skipped,
        ...(databaseLog === undefined ? ['log of the database server: name it with --database-log'] : []),
      ],
    };
  } finally {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    await redis.close();
    await database.drop();
  }
}

async function start({ env, logs, processFacts }: Stage, name: string, over: object = {}): Promise<ProbedProcess> {
  const made = await startProbed(name, logs, { ...env, ...over });
  for (const bytes of made.facts()) processFacts.push({ where: name, bytes });
  return made;
}

/** The values are gone with the process that held them: the job says so. */
async function expectLost(caller: Caller, id: string): Promise<void> {
  const { body } = await caller.until(id, /^(succeeded|failed|cancelled|expired)$/);
  if (body.error?.slug !== 'secret_unavailable')
    throw new Error('a job had its values after the process that held them was gone');
}

const common = ({ logs, data, processFacts }: Stage, { answers }: Caller): readonly Place[] => [
  {
    name: 'answers and event streams',
    pieces: () => answers.map((text) => ({ where: 'answer', bytes: Buffer.from(text) })),
  },
  filesBelow('output and log of the processes', logs),
  filesBelow('files that jobs made', join(data, 'artefacts')),
  filesBelow('files that plugins keep', join(data, 'files')),
  ...(processFacts.length > 0 ? [{ name: 'command lines and environments', pieces: () => processFacts }] : []),
];

async function searchAll({ canaries }: Stage, places: readonly Place[]): Promise<Searched[]> {
  const searched: Searched[] = [];
  for (const place of places) searched.push(await search(place, canaries));
  return searched;
}
