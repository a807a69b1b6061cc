import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  defineMode,
  definePlugin,
  defineProblems,
  type Files,
  ProblemError,
  Services,
  type SolveContext,
} from '@ostiary/plugin-api';
import { z } from 'zod';

const problems = defineProblems({
  probe_refused: {
    status: 400,
    title: { en: 'Refused by the provider', pt: 'Recusado pelo fornecedor' },
    detail: { en: 'The provider says: {told}', pt: 'O fornecedor diz: {told}' },
    help: {
      en: 'Only the verification of what is never stored answers this.',
      pt: 'Só a verificação do que nunca é guardado responde isto.',
    },
    retryable: false,
  },
});

const Request = z.strictObject({
  do: z.enum(['answer', 'sleep', 'throw', 'refuse', 'log', 'give_out', 'event', 'file', 'keep', 'pry', 'refuse_early']),
  /** Milliseconds, for `sleep`. */
  n: z.int().min(0).max(60_000).default(0),
  /** Is stored, logged and written into a file, like any other text: the search must find it there. */
  control: z.string().max(200).default(''),
  generation: z.strictObject({
    provider: z.string().max(100),
    key: z.string().min(4).max(200),
    prompt: z.string().max(1_000).optional(),
  }),
});
type Request = z.output<typeof Request>;

/** Keeps a text as a file of the plugin. */
@Injectable()
class Keeper {
  constructor(@Inject(Services.files) private readonly files: Files) {}

  async keep(account: string, text: string): Promise<void> {
    await this.files.store({ account, kind: 'log', name: 'probe.txt', mediaType: 'text/plain', expiresAt: null }, text);
  }
}

/** The mode of `ostiary admin verify-never-stored`: uses values that are never stored, in good ways and in bad ones. */
export const probe = definePlugin({
  id: 'never-stored-probe',
  grants: ['recite'],
  problems,
  providers: [Keeper],
  modes: [
    defineMode({
      name: 'recite',
      title: 'Use values that are never stored',
      grant: 'recite',
      request: Request,
      result: z.strictObject({ seen: z.string(), length: z.int(), prompt: z.int().nullable(), text: z.string() }),
      neverStored: ['/generation/key', '/generation/prompt'],
      progress: { 'recite.step': z.strictObject({ text: z.string() }) },
      artefacts: ['log'],
      limits: { inlineBytes: 10_000, seconds: 60 },
      prepare(request, ctx) {
        const key = ctx.unstored('/generation/key')?.reveal() ?? '';
        if (request.do === 'refuse_early')
          throw new ProblemError('probe_refused', { params: { told: `no such key: ${key}` } });
        return request;
      },
      async solve(request, ctx) {
        await sleep(request.do === 'sleep' ? request.n : 0, undefined, { signal: ctx.signal });
        const key = (await ctx.unstored('/generation/key'))?.reveal() ?? '';
        const prompt = await ctx.unstored('/generation/prompt');
        await use(request, key, ctx);
        const text = request.do === 'give_out' ? key : '';
        return { seen: request.generation.key, length: key.length, prompt: prompt?.reveal().length ?? null, text };
      },
    }),
  ],
});

async function use(request: Request, key: string, ctx: SolveContext): Promise<void> {
  switch (request.do) {
    case 'throw':
      throw new Error(`the provider says: no such key: ${key}`, { cause: new Error(key) });
    case 'refuse':
      throw new ProblemError('probe_refused', { params: { told: `no such key: ${key}` } });
    case 'log':
      ctx.log.warn({ said: { text: `key ${key}` }, err: new Error(key), control: request.control }, `they say ${key}`);
      return;
    case 'event':
      await ctx.event('recite.step', { text: key });
      return;
    case 'file':
      await writeFile(request.control === '' ? key : request.control, ctx);
      return;
    case 'keep':
      await ctx.own(Keeper).keep(ctx.accountId, `${request.control} ${request.generation.provider}`);
      return;
    case 'pry':
      await ctx.unstored('/generation/provider');
      return;
    default:
  }
}

async function writeFile(text: string, ctx: SolveContext): Promise<void> {
  const writer = await ctx.artefact({ kind: 'log', name: 'probe.log', mediaType: 'text/plain' });
  // In two pieces: a value cut in two is one all the same.
  await writer.write(text.slice(0, 5));
  await writer.write(text.slice(5));
  await writer.close();
}
