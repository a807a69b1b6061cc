import { ProgressBar } from '../show/progress.js';
import type { Screen } from '../show/screen.js';
import { follow, type JobEvent } from './events.js';
import { answered, type Schemas, type Service } from './service.js';

export type Job = Schemas['Solve'];

export const readJob = ({ api }: Service, id: string): Promise<Job> =>
  answered(api.GET('/v1/solves/{id}', { params: { path: { id } } }));

/**
 * Follows a job to its end, with a bar where there is a terminal.
 * @param onEvent told of every event
 * @returns the job as it ended
 */
export async function watchJob(
  service: Service,
  id: string,
  { language }: Pick<Screen, 'language'>,
  onEvent: (event: JobEvent) => void = () => undefined,
): Promise<Job> {
  const bar = new ProgressBar(id, language);
  let startedAt: number | null = null;
  try {
    for await (const event of follow(service, id)) {
      const at = Date.parse(event.at);
      if (event.type === 'job.started') startedAt = at;
      const { progress } = event;
      if (progress !== undefined && progress.total !== null)
        bar.draw({ done: progress.done, total: progress.total, passedMs: at - (startedAt ?? at) });
      else bar.clear();
      onEvent(event);
    }
  } finally {
    bar.clear();
  }
  return readJob(service, id);
}

export const hasSucceeded = ({ status }: Pick<Job, 'status'>): boolean => status === 'succeeded';
