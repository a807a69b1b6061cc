import { z } from 'zod';
import { profile } from './common.js';

export const ProfileList = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(profile),
    has_more: z.literal(false),
    next_cursor: z.null(),
  })
  .meta({ id: 'ProfileList', description: 'The profiles of the deployment.' });
