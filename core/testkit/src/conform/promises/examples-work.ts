import type { PluginPromise } from '../plugin-promise.js';

export const examplesWork: PluginPromise = {
  id: 'examples_work',
  says: 'Every mode has an example, and every request that is said to work does.',
  appliesTo: ({ definition }) => (definition.modes ?? []).length > 0,
  async look(subject) {
    const tried = new Set(subject.requests.map(({ mode }) => mode));
    const without = (subject.definition.modes ?? [])
      .filter(({ name }) => !tried.has(name))
      .map(({ name }) => `mode ${name} has no example, and conform.json has no request for it`);
    const failed = (await subject.runs()).flatMap(({ request, answers }) =>
      answers.flatMap((answer) => {
        const body = JSON.stringify(request.body).slice(0, 200);
        if ('refused' in answer) return [`${request.mode} refuses ${body}: ${answer.refused}`];
        if (answer.status === 'succeeded') return [];
        return [`${request.mode} with ${body}: the job ended as ${answer.status}, ${answer.error?.slug ?? 'no slug'}`];
      }),
    );
    const causes = failed.length === 0 ? [] : subject.complaints.map((line) => `log: ${line.trim().slice(0, 600)}`);
    return [...without, ...new Set(failed), ...new Set(causes)];
  },
};
