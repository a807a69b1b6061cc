import { EventSourceParserStream } from 'eventsource-parser/stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { answered, type Schemas, type Service } from './service.js';
import { causeOf, NoAnswer } from './service-error.js';

/** What is told of a job while it goes on. Events of a mode have further members. */
export interface JobEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly status: Schemas['SolveStatus'];
  readonly progress?: { readonly phase: string; readonly done: number; readonly total: number | null };
}

const isEnded = (status: Schemas['SolveStatus']): boolean => status !== 'queued' && status !== 'running';

/** A stream that breaks is opened again behind the last event; so often without a new one. */
const BREAKS = 5;

/** The events of a job: those that have happened, and those to come until it has ended. */
export async function* follow({ api, url }: Service, id: string): AsyncGenerator<JobEvent> {
  let after = 0;
  for (let breaks = 0; ; breaks++) {
    const stream = await answered(
      api.GET('/v1/solves/{id}/events', {
        params: { path: { id }, ...(after > 0 && { header: { 'Last-Event-ID': String(after) } }) },
        parseAs: 'stream',
      }),
    );
    try {
      if (stream !== null)
        for await (const event of eventsOf(stream)) {
          breaks = 0;
          after = event.seq;
          yield event;
          if (isEnded(event.status)) return;
        }
    } catch (error) {
      if (breaks >= BREAKS) throw new NoAnswer(url, causeOf(error));
    }
    // A job that was ended long ago may have no events any more.
    const { status } = await answered(api.GET('/v1/solves/{id}', { params: { path: { id } } }));
    if (isEnded(status) && breaks > 0) return;
    if (breaks >= BREAKS) throw new NoAnswer(url, 'events');
    await sleep(500 * breaks);
  }
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<JobEvent> {
  const events = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield JSON.parse(data) as JobEvent;
}
