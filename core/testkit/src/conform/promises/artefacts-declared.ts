import type { PluginPromise } from '../plugin-promise.js';

export const artefactsDeclared: PluginPromise = {
  id: 'artefacts_declared',
  says: 'A mode makes files of the kinds it declares.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const { modes = [] } = subject.definition;
    const findings = (await subject.observed()).flatMap(({ mode, artefacts }) => {
      const declared = modes.find(({ name }) => name === mode)?.artefacts ?? [];
      const kinds = new Set(declared.map((each) => (typeof each === 'string' ? each : each.kind)));
      return artefacts
        .filter(({ kind }) => !kinds.has(kind))
        .map(({ kind }) => `${mode} makes a file of kind ${kind}, which it does not declare in artefacts`);
    });
    return [...new Set(findings)];
  },
};
