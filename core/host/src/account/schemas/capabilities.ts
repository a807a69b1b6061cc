import { z } from 'zod';
import { facts, limits, profile, time } from './common.js';

const upload = z
  .strictObject({
    purpose: z.string().meta({ description: 'What POST /v1/uploads names it by.' }),
    max_bytes: z.int().meta({ description: 'Largest file.' }),
    media_types: z.array(z.string()).meta({ description: 'What `media_type` may be.' }),
    modes: z.array(z.string()).meta({ description: 'Modes whose requests may name such a file.' }),
  })
  .meta({ id: 'UploadCapability', description: 'A purpose files can be uploaded for.' });

const mode = z
  .strictObject({
    mode: z.string(),
    title: z.string(),
    granted: z.boolean().meta({ description: 'Whether this key carries the grant and the account may use it.' }),
    grant: z.string(),
    profiles: z.array(z.string()).meta({ description: 'Profiles it can be used with here.' }),
    inline_max_bytes: z.int().meta({ description: 'Largest request taken inline.' }),
    sync_wait_max_s: z.int().meta({ description: 'Longest wait for the answer within the request, seconds.' }),
    needs_upload: z
      .array(z.string())
      .meta({ description: 'Purposes of the files that every request of it names: they are uploaded first.' }),
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
    uploads: z.array(upload),
    profiles: z.array(profile),
    limits,
    facts,
  })
  .meta({ id: 'Capabilities', description: 'What a key can do here.' });
