import type { Readable } from 'node:stream';
import { z } from 'zod';

/** What may be uploaded under one purpose. Plugins that declare the same purpose declare it alike. */
export interface PurposeDeclaration {
  /** Largest file, bytes; at most 1 GiB. */
  readonly maxBytes: number;
  /** What `media_type` an upload may name, lower case and without parameters, e.g. `text/csv`. */
  readonly mediaTypes: readonly string[];
  /**
   * Tells from the beginning of a file (4,096 bytes, or all of a shorter one) whether it can be what the purpose says; what
   * cannot is refused before the rest of it is taken. Absent: any bytes.
   */
  readonly recognise?: (start: Uint8Array) => boolean;
}

/** How a request names a file: one that was uploaded, or one that a job made. */
export type InputRef = { readonly upload_id: string } | { readonly artifact_id: string };

/** A file that a request named. */
export interface InputFile {
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  /** As the upload was opened with, or the artefact was made with. */
  readonly mediaType: string;
  /** Where the file lies on this machine, to read only. A solver process is given this, never the bytes. */
  readonly path: () => Promise<string>;
  /** The bytes, or those from `first` to `last`, both counted from 0 and both included. */
  readonly stream: (range?: { readonly first: number; readonly last: number }) => Promise<Readable>;
}

/** Files that jobs of one mode make. */
export interface ArtefactOrigin {
  readonly mode: string;
  readonly kind: string;
}

/** What the schema says that read a reference. */
export type InputSpec = { readonly purpose: string } | { readonly madeBy: ArtefactOrigin };

/** The member of a JSON Schema that says of which purpose the file must be. */
export const INPUT_KEYWORD = 'x-upload-purpose';

/** The member of a JSON Schema that says which jobs must have made the file. */
export const ARTEFACT_KEYWORD = 'x-made-by';

const id = z.string().min(1).max(64);

const UploadReference = z
  .strictObject({ upload_id: id.describe('Id of a complete upload.') })
  .meta({ id: 'UploadReference', description: 'A file that was uploaded.' });

const ArtifactReference = z
  .strictObject({ artifact_id: id.describe('Id of an artefact of an earlier job.') })
  .meta({ id: 'ArtifactReference', description: 'A file that an earlier job made.' });

const AnyReference = z.union([UploadReference, ArtifactReference]);

/** Written by the schemas as they read a request. A value that was read twice was read by the same schema. */
const read = new WeakMap<object, InputSpec>();

/**
 * A file as a field of a mode's request: `{ "upload_id": "upl_..." }`. The host looks it up before `prepare`, refuses the request
 * when it cannot be used, and keeps it until the job has ended. `ctx.input` opens it. See docs/adr/0112.
 * @param purpose a purpose that this plugin or another enabled one declares in `purposes`
 * @param options `orArtefact`: a file that an earlier job made is taken too, as `{ "artifact_id": "art_..." }`
 */
export function input(purpose: string): z.ZodType<{ upload_id: string }, { upload_id: string }>;
export function input(purpose: string, options: { readonly orArtefact?: boolean }): z.ZodType<InputRef, InputRef>;
export function input(purpose: string, { orArtefact = false }: { readonly orArtefact?: boolean } = {}): z.ZodType {
  const spec: InputSpec = Object.freeze({ purpose });
  // Lazy, so that what is noted here is noted around the named type, and the contract refers to it.
  return z
    .lazy((): z.ZodType<InputRef> => (orArtefact ? AnyReference : UploadReference))
    .superRefine((reference) => void read.set(reference, spec))
    .meta({ description: 'A file.', [INPUT_KEYWORD]: purpose });
}

/**
 * A file that an earlier job of one mode made, as a field of a mode's request: `{ "artifact_id": "art_..." }`. No caller can have written it, so what it
 * says may be believed: results that are taken over, and where a search goes on.
 */
export function artefactOf(madeBy: ArtefactOrigin): z.ZodType<{ artifact_id: string }, { artifact_id: string }> {
  const spec: InputSpec = Object.freeze({ madeBy });
  return z
    .lazy(() => ArtifactReference)
    .superRefine((reference) => void read.set(reference, spec))
    .meta({ description: 'A file that an earlier job made.', [ARTEFACT_KEYWORD]: madeBy });
}

/** Whether a value of a checked request is a reference that an `input` schema read, and what that schema said; for the host. */
export function inputSpecOf(value: object): InputSpec | undefined {
  return read.get(value);
}
