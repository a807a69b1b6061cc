import type { ProblemDeclaration } from '@ostiary/plugin-api';
import type { PluginPromise } from '../plugin-promise.js';

const PARTS = ['title', 'detail', 'help'] as const;

export const problemsInBothLanguages: PluginPromise = {
  id: 'problems_in_both_languages',
  says: 'Every problem is told in English and in Portuguese, with the same parameters.',
  appliesTo: ({ definition }) => Object.keys(definition.problems ?? {}).length > 0,
  look: ({ definition }) =>
    Object.entries(definition.problems ?? {}).flatMap(([slug, problem]) =>
      faultsOf(problem).map((fault) => `${slug}: ${fault}`),
    ),
};

function faultsOf(problem: ProblemDeclaration): readonly string[] {
  return PARTS.flatMap((part) => {
    const { en, pt } = problem[part];
    if (en.trim() === '' || pt.trim() === '') return [`${part} is empty in one language`];
    if (en === pt && / /.test(en)) return [`${part} is the same in both languages`];
    if (parametersOf(en) !== parametersOf(pt)) return [`${part} does not name the same {parameters} in both languages`];
    return [];
  });
}

function parametersOf(text: string): string {
  const names: string[] = text.match(/\{\w+\}/g) ?? [];
  return names.toSorted().join();
}
