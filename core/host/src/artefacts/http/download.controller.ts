import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import { ProblemError, Route, Services, type Logger, type Principal } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { requireGrant } from '../../auth/require-grant.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import type { ArtefactRecord } from '../artefact-record.js';
import { ArtefactService } from '../artefact.service.js';
import type { ByteRange } from '../blobs/blob-store.js';
import { Downloads } from '../downloads.js';
import { signatureField } from '../signer.js';
import { ArtefactParams, NO_SUCH_ARTEFACT } from './answers.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';

const DownloadHeaders = z.object({
  Range: z.string().optional().describe('One byte range, e.g. `bytes=0-99`.'),
  'If-Range': z
    .string()
    .optional()
    .describe('The ETag that the range is meant for; with any other the whole is answered.'),
});

const CONTENT_HEADERS = {
  'Content-Disposition': 'The name of the file.',
  ETag: 'The sha256 of the whole content, quoted.',
  'Accept-Ranges': 'Always `bytes`.',
  'Repr-Digest': 'Digest of the whole content (RFC 9530).',
  'Artifact-Signature': '`kid=<key>;sig=:<base64>:`: Ed25519 over the text `artifact/<id>/<sha256>`.',
};

const SWITCHED_OFF = {
  en: 'The file was made by a plugin that is not enabled here. It can be read again when the plugin is.',
  pt: 'O ficheiro foi feito por um plugin que não está ativo aqui. Poderá ser lido de novo quando o plugin estiver.',
};

@Controller('v1/artifacts')
export class DownloadController {
  constructor(
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(Downloads) private readonly reads: Downloads,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
  ) {}

  @Get(':id')
  @Route({
    operationId: 'downloadArtifact',
    summary: 'Download an artefact',
    description:
      'The bytes, with a strong ETag (the sha256) and `Repr-Digest`. One byte range can be asked for; any other Range is answered with the whole. Every read is logged.',
    access: { kind: 'any_key' },
    params: ArtefactParams,
    headers: DownloadHeaders,
    answers: [
      { status: 200, when: 'The whole content.', mediaType: '*/*', headers: CONTENT_HEADERS },
      {
        status: 206,
        when: 'The byte range asked for.',
        mediaType: '*/*',
        headers: { ...CONTENT_HEADERS, 'Content-Range': 'The range, and the size of the whole.' },
      },
      UNAUTHENTICATED,
      {
        status: 403,
        when: "The key lacks the grant of the job's mode, or a further one that the mode asks for files of this kind; or the account is suspended.",
        slugs: ['missing_grant', 'account_suspended'],
      },
      NO_SUCH_ARTEFACT,
      {
        status: 410,
        when: 'Its retention has ended. The record and the log of its reads can still be read.',
        slugs: ['artifact_expired'],
      },
    ],
  })
  async download(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Headers('range') rangeHeader: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const artefact = await this.artefacts.find(principal.accountId, id);
    if (artefact === null) throw new ProblemError('not_found');
    for (const grant of artefact.needsGrants) this.require(grant, principal);
    if (artefact.expired)
      throw new ProblemError('artifact_expired', { extensions: { expired_at: artefact.expiresAt.toISOString() } });
    const range = byteRange(rangeHeader, ifRange, etagOf(artefact), artefact.size);
    const read = await this.reads.begin(artefact.id, {
      principal,
      ip: request.ip ?? '',
      userAgent: request.headers['user-agent'] ?? null,
      range: range === null ? null : `${range.first}-${range.last}`,
    });
    await this.send({ accountId: principal.accountId, id: read }, response, headersOf(artefact, range), () =>
      this.artefacts.blobs.open(artefact.id, range ?? undefined),
    );
  }

  /** A grant that no plugin declares here can be given to no key: then another key would not help, and the answer says so. */
  private require(grant: string, principal: Principal): void {
    if (!this.registry.grants.includes(grant))
      throw new ProblemError('missing_grant', { detail: SWITCHED_OFF, extensions: { required_grants: [grant] } });
    requireGrant(principal, grant);
  }

  /** INVARIANT: however it ends, the log entry is completed. Before the headers are sent a failure is still an answer. */
  private async send(
    read: { readonly accountId: string; readonly id: string },
    response: Response,
    headers: ReadonlyMap<string, string>,
    open: () => Promise<Readable>,
  ): Promise<void> {
    let sent = 0;
    try {
      const content = await open();
      response.status(headers.has('Content-Range') ? 206 : 200).setHeaders(new Map(headers));
      content.on('data', (chunk: Buffer) => {
        sent += chunk.length;
      });
      await pipeline(content, response);
    } catch (error) {
      if (!response.headersSent) throw error;
      // A reader that goes away is no fault, and with the last byte in hand it may do so before we have closed.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
        this.log.error({ err: error, read: read.id }, 'an artefact could not be sent whole');
      response.destroy();
    } finally {
      await this.reads.end(
        read.accountId,
        read.id,
        sent,
        sent === Number(headers.get('Content-Length')) && response.headersSent ? 'complete' : 'aborted',
      );
    }
  }
}

function etagOf(artefact: ArtefactRecord): string {
  return `"${artefact.sha256}"`;
}

function headersOf(artefact: ArtefactRecord, range: ByteRange | null): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Content-Type', artefact.mediaType],
    ['Content-Disposition', attachment(artefact.name)],
    ['Content-Length', String(range === null ? artefact.size : range.last - range.first + 1)],
    ['Content-Security-Policy', "default-src 'none'; sandbox"],
    ['ETag', etagOf(artefact)],
    ['Accept-Ranges', 'bytes'],
    ['Repr-Digest', `sha-256=:${Buffer.from(artefact.sha256, 'hex').toString('base64')}:`],
  ]);
  if (artefact.signature) headers.set('Artifact-Signature', signatureField(artefact.signature));
  if (range !== null) headers.set('Content-Range', `bytes ${range.first}-${range.last}/${artefact.size}`);
  return headers;
}
