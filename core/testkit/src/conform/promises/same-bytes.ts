import type { PluginPromise } from '../plugin-promise.js';
import type { Seen } from '../spy.js';

/** Ids that the host gives, each only once: of files, jobs, requests. */
const HOST_ID = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

export const sameBytes: PluginPromise = {
  id: 'same_bytes',
  says: 'The same request at the same time gives the same bytes, in the result and in the files.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const seen = await subject.observed();
    return (await subject.runs()).flatMap(({ request, answers }) => {
      const jobs = answers.flatMap((answer) => ('refused' in answer ? [] : [answer.id]));
      const attempts = seen.filter(({ jobId, solved }) => solved && jobId !== null && jobs.includes(jobId));
      const made = [...new Set(attempts.map(bytesOf))];
      if (made.length < 2) return [];
      const told = `${request.mode} ${JSON.stringify(request.body).slice(0, 200)} was answered in ${made.length} ways`;
      return [told, ...made.map((bytes) => `  ${bytes.slice(0, 2_000)}`)];
    });
  },
};

function bytesOf({ result, artefacts }: Seen): string {
  const text = JSON.stringify(result).replaceAll(HOST_ID, '<id>');
  return `${text} ${artefacts.map(({ kind, sha256 }) => `${kind} ${sha256}`).join(', ')}`.trim();
}
