import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { artefactsOf, download } from '../client/artefacts.js';
import { hasSucceeded, watchJob } from '../client/jobs.js';
import { answered, openService, type Schemas, type Service } from '../client/service.js';
import { uploadFile } from '../client/uploads.js';
import type { Given } from '../command.js';
import { readText } from '../files/read.js';
import { save } from '../files/save.js';
import { ProgressBar } from '../show/progress.js';
import { clean, type Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';

/** A text of more than this goes by an upload: a body holds two mebibytes. */
const INLINE_CHARACTERS = 256 * 1024;

type File = { readonly upload_id: string };

/** What is sent: files by their names, and members of the request as they are. */
export interface Sent {
  readonly mode: 'forest' | 'forest_enumeration';
  readonly model: string;
  readonly compare?: string | undefined;
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly members: object;
}

/** A job that succeeded, and its result. */
export interface Answer<T> {
  readonly job: string;
  readonly result: T;
}

/**
 * Asks a service about a forest, follows the job to its end, and writes the files that were asked for.
 * @param files options that write a file, each with the kind of the artefact
 * @throws CommandError when the job did not succeed
 */
export async function askService<T>(
  given: Given,
  { mode, model, compare, texts, members }: Sent,
  files: readonly (readonly [option: string, kind: string])[],
  screen: Screen,
): Promise<Answer<T>> {
  const service = openService(screen);
  const { language } = screen;
  const [resume, profile] = [given.value('resume'), given.value('profile')];
  const body = {
    mode,
    language,
    ...(profile !== undefined && { profile }),
    model: await send(service, model, 'model', screen),
    ...(compare !== undefined && { compare_model: await send(service, compare, 'model', screen) }),
    ...(resume !== undefined && { resume: await leftBy(service, resume) }),
    ...(await textsOf(service, texts, screen)),
    ...members,
  };
  const begun = await answered(
    service.api.POST('/v1/solves', {
      params: { header: { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' } },
      body: body as Schemas['SolveRequest'],
    }),
  );
  const job = await watchJob(service, begun.id, screen);
  if (!hasSucceeded(job))
    throw new CommandError(
      {
        en: `Job ${job.id} ended as ${job.status}${job.error === null ? '' : `: ${job.error.detail} [${job.error.slug}]`}`,
        pt: `O trabalho ${job.id} terminou como ${job.status}${job.error === null ? '' : `: ${job.error.detail} [${job.error.slug}]`}`,
      },
      EXIT.service,
    );
  const artefacts = await artefactsOf(service, job.id);
  for (const [option, kind] of files) {
    const to = given.value(option);
    const file = artefacts.find((each) => each.kind === kind);
    if (to !== undefined && file !== undefined) save(to, await download(service, file));
  }
  const large = artefacts.find(({ kind }) => kind === 'result');
  if (large !== undefined)
    return { job: job.id, result: JSON.parse((await download(service, large)).toString('utf8')) as T };
  const whole = await answered(
    service.api.GET('/v1/solves/{id}', { params: { path: { id: job.id }, query: { include: 'result' } } }),
  );
  return { job: job.id, result: whole.result as T };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.onnx': 'application/onnx',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.jsonl': 'application/jsonl',
};

async function send(service: Service, name: string, purpose: string, { language }: Screen): Promise<File> {
  const bar = new ProgressBar(clean(basename(name)), language);
  const mediaType = MEDIA_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
  const file = statSync(name, { throwIfNoEntry: false });
  if (file?.isFile() !== true)
    throw new CommandError({ en: `There is no file ${name}.`, pt: `Não existe o ficheiro ${name}.` });
  if (file.size === 0) throw new CommandError({ en: `${name} is empty.`, pt: `${name} está vazio.` });
  const wish = { name, purpose, mediaType, onProgress: bar.draw.bind(bar) };
  const { id } = await uploadFile(service, wish).finally(() => bar.clear());
  return { upload_id: id };
}

/** What a job left open: a service goes on with what its own jobs wrote, and with no file that somebody sends. */
async function leftBy(service: Service, job: string): Promise<{ readonly artifact_id: string }> {
  const left = (await artefactsOf(service, job)).find(({ kind }) => kind === 'resume');
  if (left !== undefined) return { artifact_id: left.id };
  throw new CommandError({
    en: `Job ${clean(job)} left nothing open.`,
    pt: `O trabalho ${clean(job)} não deixou nada em aberto.`,
  });
}

/** Texts as they are; large ones as files. */
async function textsOf(
  service: Service,
  texts: Sent['texts'],
  screen: Screen,
): Promise<Readonly<Record<string, string | File>>> {
  const found: Record<string, string | File> = {};
  for (const [member, name] of Object.entries(texts)) {
    if (name === undefined) continue;
    const { text } = readText(name);
    const json = /^[\s\uFEFF]*[[{]/.test(text);
    const purpose = member === 'records' ? 'records' : 'property_table';
    found[member] = text.length <= INLINE_CHARACTERS && !json ? text : await send(service, name, purpose, screen);
  }
  return found;
}
