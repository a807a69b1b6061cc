import { Controller, Headers, Inject, Param, Put, Req, Res } from '@nestjs/common';
import { type Principal, ProblemError, Route } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { hasBody } from '../../http/body/content.js';
import { LARGEST_UPLOAD } from '../../plugins/purposes.js';
import { stateOf } from '../../http/request-state.js';
import type { Upload as UploadRecord } from '../entities/upload.js';
import { Receiver, type Sent } from '../receiver.js';
import { UploadStore } from '../store.js';
import { contentSha256 } from './content-digest.js';
import { type Part, partOf } from './content-range.js';
import { PART_MAX_BYTES, Upload, uploadView } from './upload-view.js';

const Params = z.object({ upload_id: z.string().describe('Id of the upload.') });

const ContentHeaders = z.object({
  'Content-Range': z
    .string()
    .optional()
    .describe(
      '`bytes FIRST-LAST/SIZE`: the body is this part, the next one. `bytes */SIZE` without a body asks how much is here. Absent: the body is the whole file.',
    ),
  'Content-Digest': z
    .string()
    .optional()
    .describe('`sha-256=:BASE64:` of the body (RFC 9530); checked before the part counts.'),
});

@Controller('v1/uploads')
export class UploadContentController {
  constructor(
    @Inject(UploadStore) private readonly store: UploadStore,
    @Inject(Receiver) private readonly receiver: Receiver,
  ) {}

  @Put(':upload_id/content')
  @Route({
    operationId: 'sendUploadContent',
    summary: "Send an upload's bytes",
    description:
      'The whole file, or its parts in order. After a break, ask with `Content-Range: bytes */SIZE` how much is here and go on from there. One request sends at a time; the others wait a few seconds for their turn.',
    access: { kind: 'any_key' },
    params: Params,
    headers: ContentHeaders,
    content: 'stream',
    bodyBytes: LARGEST_UPLOAD,
    answers: [
      {
        status: 200,
        when: 'The bytes are stored, or `received` was asked. `complete` says whether the file is whole. The same bytes sent again to a complete upload are answered so too.',
        body: Upload,
      },
      {
        status: 400,
        when: 'The upload is unknown, malformed, expired or of another account; the part is not the next one; fewer bytes than were said, or other ones; other bytes for a complete upload; not what the purpose says; or another request is sending. `received` says where to go on.',
        slugs: [
          'upload_unknown',
          'offset_mismatch',
          'checksum_mismatch',
          'upload_complete',
          'upload_busy',
          'content_not_recognised',
          'invalid_request',
        ],
        headers: { 'Retry-After': 'Seconds to wait before the next try, while another request is sending.' },
      },
      UNAUTHENTICATED,
      {
        status: 413,
        when: 'More bytes than were said. The connection is closed after the answer.',
        slugs: ['payload_too_large'],
      },
    ],
  })
  async send(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('upload_id') id: string,
    @Headers('content-range') contentRange: string | undefined,
    @Headers('content-digest') contentDigest: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.output<typeof Upload>> {
    try {
      const upload = await this.find(accountId, id);
      const part = partOf(contentRange, upload.size);
      if (part.kind !== 'ask') await this.accept(upload, part, request, contentSha256(contentDigest));
      else if (hasBody(request)) throw bodyWithQuestion();
      const now = await this.find(accountId, id);
      return uploadView(now, await this.receiver.received(now));
    } catch (error) {
      // The rest of the body is not read, and a caller who sends more than declared may send without end.
      const tooMuch = error instanceof ProblemError && error.slug === 'payload_too_large';
      if (tooMuch || !request.complete) response.setHeader('Connection', 'close');
      throw error;
    }
  }

  private async find(accountId: string, id: string): Promise<UploadRecord> {
    const found = await this.store.find(accountId, id);
    if (found === null) throw new ProblemError('upload_unknown');
    return this.receiver.settled(found);
  }

  private async accept(
    upload: UploadRecord,
    part: Exclude<Part, { kind: 'ask' }>,
    request: Request,
    sha256: string | null,
  ): Promise<void> {
    const stretch = part.kind === 'part' ? part : { first: 0, last: upload.size - 1 };
    const length = stretch.last - stretch.first + 1;
    const limit = part.kind === 'part' ? Math.min(length, PART_MAX_BYTES) : length;
    if (length > limit || Number(request.headers['content-length'] ?? 0) > limit)
      throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
    const sent: Sent = { bytes: counted(request), sha256, isGone: () => request.destroyed };
    if (upload.completedAt === null && (await this.receiver.take(upload, stretch, part.kind === 'whole', sent))) return;
    const complete = await this.find(upload.accountId, upload.id);
    if (!(await this.receiver.holds(complete, stretch, sent)))
      throw new ProblemError('upload_complete', { extensions: { received: upload.size } });
  }
}

/** The body, noted as it comes. Not destroyed when reading stops early: the answer goes over the same socket. */
async function* counted(request: Request): AsyncGenerator<Buffer> {
  const state = stateOf(request);
  state.bodyBytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    state.bodyBytes += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
}

function bodyWithQuestion(): ProblemError {
  return new ProblemError('invalid_request', {
    errors: [
      {
        pointer: '',
        slug: 'invalid_value',
        detail: {
          en: '`bytes */SIZE` asks how much is here and has no body.',
          pt: '`bytes */TAMANHO` pergunta quanto já chegou e não tem corpo.',
        },
      },
    ],
  });
}
