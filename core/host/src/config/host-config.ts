import { resolve } from 'node:path';
import { type Environment, readEnvironment, type Role } from './environment.js';

/** Injection token of `HostConfig`. */
export const HOST_CONFIG = Symbol('ostiary.host_config');

/** How this process of the host is set. Holds no secrets: those are in `Secrets`. */
export interface HostConfig {
  readonly host: string;
  readonly port: number;
  /** Null: the metrics are not served. */
  readonly metricsPort: number | null;
  /** Address for links in answers, without a slash at the end; null until the port is known. */
  readonly baseUrl: string | null;
  readonly deploymentFile: string;
  readonly pluginsDirectory: string;
  readonly roles: readonly Role[];
  readonly trustProxy: number;
  readonly logLevel: Environment['OSTIARY_LOG_LEVEL'];
  readonly shutdownSeconds: number;
  /** Jobs this process runs at once. */
  readonly workers: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly redisUrl: string | null;
  readonly redisPrefix: string;
  /** A chore's lease that was not renewed for so long is free: its process is dead. Not for operators; tests make it shorter. */
  readonly choreLeaseMs: number;
  readonly rates: { readonly perMinute: number; readonly burst: number; readonly authFailuresPerMinute: number };
  readonly limits: HostLimits;
}

export interface HostLimits {
  readonly unitsPerMonth: number;
  readonly queuedJobsPerKey: number;
  readonly runningJobsPerKey: number;
  readonly backlog: number;
  readonly streamsPerKey: number;
  readonly streamsPerJob: number;
  readonly openUploads: number;
  readonly uploadBytes: number;
  readonly resultDays: number;
  readonly artefactDays: number;
  readonly artefactRecordDays: number;
}

/**
 * The host's settings from the environment. Relative paths are resolved against `directory`.
 * @throws EnvironmentError
 */
export function readHostConfig(env: Readonly<Record<string, string | undefined>>, directory: string): HostConfig {
  const e = readEnvironment(env);
  return {
    host: e.OSTIARY_HOST,
    port: e.OSTIARY_PORT,
    metricsPort: e.OSTIARY_METRICS_PORT ?? null,
    baseUrl: e.OSTIARY_BASE_URL?.replace(/\/+$/, '') ?? null,
    deploymentFile: resolve(directory, e.OSTIARY_DEPLOYMENT),
    pluginsDirectory: resolve(directory, e.OSTIARY_PLUGINS),
    roles: e.OSTIARY_ROLES,
    trustProxy: e.OSTIARY_TRUST_PROXY,
    logLevel: e.OSTIARY_LOG_LEVEL,
    shutdownSeconds: e.OSTIARY_SHUTDOWN_SECONDS,
    workers: e.OSTIARY_WORKERS,
    dataDirectory: resolve(directory, e.OSTIARY_DATA),
    databaseUrl: e.OSTIARY_DATABASE_URL ?? null,
    databasePool: e.OSTIARY_DATABASE_POOL,
    redisUrl: e.OSTIARY_REDIS_URL ?? null,
    redisPrefix: e.OSTIARY_REDIS_PREFIX,
    choreLeaseMs: 15_000,
    rates: {
      perMinute: e.OSTIARY_RATE_PER_MINUTE,
      burst: e.OSTIARY_RATE_BURST,
      authFailuresPerMinute: e.OSTIARY_AUTH_FAILURES_PER_MINUTE,
    },
    limits: {
      unitsPerMonth: e.OSTIARY_UNITS_PER_MONTH,
      queuedJobsPerKey: e.OSTIARY_QUEUED_JOBS,
      runningJobsPerKey: e.OSTIARY_RUNNING_JOBS,
      backlog: e.OSTIARY_BACKLOG,
      streamsPerKey: e.OSTIARY_STREAMS_PER_KEY,
      streamsPerJob: e.OSTIARY_STREAMS_PER_JOB,
      openUploads: e.OSTIARY_OPEN_UPLOADS,
      uploadBytes: e.OSTIARY_UPLOAD_BYTES,
      resultDays: e.OSTIARY_RESULT_DAYS,
      artefactDays: e.OSTIARY_ARTEFACT_DAYS,
      artefactRecordDays: e.OSTIARY_ARTEFACT_RECORD_DAYS,
    },
  };
}
