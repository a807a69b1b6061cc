import { z } from 'zod';
import { facts, rateWindow, time } from './common.js';

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

const status = z
  .enum(['active', 'suspended'])
  .meta({ id: 'AccountStatus', description: 'Whether the account may work.' });

const period = z
  .strictObject({ start: time, end: time })
  .meta({ id: 'AccountPeriod', description: 'The span of time that quotas are counted in.' });

const concurrency = z
  .strictObject({
    running: z.int().meta({ description: 'Jobs of this key that run.' }),
    queued: z.int().meta({ description: 'Jobs of this key that wait.' }),
    limits: z
      .strictObject({ running: z.int(), queued: z.int() })
      .meta({ id: 'ConcurrencyLimits', description: 'How many jobs of one key may run and wait.' }),
  })
  .meta({ id: 'AccountConcurrency', description: 'Jobs of this key that have not ended.' });

const sizes = z
  .strictObject({
    body_bytes: z.int().meta({ description: 'Largest body of an operation that says nothing else.' }),
    inline_bytes: z.record(z.string(), z.int()).meta({ description: 'Largest inline request, by mode.' }),
  })
  .meta({ id: 'AccountSizes', description: 'How large a request may be.' });

const retention = z
  .strictObject({
    result_days: z.int().meta({ description: 'Days an ended job and its result are kept.' }),
    artifact_days: z.int().meta({ description: 'Days the bytes of an artefact are kept.' }),
    artifact_record_days: z.int().meta({
      description: 'Days the record of an expired artefact and the log of its reads are kept after that.',
    }),
  })
  .meta({ id: 'AccountRetention', description: 'How long what the account made is kept.' });

export const AccountView = z
  .strictObject({
    object: z.literal('account'),
    id: z.string(),
    name: z.string(),
    plan: z.string(),
    status,
    period,
    quotas: z.array(quota),
    metered: z
      .record(z.string(), z.int())
      .meta({ description: 'Units charged in this period for requests that are not jobs, by what they were for.' }),
    rates: z.array(rateWindow),
    concurrency,
    sizes,
    retention,
    seats: z
      .record(z.string(), z.int())
      .meta({ description: 'Seats by licence; empty where nothing is licensed by seat.' }),
    facts,
  })
  .meta({ id: 'Account', description: 'What a key is held to.' });
