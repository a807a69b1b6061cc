import type { Words } from '@ostiary/report';
import type { SagaCode } from '../../model/index.js';

/** Why a step of a path matters for a saga: what it commits or undoes, and by its rule what must not happen there. */
export const SAGA_WHY: Readonly<Record<SagaCode | 'committed' | 'undone' | 'pivot_passed' | 'undoing', Words>> = {
  committed: { en: '{fact} is done here, and stands.', pt: '{fact} faz-se aqui, e fica feita.' },
  undone: { en: '{fact} is undone here.', pt: '{fact} desfaz-se aqui.' },
  pivot_passed: { en: 'The point of no return is passed here.', pt: 'Passa-se aqui o ponto sem retorno.' },
  undoing: { en: 'Undoing begins here.', pt: 'Começa-se aqui a desfazer.' },
  SG1: {
    en: 'The run fails and ends here, and the step is not undone.',
    pt: 'A execução falha e acaba aqui, e o passo não é desfeito.',
  },
  SG2: {
    en: 'It is undone here, while a step that was done later still stands.',
    pt: 'É desfeito aqui, com um passo feito depois ainda de pé.',
  },
  SG3: { en: 'It is undone here, after the point of no return.', pt: 'É desfeito aqui, depois do ponto sem retorno.' },
  SG4: {
    en: 'The run ends here, and the step has not got through since the point of no return.',
    pt: 'A execução acaba aqui, e o passo não chegou ao fim desde o ponto sem retorno.',
  },
  SG5: {
    en: 'It is undone here though it was not done, or a second time.',
    pt: 'É desfeito aqui sem ter sido feito, ou pela segunda vez.',
  },
  SG6: {
    en: 'This may fail, and what came before cannot be undone.',
    pt: 'Isto pode falhar, e o que veio antes não se pode desfazer.',
  },
  SG7: {
    en: 'The compensation has failed, and that ends the run.',
    pt: 'A compensação falhou, e isso acaba a execução.',
  },
  SG8: { en: 'The step begins here, though undoing has begun.', pt: 'O passo começa aqui, embora já se desfaça.' },
  SG9: {
    en: 'It is called again here, with the same arguments.',
    pt: 'É chamada aqui outra vez, com os mesmos argumentos.',
  },
};
