import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { type Principal, ProblemError, Route } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { requireGrant } from '../../auth/require-grant.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { ArtefactService } from '../artefact.service.js';
import { Downloads } from '../downloads.js';
import { signatureField } from '../signer.js';
import { ArtefactParams, NO_SUCH_ARTEFACT } from './answers.js';
import { ContentSender } from './content-sender.js';

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
    @Inject(ContentSender) private readonly sender: ContentSender,
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const artefact = await this.artefacts.find(principal.accountId, id);
    if (artefact === null) throw new ProblemError('not_found');
    for (const grant of artefact.needsGrants) this.require(grant, principal);
    if (artefact.expired)
      throw new ProblemError('artifact_expired', { extensions: { expired_at: artefact.expiresAt.toISOString() } });
    const { signature } = artefact;
    await this.sender.send(
      request,
      response,
      { ...artefact, account: artefact.accountId },
      { blobs: this.artefacts.blobs, reads: this.reads },
      signature ? { 'Artifact-Signature': signatureField(signature) } : {},
    );
  }

  /** A grant that no plugin declares here can be given to no key: then another key would not help, and the answer says so. */
  private require(grant: string, principal: Principal): void {
    if (!this.registry.grants.includes(grant))
      throw new ProblemError('missing_grant', { detail: SWITCHED_OFF, extensions: { required_grants: [grant] } });
    requireGrant(principal, grant);
  }
}
