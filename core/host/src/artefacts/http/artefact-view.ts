import type { FileRead } from '@ostiary/plugin-api';
import { z } from 'zod';
import type { ArtefactRecord } from '../artefact-record.js';

const time = z.iso.datetime({ precision: 3 });

const ArtifactSignature = z
  .object({
    alg: z.literal('Ed25519'),
    kid: z.string().describe('Id of the key.'),
    value: z.string().describe('The signature, base64.'),
  })
  .meta({
    id: 'ArtifactSignature',
    description:
      'Signature over the text `artifact/<id>/<sha256>`. GET /v1/version has the public keys of this service.',
  });

const ArtifactStatus = z.enum(['available', 'expired']).meta({
  id: 'ArtifactStatus',
  description:
    'Of an expired artefact the bytes are gone; this record and the log of its reads stay as long as `retention` of the account says.',
});

const ArtifactLinks = z
  .object({
    content: z.string().describe('Its bytes.'),
    access: z.string().describe('Who has read it.'),
    solve: z.string().describe('The job that made it.'),
  })
  .meta({ id: 'ArtifactLinks', description: 'Paths to an artefact and to what belongs to it.' });

export const Artifact = z
  .object({
    object: z.literal('artifact'),
    id: z.string().describe('Id of the artefact: `art_` and a ULID.'),
    solve_id: z.string().describe('The job that made it.'),
    kind: z
      .string()
      .describe(
        'What it is, in a word: `report`, `sarif`, `junit`, `findings`, `policy`, `rulebook`, `witness`, `proof`, `log`, `csv`, `jsonl`, `result` (the result of a job, too large to be inline), or a word of the mode.',
      ),
    name: z.string().describe('File name.'),
    media_type: z.string(),
    size: z.int().min(0).describe('Bytes.'),
    sha256: z.string().describe('Of the bytes, hex.'),
    signature: ArtifactSignature.nullable().describe(
      'By whom it is vouched for; null of artefacts older than signatures.',
    ),
    status: ArtifactStatus,
    created_at: time,
    expires_at: time,
    read_count: z.int().min(0).describe('Downloads begun.'),
    links: ArtifactLinks,
  })
  .meta({ id: 'Artifact', description: 'A file a job made.' });

export const ArtifactList = z
  .object({
    object: z.literal('list'),
    data: z.array(Artifact),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ArtifactList', description: 'Artefacts of a job, oldest first.' });

const ReadOutcome = z.enum(['started', 'complete', 'aborted']).meta({
  id: 'ArtifactReadOutcome',
  description: 'How a read ended. `started`: on its way, or the server was lost while it sent.',
});

export const ArtifactRead = z
  .object({
    object: z.literal('artifact_read'),
    id: z.string(),
    at: time,
    key_id: z.string(),
    key_name: z.string(),
    ip_prefix: z.string().describe('The network the request came from: /24 of IPv4, /48 of IPv6.'),
    user_agent: z.string().nullable(),
    range: z.string().nullable().describe('The byte range answered, e.g. `0-99`; null: the whole.'),
    bytes_sent: z.int().min(0),
    outcome: ReadOutcome,
  })
  .meta({ id: 'ArtifactRead', description: 'One read of an artefact.' });

export const ArtifactReadList = z
  .object({
    object: z.literal('list'),
    data: z.array(ArtifactRead),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Send it as `cursor` to get the next page.'),
  })
  .meta({ id: 'ArtifactReadList', description: 'Reads of an artefact, newest first.' });

export function artefactView(artefact: ArtefactRecord): z.output<typeof Artifact> {
  return {
    object: 'artifact',
    id: artefact.id,
    solve_id: artefact.jobId,
    kind: artefact.kind,
    name: artefact.name,
    media_type: artefact.mediaType,
    size: artefact.size,
    sha256: artefact.sha256,
    signature: artefact.signature && { alg: 'Ed25519', ...artefact.signature },
    status: artefact.expired ? 'expired' : 'available',
    created_at: artefact.createdAt.toISOString(),
    expires_at: artefact.expiresAt.toISOString(),
    read_count: artefact.readCount,
    links: {
      content: `/v1/artifacts/${artefact.id}`,
      access: `/v1/artifacts/${artefact.id}/access`,
      solve: `/v1/solves/${artefact.jobId}`,
    },
  };
}

export function readView(read: FileRead): z.output<typeof ArtifactRead> {
  return {
    object: 'artifact_read',
    id: read.id,
    at: read.at.toISOString(),
    key_id: read.keyId,
    key_name: read.keyName,
    ip_prefix: read.ipPrefix,
    user_agent: read.userAgent,
    range: read.range,
    bytes_sent: read.bytesSent,
    outcome: read.outcome,
  };
}
