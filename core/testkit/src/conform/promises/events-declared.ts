import type { PluginPromise } from '../plugin-promise.js';

export const eventsDeclared: PluginPromise = {
  id: 'events_declared',
  says: 'A mode sends events of the types it declares, with the payloads it declares.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const { modes = [], variants = [] } = subject.definition;
    const findings = (await subject.observed()).flatMap(({ mode, events }) => {
      const declared = [...modes.filter(({ name }) => name === mode), ...variants.filter((each) => each.mode === mode)];
      return events.flatMap(({ type, payload }) => {
        const schemas = declared.flatMap(({ progress = {} }) =>
          Object.hasOwn(progress, type) && progress[type] ? [progress[type]] : [],
        );
        if (schemas.length === 0) return [`${mode} sends the event ${type}, which it does not declare in progress`];
        if (schemas.some((schema) => schema.safeParse(payload).success)) return [];
        return [`${mode} sends the event ${type} with a payload that does not fit: ${JSON.stringify(payload)}`];
      });
    });
    return [...new Set(findings)];
  },
};
