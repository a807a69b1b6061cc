import type { Words } from '@ostiary/report';
import type { StatedCode } from '../../verify/index.js';

/** What became of a role that the document states and the catalogue does not. docs/graph/formats/bpmn.md says more. */
export const ROLE_TEXTS: ReadonlyMap<string, Words> = new Map<StatedCode, Words>(
  Object.entries({
    taken: {
      en: 'The file says that {tool} undoes {step}, and the catalogue does not. Saga rules follow the file, but no verdict is better because of it: set `compensates` in the catalogue.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e o catálogo não. As regras de sagas seguem o ficheiro, mas nenhum veredito é melhor por isso: indique `compensates` no catálogo.',
    },
    said_otherwise: {
      en: 'The file says that {tool} undoes {step}; the catalogue names another tool for that step, or another step for that tool, and the catalogue counts.',
      pt: 'O ficheiro diz que {tool} desfaz {step}; o catálogo nomeia outra ferramenta para esse passo, ou outro passo para essa ferramenta, e é o catálogo que conta.',
    },
    step_unknown: {
      en: 'The file says that {tool} undoes {step}, which is not in the catalogue. No rule is made from it.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, que não está no catálogo. Não se faz nenhuma regra disso.',
    },
    cannot_be: {
      en: 'The file says that {tool} undoes {step}. What the catalogue or the file says about the two contradicts this, so it is ignored.',
      pt: 'O ficheiro diz que {tool} desfaz {step}. O que o catálogo ou o ficheiro dizem das duas contradiz isto, e por isso é ignorado.',
    },
    several: {
      en: 'The file says that {tool} undoes {step}, and that another tool does too. The catalogue must say which one does.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e que outra ferramenta também. O catálogo tem de dizer qual delas o faz.',
    },
  } satisfies Record<StatedCode, Words>) as [StatedCode, Words][],
);
