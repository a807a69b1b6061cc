import { buffer } from 'node:stream/consumers';
import { type InputFile, type InputRef, ProblemError, type PurposeDeclaration, type Text } from '@ostiary/plugin-api';
import { readJson, UnreadableJson } from '../text/json.js';
import { type FileRef, isFile } from './file-ref.js';
import { POLICY_PLACES, type PolicyInput } from './policy.js';

/** Text has no NUL; what has one is an image, an archive, or text in UTF-16. */
const isText = (start: Uint8Array): boolean => !start.includes(0);

/** The purposes that every plugin declares which takes policies and catalogues by upload. */
export const catalogueAndPolicy = {
  policy: { maxBytes: 1024 * 1024, mediaTypes: ['text/plain', 'application/octet-stream'], recognise: isText },
  catalogue: { maxBytes: 4 * 1024 * 1024, mediaTypes: ['application/json'], recognise: isText },
} as const satisfies Readonly<Record<string, PurposeDeclaration>>;

/** Opens the files of a request. */
export type OpenFile = (reference: InputRef) => Promise<InputFile>;

/**
 * The request with the text of its policy and its catalogue in place of the files that hold them.
 * @throws ProblemError `invalid_request` for a file that cannot be read
 */
export async function withFiles<Request extends { readonly policy: PolicyInput; readonly catalogue?: unknown }>(
  request: Request,
  open: OpenFile,
  at = POLICY_PLACES,
): Promise<Request> {
  const { policy, catalogue } = request;
  return {
    ...request,
    ...(isFile(policy) && { policy: await fileText(policy, open, at.policy) }),
    ...(isFile(catalogue) && { catalogue: await catalogueJson(catalogue, open, at.catalogue) }),
  };
}

/**
 * The text of a file.
 * @param pointer where the request names it
 * @throws ProblemError `invalid_request` when it is not UTF-8
 */
export async function fileText(file: FileRef, open: OpenFile, pointer: string): Promise<string> {
  const { size, stream } = await open(file);
  const bytes = size === 0 ? Buffer.alloc(0) : await buffer(await stream());
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(pointer, { en: 'The file is not valid UTF-8.', pt: 'O ficheiro não é UTF-8 válido.' });
  }
}

/**
 * The JSON of a catalogue's file.
 * @param pointer where the request names it
 * @throws ProblemError `invalid_request` when it cannot be read
 */
export async function catalogueJson(file: FileRef, open: OpenFile, pointer: string): Promise<unknown> {
  const text = await fileText(file, open, pointer);
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw unreadable(pointer, error.detail);
  }
}

function unreadable(pointer: string, detail: Text): ProblemError {
  return new ProblemError('invalid_request', { errors: [{ pointer, slug: 'file_unreadable', detail }] });
}
