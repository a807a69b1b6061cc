import type { PluginPromise } from '../plugin-promise.js';
import type { Seen } from '../spy.js';

/** Ids that the host gives, each only once: of files, jobs, requests. */
const HOST_ID = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

export const sameBytes: PluginPromise = {
  id: 'same_bytes',
  says: 'The same request at the same time gives the same bytes, in the result and in the files.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const attempts = (await subject.observed()).filter((seen) => seen.solved);
    return [...Map.groupBy(attempts, ({ mode, given }) => `${mode} ${given}`)].flatMap(([request, alike]) => {
      const made = [...new Set(alike.map(bytesOf))];
      if (made.length < 2) return [];
      return [
        `${request.slice(0, 200)} was answered in ${made.length} ways`,
        ...made.map((bytes) => `  ${bytes.slice(0, 2_000)}`),
      ];
    });
  },
};

function bytesOf({ result, artefacts }: Seen): string {
  const text = JSON.stringify(result).replaceAll(HOST_ID, '<id>');
  return `${text} ${artefacts.map(({ kind, sha256 }) => `${kind} ${sha256}`).join(', ')}`.trim();
}
