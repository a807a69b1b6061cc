import { z } from 'zod';
import { time } from './common.js';

const quota = z
  .strictObject({
    name: z.string(),
    unit: z.string(),
    limit: z.int(),
    used: z.int().meta({ description: 'Charged in this period.' }),
    reserved: z.int().meta({ description: 'Held for jobs that have not ended.' }),
    remaining: z.int(),
    resets_at: time,
  })
  .meta({ id: 'Quota', description: 'Units of work an account may use in a period.' });

export const AccountView = z
  .strictObject({
    object: z.literal('account'),
    id: z.string(),
    name: z.string(),
    plan: z.string(),
    status: z.enum(['active', 'suspended']),
    period: z.strictObject({ start: time, end: time }),
    quotas: z.array(quota),
    metered: z
      .record(z.string(), z.int())
      .meta({ description: 'Units charged in this period for requests that are not jobs, by what they were for.' }),
    rates: z.array(z.strictObject({ policy: z.string(), q: z.int(), w: z.int() })),
    concurrency: z.strictObject({
      running: z.int(),
      queued: z.int(),
      limits: z.strictObject({ running: z.int(), queued: z.int() }),
    }),
    sizes: z.strictObject({
      body_bytes: z.int(),
      inline_bytes: z.record(z.string(), z.int()).meta({ description: 'Largest inline request, by mode.' }),
    }),
    retention: z.strictObject({
      result_days: z.int().meta({ description: 'Days an ended job and its result are kept.' }),
      artifact_days: z.int().meta({ description: 'Days the bytes of an artefact are kept.' }),
      artifact_record_days: z.int().meta({
        description: 'Days the record of an expired artefact and the log of its reads are kept after that.',
      }),
    }),
    seats: z
      .record(z.string(), z.int())
      .meta({ description: 'Seats by licence; empty where nothing is licensed by seat.' }),
  })
  .meta({ id: 'Account', description: 'What a key is held to.' });
