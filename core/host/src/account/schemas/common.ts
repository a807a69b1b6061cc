import { z } from 'zod';

/** RFC 3339 in UTC with milliseconds. */
export const time = z.iso.datetime();

export const rateWindow = z
  .strictObject({
    policy: z.string().meta({ description: 'Its name in the header field `RateLimit-Policy`.' }),
    q: z.int().meta({ description: 'Requests that may be made in it.' }),
    w: z.int().meta({ description: 'Its length in seconds.' }),
  })
  .meta({ id: 'RateWindow', description: 'A window in which requests are counted.' });

export const profile = z
  .strictObject({
    object: z.literal('profile'),
    name: z.string().meta({ description: 'What a request names it by.' }),
    description: z.string(),
    modes: z.array(z.string()).meta({ description: 'Modes it can be used with.' }),
    wall_ms: z.int().meta({ description: 'Wall time of one attempt, milliseconds.' }),
    solver_ms: z.int().meta({ description: 'Time the solvers of one attempt may work, all together, milliseconds.' }),
    memory_mb: z.int().meta({ description: 'Memory of each solver process of an attempt, MiB.' }),
    units: z.int().meta({ description: 'Units of quota a job costs under it, times those of the request.' }),
    default: z.boolean().meta({ description: 'Taken when a request names none.' }),
    allowed: z.boolean().nullable().meta({ description: 'Whether this key may use it; null without a key.' }),
  })
  .meta({ id: 'Profile', description: 'A named execution budget.' });

export const limits = z
  .strictObject({
    rate: z.array(rateWindow).meta({ description: 'Windows in which requests are counted: quota and seconds.' }),
    body_bytes: z.int().meta({ description: 'Largest body of an operation that says nothing else.' }),
    json_depth: z.int().meta({ description: 'Levels of arrays and objects in a body.' }),
    queued_jobs: z.int(),
    running_jobs: z.int(),
    streams_per_key: z.int(),
    streams_per_job: z.int(),
    open_uploads: z.int().meta({ description: 'Uploads of the account that may be open, that is not complete.' }),
    upload_bytes: z.int().meta({
      description: 'Bytes that the uploads of the account and the files that plugins keep for it may have together.',
    }),
  })
  .meta({ id: 'Limits', description: 'What a key is held to.' });

export const facts = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .meta({ description: 'What plugins add, by plugin.' });
