import { Inject, Injectable } from '@nestjs/common';
import { isRawNumber } from '@ostiary/json';
import {
  type ArtefactOrigin,
  type Clock,
  type InputFile,
  type InputRef,
  type InputSpec,
  inputSpecOf,
  type Principal,
  ProblemError,
  type ProblemItem,
  Services,
  type Text,
} from '@ostiary/plugin-api';
import type { ArtefactRecord } from '../artefacts/artefact-record.js';
import { ArtefactService } from '../artefacts/artefact.service.js';
import type { BlobStore } from '../artefacts/blobs/blob-store.js';
import { pointer } from '../http/body/parse.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { type Database, DATABASE } from '../storage/database.js';
import type { Upload } from '../uploads/entities/upload.js';
import { recognises } from '../uploads/recognise.js';
import { UploadStore } from '../uploads/store.js';
import { UPLOAD_BLOBS } from '../uploads/upload-blobs.js';
import { findJob } from './store/read.js';

/** A reference in a request, and where it stands. */
interface Named {
  readonly reference: InputRef;
  readonly spec: InputSpec;
  readonly pointer: string;
}

/** The files that requests name: looked up, kept while a job needs them, and opened. See docs/adr/0112. */
@Injectable()
export class JobInputs {
  constructor(
    @Inject(UploadStore) private readonly uploads: UploadStore,
    @Inject(UPLOAD_BLOBS) private readonly uploadBlobs: BlobStore,
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Checks every file that a request names and keeps the uploads among them for a job that may take `jobMs` from now.
   * @param request as its schema read it
   * @throws ProblemError `upload_not_usable` with the place of each that cannot be used
   */
  async admit(principal: Principal, request: unknown, jobMs: number): Promise<void> {
    const named = [...namedIn(request, [])];
    const ids = named.flatMap(({ reference }) => ('upload_id' in reference ? [reference.upload_id] : []));
    const kept =
      ids.length === 0 ? new Map<string, Upload>() : await this.uploads.keepFor(principal.accountId, ids, jobMs);
    const errors: ProblemItem[] = [];
    for (const { reference, spec, pointer: place } of named) {
      const fault =
        'upload_id' in reference
          ? await this.faultOfUpload(principal, reference.upload_id, kept.get(reference.upload_id), spec)
          : await this.faultOfArtefact(principal, reference.artifact_id, spec, jobMs);
      if (fault !== null) errors.push({ pointer: place, slug: 'upload_not_usable', detail: fault });
    }
    if (errors.length > 0) throw new ProblemError('upload_not_usable', { errors });
  }

  /** Opens what a reference of an admitted request names. */
  async open(accountId: string, reference: InputRef): Promise<InputFile> {
    if ('upload_id' in reference) {
      const upload = await this.uploads.find(accountId, reference.upload_id);
      if (upload === null || upload.completedAt === null) throw new Error('a file of a job is gone before the job');
      return fileOf(upload, this.uploadBlobs);
    }
    const artefact = await this.artefacts.find(accountId, reference.artifact_id);
    if (artefact === null || artefact.expired) throw new Error('a file of a job is gone before the job');
    return fileOf(artefact, this.artefacts.blobs);
  }

  private async faultOfUpload(
    { accountId }: Principal,
    id: string,
    upload: Upload | undefined,
    spec: InputSpec,
  ): Promise<Text | null> {
    if (upload === undefined) return (await this.uploads.find(accountId, id)) === null ? UNKNOWN : INCOMPLETE;
    if (!('purpose' in spec)) throw new Error('a schema that takes artefacts alone read an upload');
    const { purpose } = spec;
    if (upload.purpose === purpose) return null;
    return {
      en: `The upload was opened for ${upload.purpose}; here one for ${purpose} is needed.`,
      pt: `O upload foi aberto para ${upload.purpose}; aqui é preciso um para ${purpose}.`,
    };
  }

  private async faultOfArtefact(
    principal: Principal,
    id: string,
    spec: InputSpec,
    jobMs: number,
  ): Promise<Text | null> {
    const artefact = await this.artefacts.find(principal.accountId, id);
    // What the key may not download it may not put into a job either.
    if (artefact === null || !artefact.needsGrants.every((grant) => principal.grants.includes(grant)))
      return NO_ARTEFACT;
    if (artefact.expired || artefact.expiresAt.getTime() < this.clock.now().getTime() + jobMs) return EXPIRES;
    if ('madeBy' in spec) return (await this.isMadeBy(artefact, spec.madeBy)) ? null : otherOrigin(spec.madeBy);
    const declared = this.registry.purposes.get(spec.purpose);
    if (declared !== undefined && artefact.size > declared.maxBytes)
      return {
        en: `The artefact is larger than ${declared.maxBytes} bytes.`,
        pt: `O artefacto é maior do que ${declared.maxBytes} bytes.`,
      };
    const { blobs } = this.artefacts;
    return (await recognises(declared, artefact.size, (range) => blobs.open(id, range))) ? null : OTHER_CONTENT;
  }

  /** A job that is gone cannot be asked: its artefact counts as made by none. */
  private async isMadeBy({ accountId, jobId, kind }: ArtefactRecord, origin: ArtefactOrigin): Promise<boolean> {
    if (kind !== origin.kind) return false;
    return (await findJob(this.database.forAccount(accountId), accountId, jobId))?.mode === origin.mode;
  }
}

const UNKNOWN: Text = { en: 'There is no such upload.', pt: 'Não existe tal upload.' };
const INCOMPLETE: Text = { en: 'The upload is not complete.', pt: 'O upload não está completo.' };
const NO_ARTEFACT: Text = {
  en: 'There is no such artefact, or the key may not read it.',
  pt: 'Não existe tal artefacto, ou a chave não o pode ler.',
};
const EXPIRES: Text = {
  en: 'The artefact has expired, or might before the job ends.',
  pt: 'O artefacto expirou, ou poderia expirar antes do fim do trabalho.',
};
const OTHER_CONTENT: Text = {
  en: 'The beginning of the artefact is not that of a file of this purpose.',
  pt: 'O início do artefacto não é o de um ficheiro para este fim.',
};

const otherOrigin = ({ mode, kind }: ArtefactOrigin): Text => ({
  en: `It is no artefact of kind ${kind} of a job of mode ${mode} that is still kept.`,
  pt: `Não é um artefacto do tipo ${kind} de um trabalho do modo ${mode} que ainda exista.`,
});

function fileOf(
  { id, size, sha256, mediaType }: Pick<Upload, 'id' | 'size' | 'sha256' | 'mediaType'>,
  blobs: BlobStore,
): InputFile {
  return {
    size,
    sha256,
    mediaType,
    path: () => blobs.path(id),
    stream: (range) => blobs.open(id, range),
  };
}

function* namedIn(value: unknown, path: readonly string[]): Generator<Named> {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return;
  const spec = inputSpecOf(value);
  if (spec !== undefined) {
    yield { reference: value as InputRef, spec, pointer: pointer(path) };
    return;
  }
  for (const [key, member] of Object.entries(value)) yield* namedIn(member, [...path, key]);
}
