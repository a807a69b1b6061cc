import { randomUUID } from 'node:crypto';
import type { Logger } from '@ostiary/plugin-api';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Purpose, Sealing } from './sealing.js';

/** Values are asked for so long, again and again: a message to nobody is lost, and whoever holds them may just be coming back. */
const PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 250;

const AskMessage = z.strictObject({
  to: z.uuid(),
  jobId: z.string().max(100),
  attempt: z.int(),
  accountId: z.string().max(100),
  publicKey: z.string().max(200),
  mac: z.string().max(100),
});
const SealedMessage = z.strictObject({ publicKey: z.string().max(200), nonce: z.string().max(50), box: z.string() });

interface ExchangeOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly sealing: Sealing;
  /** The bytes of a job's values, where this process holds them. */
  readonly heldHere: (jobId: string, accountId: string) => Buffer | undefined;
  readonly log: Logger;
}

/**
 * Hands values from the process that holds them to the one that runs the job, through Redis pub/sub, which keeps no
 * message. What travels is sealed all the same: a slow log or a proxy may keep it.
 */
export class RedisExchange {
  readonly #publish: Redis;
  readonly #hear: Redis;
  readonly #askChannel: string;

  constructor(private readonly options: ExchangeOptions) {
    const settings = { maxRetriesPerRequest: null, connectTimeout: 2_000, lazyConnect: true };
    this.#publish = new Redis(options.redisUrl, settings);
    this.#hear = new Redis(options.redisUrl, settings);
    this.#askChannel = `${options.prefix}:unstored:ask`;
    // The other connections of this process tell that Redis is away.
    for (const redis of [this.#publish, this.#hear]) redis.on('error', () => undefined);
    this.#hear.on('message', (channel: string, message: string) => {
      if (channel === this.#askChannel) this.#answer(message);
    });
  }

  /** Begins to hear asks; while Redis is away, as soon as it is back. */
  start(): void {
    this.#hear.subscribe(this.#askChannel).catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'values that are never stored cannot be handed to other processes');
    });
  }

  /** The JSON of a job's values, from whichever process holds them; undefined when none has answered in five seconds. */
  async fetch(purpose: Purpose, signal: AbortSignal): Promise<Buffer | undefined> {
    const { ask, open } = this.options.sealing.ask(purpose);
    const to = randomUUID();
    const channel = `${this.options.prefix}:unstored:answer:${to}`;
    const message = JSON.stringify({ to, ...ask });
    let timer: NodeJS.Timeout | undefined;
    let hear: (from: string, text: string) => void = () => undefined;
    const answered = new Promise<Buffer | undefined>((resolve) => {
      const end = setTimeout(resolve, PATIENCE_MS, undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      hear = (from, text) => {
        const bytes = from === channel ? this.#opened(text, open) : undefined;
        if (bytes === undefined) return;
        clearTimeout(end);
        resolve(bytes);
      };
      this.#hear.on('message', hear);
      const send = (): void => {
        // Commands wait while Redis is away, and what waits is asked for once only.
        if (this.#publish.status === 'ready' || this.#publish.status === 'wait')
          this.#publish.publish(this.#askChannel, message).catch(() => undefined);
      };
      this.#hear.subscribe(channel).then(send, () => undefined);
      timer = setInterval(send, ASK_EVERY_MS);
    });
    try {
      return await answered;
    } finally {
      clearInterval(timer);
      this.#hear.off('message', hear);
      this.#hear.unsubscribe(channel).catch(() => undefined);
    }
  }

  close(): void {
    this.#hear.disconnect();
    this.#publish.disconnect();
  }

  #opened(text: string, open: ReturnType<Sealing['ask']>['open']): Buffer | undefined {
    const sealed = readMessage(SealedMessage, text);
    return sealed === undefined ? undefined : open(sealed);
  }

  #answer(text: string): void {
    const message = readMessage(AskMessage, text);
    if (message === undefined) return;
    const { to, ...ask } = message;
    const { sealing, heldHere, prefix, log } = this.options;
    const bytes = heldHere(ask.jobId, ask.accountId);
    if (bytes === undefined) return;
    if (!sealing.isOurs(ask)) return log.warn({ job: ask.jobId }, 'values were asked for by a stranger');
    this.#publish
      .publish(`${prefix}:unstored:answer:${to}`, JSON.stringify(sealing.seal(ask, bytes)))
      .catch((error: unknown) => log.warn({ err: error, job: ask.jobId }, 'values could not be handed over'));
  }
}

/** A message, or undefined for what nobody of ours has sent: anyone who reaches Redis can publish. */
function readMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
