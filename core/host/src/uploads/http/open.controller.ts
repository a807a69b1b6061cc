import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { type Principal, ProblemError, type PurposeDeclaration, Route, type Text } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { UploadStore } from '../store.js';
import { Upload, UploadRequest, uploadView } from './upload-view.js';

@Controller('v1/uploads')
export class OpenUploadController {
  constructor(
    @Inject(UploadStore) private readonly store: UploadStore,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
  ) {}

  @Post()
  @HttpCode(201)
  @Route({
    operationId: 'openUpload',
    summary: 'Open an upload',
    description:
      'Says what file will be sent: what it is for, its size and its sha256. Its bytes are then sent to `content_path`, whole or in parts. A complete upload is named in a job by `{"upload_id": "..."}`.',
    access: { kind: 'any_key' },
    body: UploadRequest,
    answers: [
      { status: 201, when: 'The upload is open. `content_path` takes its bytes until `expires_at`.', body: Upload },
      {
        status: 400,
        when: 'The body is not valid: not JSON, an unknown purpose, a media type that the purpose does not take, no size, a sha256 that is none; or the account has too many open uploads, or too many bytes.',
        slugs: ['invalid_request', 'invalid_json', 'unsupported_media_type', 'upload_quota'],
      },
      UNAUTHENTICATED,
      { status: 413, when: 'The file, or the body, is larger than it may be.', slugs: ['payload_too_large'] },
    ],
  })
  async open(
    @CurrentPrincipal() { accountId }: Principal,
    @Body() body: z.output<typeof UploadRequest>,
  ): Promise<z.output<typeof Upload>> {
    const { purpose, size } = body;
    const declared = this.registry.purposes.get(purpose);
    if (declared === undefined) throw refused('/purpose', 'unknown_purpose', this.purposesHere());
    const mediaType = mediaTypeOf(body.media_type, declared);
    if (size > declared.maxBytes) {
      const limit = declared.maxBytes;
      throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
    }
    const upload = await this.store.open({
      accountId,
      purpose,
      mediaType,
      fileName: body.file_name ?? null,
      size,
      sha256: body.sha256.toLowerCase(),
    });
    if (upload === null) throw new ProblemError('upload_quota');
    return uploadView(upload, 0);
  }

  private purposesHere(): Text {
    const names = [...this.registry.purposes.keys()].toSorted().join(', ');
    return names === ''
      ? { en: 'Nothing is uploaded here.', pt: 'Aqui não se carrega nada.' }
      : {
          en: `There is no such purpose here; there are: ${names}.`,
          pt: `Não existe tal fim aqui; existem: ${names}.`,
        };
  }
}

/** The media type without its parameters. @throws ProblemError when the purpose does not take it */
function mediaTypeOf(given: string, { mediaTypes }: PurposeDeclaration): string {
  const [bare = ''] = given.toLowerCase().split(';');
  const mediaType = bare.trim();
  if (mediaTypes.includes(mediaType)) return mediaType;
  const list = mediaTypes.join(', ');
  throw refused('/media_type', 'media_type_not_taken', {
    en: `The purpose takes ${list}.`,
    pt: `Este fim aceita ${list}.`,
  });
}

function refused(pointer: string, slug: string, detail: Text): ProblemError {
  return new ProblemError('invalid_request', { errors: [{ pointer, slug, detail }] });
}
