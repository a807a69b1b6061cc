import { createHash } from 'node:crypto';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { answered, type Schemas, type Service } from './service.js';

export type Artefact = Schemas['Artifact'];

/** The files of a job. */
export async function artefactsOf({ api }: Service, job: string): Promise<readonly Artefact[]> {
  const { data } = await answered(api.GET('/v1/solves/{job_id}/artifacts', { params: { path: { job_id: job } } }));
  return data;
}

/**
 * The bytes of a file, as they were when it was made.
 * @throws CommandError when other bytes arrive than the service says they are
 */
export async function download({ api }: Service, { id, name, sha256 }: Artefact): Promise<Buffer> {
  const content = await answered(api.GET('/v1/artifacts/{id}', { params: { path: { id } }, parseAs: 'arrayBuffer' }));
  const bytes = Buffer.from(content);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new CommandError(
    {
      en: `${name} did not arrive as it is: its SHA-256 is another one.`,
      pt: `${name} não chegou como é: o seu SHA-256 é outro.`,
    },
    EXIT.service,
  );
}
