import { z } from 'zod';
import { time } from './common.js';

export const Entitlement = z
  .strictObject({
    object: z.literal('entitlement'),
    entitled: z.literal(true),
    feed: z.string(),
    scopes: z.array(z.string()),
    expires_at: time.nullable(),
  })
  .meta({ id: 'Entitlement', description: 'Access to the package feed.' });
