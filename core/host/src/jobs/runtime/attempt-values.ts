import { type ArtefactWriter, Secret, type SolveContext, UNSTORED } from '@ostiary/plugin-api';
import type { UnstoredValues } from '../../unstored/held-values.js';
import { Redactor } from '../../unstored/redact.js';
import { membersOf } from '../../unstored/take-out.js';
import { UnstoredGone } from '../../unstored/unstored-gone.js';

/** The values of one attempt that are never stored: where they come from, and what the attempt says kept free of them. */
export class AttemptValues {
  private readonly redactor = new Redactor();
  private fetched: Promise<UnstoredValues> | undefined;

  constructor(
    /** Pointers that the mode names in `neverStored`. */
    private readonly declared: readonly string[],
    private readonly fetch: () => Promise<UnstoredValues | undefined>,
  ) {}

  /** @throws UnstoredGone when nobody holds them any more */
  async get(request: unknown, pointer: string): Promise<Secret | null> {
    if (!this.declared.includes(pointer)) throw new Error(`the mode names nothing at ${pointer} in neverStored`);
    if (memberAt(request, pointer) !== UNSTORED) return null;
    this.fetched ??= this.fetchOnce();
    const text = (await this.fetched).get(pointer);
    return text === undefined ? null : new Secret(text);
  }

  /** @throws Error when something that is about to be stored holds one of the values */
  refuseIn(given: unknown): void {
    const text = typeof given === 'string' ? given : (JSON.stringify(given) as string | undefined);
    if (text !== undefined && this.redactor.isIn(text))
      throw new Error('the mode gives out a value that is never stored');
  }

  /** What was thrown, without the values. */
  clean(thrown: unknown): unknown {
    return this.redactor.error(thrown);
  }

  /** The context of an attempt in which nothing that is stored or logged may hold one of the values. */
  guard(context: Omit<SolveContext, 'unstored'>, request: unknown): SolveContext {
    const unstored = (pointer: string): Promise<Secret | null> => this.get(request, pointer);
    if (this.declared.length === 0) return { ...context, unstored };
    return {
      ...context,
      unstored,
      log: this.redactor.log(context.log),
      progress: (update) => {
        this.refuseIn(update);
        context.progress(update);
      },
      event: async (type, payload) => {
        this.refuseIn(payload);
        await context.event(type, payload);
      },
      endRow: (row) => {
        this.refuseIn(row);
        context.endRow(row);
      },
      parts: (definition, requests, ...rest) => context.parts(definition, this.checked(requests), ...rest),
      artefact: async (options) => {
        this.refuseIn(options);
        return this.guardWriter(await context.artefact(options));
      },
    };
  }

  /** Requests of parts are stored as they are read. */
  private async *checked<Request>(requests: Iterable<Request> | AsyncIterable<Request>): AsyncGenerator<Request> {
    for await (const request of requests) {
      this.refuseIn(request);
      yield request;
    }
  }

  private async fetchOnce(): Promise<UnstoredValues> {
    const values = await this.fetch();
    if (values === undefined) throw new UnstoredGone();
    this.redactor.watch(values);
    return values;
  }

  /** Looks at each piece together with the end of the one before: a value may be cut in two. */
  guardWriter<Writer extends Pick<ArtefactWriter, 'write'> & { close(): Promise<unknown> }>(writer: Writer): Writer {
    if (this.declared.length === 0) return writer;
    let end = '';
    return {
      ...writer,
      write: async (chunk: string | Uint8Array) => {
        const text = end + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        this.refuseIn(text);
        const { longest } = this.redactor;
        end = longest === 0 ? '' : text.slice(-longest);
        await writer.write(chunk);
      },
    };
  }
}

function memberAt(request: unknown, pointer: string): unknown {
  return membersOf(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    request,
  );
}
