import { storableText } from '@ostiary/plugin-api';
import { z } from 'zod';
import type { Upload as UploadRecord } from '../entities/upload.js';

const time = z.iso.datetime({ precision: 3 });

/** Largest body of one request that brings a part; larger files are sent whole, or in several. */
export const PART_MAX_BYTES = 64 * 1024 * 1024;

export const UploadRequest = z
  .strictObject({
    purpose: z
      .string()
      .min(1)
      .max(64)
      .describe('What the file is for: one of the `uploads` that GET /v1/capabilities lists.'),
    size: z.int().min(1).describe('Bytes of the whole file.'),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/)
      .describe('Of the whole file, as 64 hexadecimal digits.'),
    media_type: z.string().min(1).max(200).describe('One of those that the purpose takes; parameters are left out.'),
    file_name: storableText().min(1).max(255).optional().describe('What you call it. Nothing here is named by it.'),
  })
  .meta({ id: 'UploadRequest', description: 'A file to be sent.' });

const UploadStatus = z
  .enum(['open', 'complete'])
  .meta({ id: 'UploadStatus', description: 'An expired one is not known any more.' });

export const Upload = z
  .strictObject({
    object: z.literal('upload'),
    id: z.string().describe('Id of the upload: `upl_` and a ULID.'),
    purpose: z.string(),
    media_type: z.string(),
    file_name: z.string().nullable(),
    status: UploadStatus,
    complete: z.boolean().describe('All bytes are here, and their sha256 is the declared one.'),
    size: z.int().min(1).describe('Bytes of the whole file.'),
    received: z.int().min(0).describe('Bytes that are here: the first byte to send next.'),
    sha256: z.string().describe('Of the whole file, hex.'),
    content_path: z.string().describe('Where its bytes are sent, with PUT.'),
    part_max_bytes: z.int().describe('Bytes of one part at most.'),
    created_at: time,
    expires_at: time.describe('Until then it can be filled and named. Every job that names it puts it off.'),
  })
  .meta({ id: 'Upload', description: 'A file that is sent before the job that needs it.' });

/** An upload as callers see it. */
export function uploadView(upload: UploadRecord, received: number): z.output<typeof Upload> {
  const complete = upload.completedAt !== null;
  return {
    object: 'upload',
    id: upload.id,
    purpose: upload.purpose,
    media_type: upload.mediaType,
    file_name: upload.fileName ?? null,
    status: complete ? 'complete' : 'open',
    complete,
    size: upload.size,
    received,
    sha256: upload.sha256,
    content_path: `/v1/uploads/${upload.id}/content`,
    part_max_bytes: PART_MAX_BYTES,
    created_at: upload.createdAt.toISOString(),
    expires_at: upload.expiresAt.toISOString(),
  };
}
