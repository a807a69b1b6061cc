import { z } from 'zod';
import { limits, packages, profile, time } from './common.js';

const mode = z
  .strictObject({
    mode: z.string(),
    title: z.string(),
    granted: z.boolean().meta({ description: 'Whether this key carries the grant and the account may use it.' }),
    grant: z.string(),
    profiles: z.array(z.string()).meta({ description: 'Profiles it can be used with here.' }),
    inline_max_bytes: z.int().meta({ description: 'Largest request taken inline.' }),
    sync_wait_max_s: z.int().meta({ description: 'Longest wait for the answer within the request, seconds.' }),
    needs_upload: z.array(z.string()).meta({ description: 'Inputs that have to be uploaded first.' }),
  })
  .meta({ id: 'ModeCapability', description: 'A mode of POST /v1/solves.' });

const key = z
  .strictObject({ id: z.string(), name: z.string(), grants: z.array(z.string()), expires_at: time.nullable() })
  .meta({ id: 'CallingKey', description: 'The key that was sent.' });

export const Capabilities = z
  .strictObject({
    object: z.literal('capabilities'),
    authenticated: z.boolean(),
    key: key.nullable(),
    modes: z.array(mode),
    profiles: z.array(profile),
    limits,
    packages,
  })
  .meta({ id: 'Capabilities', description: 'What a key can do here.' });
