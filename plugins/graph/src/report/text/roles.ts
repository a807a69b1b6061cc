import type { Words } from '@ostiary/report';
import type { StatedCode } from '../../verify/index.js';

/** What became of a role that the document states and the catalogue does not. docs/graph/formats/bpmn.md says more. */
export const ROLE_TEXTS: ReadonlyMap<string, Words> = new Map<StatedCode, Words>(
  Object.entries({
    taken: {
      en: 'The file says that {tool} undoes {step}, and the catalogue does not. Rules of sagas take it so, but nothing is better by it: say `compensates` in the catalogue.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e o catálogo não. As regras de sagas tomam-no assim, mas nada melhora com isso: diga `compensates` no catálogo.',
    },
    said_otherwise: {
      en: 'The file says that {tool} undoes {step}; the catalogue names another tool for that step, or another step for that tool, and it holds.',
      pt: 'O ficheiro diz que {tool} desfaz {step}; o catálogo nomeia outra ferramenta para esse passo, ou outro passo para essa ferramenta, e vale o catálogo.',
    },
    step_unknown: {
      en: 'The file says that {tool} undoes {step}, which is not in the catalogue. Nothing is asked of it.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, que não está no catálogo. Nada se pergunta sobre ele.',
    },
    cannot_be: {
      en: 'The file says that {tool} undoes {step}. By what the catalogue or the file says of the two it cannot be so, and it is left out.',
      pt: 'O ficheiro diz que {tool} desfaz {step}. Pelo que o catálogo ou o ficheiro dizem das duas não pode ser, e fica de fora.',
    },
    several: {
      en: 'The file says that {tool} undoes {step}, and that another tool does. Which of them does, the catalogue says.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e que outra ferramenta também. Qual delas o faz, di-lo o catálogo.',
    },
  } satisfies Record<StatedCode, Words>) as [StatedCode, Words][],
);
