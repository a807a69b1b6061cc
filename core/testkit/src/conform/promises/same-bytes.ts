import type { PluginPromise } from '../plugin-promise.js';

export const sameBytes: PluginPromise = {
  id: 'same_bytes',
  says: 'The same request at the same time gives the same bytes.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    return (await subject.runs()).flatMap(({ request, answers }) => {
      const [first, second] = answers.map((answer) => ('refused' in answer ? undefined : JSON.stringify(answer.result)));
      if (first === second) return [];
      return [`${request.mode} answered ${JSON.stringify(request.body).slice(0, 200)} in two ways:\n${first}\n${second}`];
    });
  },
};
