import type { SagaCode } from '../../model/index.js';
import type { SubjectText } from './subject-text.js';

/** The saga rules of P5. */
export const SAGA_SUBJECTS: Readonly<Record<SagaCode, SubjectText>> = {
  SG1: {
    name: { en: 'A step that stays half done', pt: 'Um passo que fica a meio' },
    meaning: {
      en: 'A run that fails must not end with a step done and not undone, unless the point of no return was passed.',
      pt: 'Uma execução que falha não deve acabar com um passo feito e não desfeito, a não ser que se tenha passado o ponto sem retorno.',
    },
    holds: {
      en: 'No run fails with {tool} done and not undone',
      pt: 'Nenhuma execução falha com {tool} feita e não desfeita',
    },
    breaks: {
      en: 'a run can fail with {tool} done and not undone',
      pt: 'uma execução pode falhar com {tool} feita e não desfeita',
    },
    advice: {
      en: 'Lead every failure after this step to its compensation.',
      pt: 'Leve cada falha depois deste passo à sua compensação.',
    },
  },
  SG2: {
    name: { en: 'Steps undone in the wrong order', pt: 'Passos desfeitos pela ordem errada' },
    meaning: {
      en: 'What was done last must be undone first.',
      pt: 'O que foi feito em último lugar tem de ser desfeito primeiro.',
    },
    holds: { en: '{tool} is undone in reverse order', pt: '{tool} é desfeita pela ordem inversa' },
    breaks: {
      en: '{tool} can be undone while a later step still stands',
      pt: '{tool} pode ser desfeita com um passo posterior ainda de pé',
    },
    advice: { en: 'Undo the later step first.', pt: 'Desfaça primeiro o passo posterior.' },
  },
  SG3: {
    name: { en: 'Undone after the point of no return', pt: 'Desfeito depois do ponto sem retorno' },
    meaning: {
      en: 'After the point of no return, nothing before it may be undone.',
      pt: 'Depois do ponto sem retorno não se pode desfazer nada do que veio antes.',
    },
    holds: {
      en: '{tool} is never undone after the point of no return',
      pt: '{tool} nunca é desfeita depois do ponto sem retorno',
    },
    breaks: {
      en: '{tool} can be undone after the point of no return',
      pt: '{tool} pode ser desfeita depois do ponto sem retorno',
    },
    advice: {
      en: 'After the point of no return go forwards: try again, or end.',
      pt: 'Depois do ponto sem retorno siga em frente: tente de novo, ou acabe.',
    },
  },
  SG4: {
    name: { en: 'Stuck after the point of no return', pt: 'Preso depois do ponto sem retorno' },
    meaning: {
      en: 'After the point of no return, a step that fails must be tried again until it succeeds.',
      pt: 'Depois do ponto sem retorno, um passo que falha tem de ser tentado de novo até ter êxito.',
    },
    holds: {
      en: 'After the point of no return {tool} gets through',
      pt: 'Depois do ponto sem retorno {tool} chega ao fim',
    },
    breaks: {
      en: '{tool} can fail for good after the point of no return',
      pt: '{tool} pode falhar de vez depois do ponto sem retorno',
    },
    advice: {
      en: 'Retry it until it succeeds, or move it before the point of no return.',
      pt: 'Repita-o até ter êxito, ou mova-o para antes do ponto sem retorno.',
    },
  },
  SG5: {
    name: { en: 'Undone without need', pt: 'Desfeito sem razão' },
    meaning: {
      en: 'Only what was done may be undone, and only once. An idempotent compensation may run again.',
      pt: 'Só se pode desfazer o que foi feito, e só uma vez. Uma compensação idempotente pode correr de novo.',
    },
    holds: { en: '{tool} is undone only where it was done', pt: '{tool} só é desfeita onde foi feita' },
    breaks: {
      en: 'the compensation of {tool} can run though {tool} was not done, or twice',
      pt: 'a compensação de {tool} pode correr sem {tool} ter sido feita, ou duas vezes',
    },
    advice: {
      en: 'Lead the failure of the step itself past its compensation, or make the compensation idempotent.',
      pt: 'Leve a falha do próprio passo para além da sua compensação, ou torne a compensação idempotente.',
    },
  },
  SG6: {
    name: { en: 'Irreversible too early', pt: 'Irreversível cedo de mais' },
    meaning: {
      en: 'After a step that cannot be undone, no step that may fail is allowed to follow.',
      pt: 'Depois de um passo que não se pode desfazer não pode vir nenhum que possa falhar.',
    },
    holds: { en: 'Nothing that may fail follows {tool}', pt: 'Nada que possa falhar segue {tool}' },
    breaks: {
      en: 'a step can fail after {tool}, which cannot be undone',
      pt: 'um passo pode falhar depois de {tool}, que não se pode desfazer',
    },
    advice: {
      en: 'Move the step that cannot be undone after those that may fail.',
      pt: 'Mova o passo que não se pode desfazer para depois dos que podem falhar.',
    },
  },
  SG7: {
    name: { en: 'A compensation that may give up', pt: 'Uma compensação que pode desistir' },
    meaning: {
      en: 'A compensation that fails must be caught: it is retried, or somebody is told.',
      pt: 'Uma compensação que falha tem de ser apanhada: tenta-se de novo, ou alguém é avisado.',
    },
    holds: {
      en: 'The compensation of {tool} never ends the run when it fails',
      pt: 'A compensação de {tool} nunca acaba a execução ao falhar',
    },
    breaks: {
      en: 'the compensation of {tool} can fail and end the run, with nobody told',
      pt: 'a compensação de {tool} pode falhar e acabar a execução, sem ninguém saber',
    },
    advice: {
      en: 'Retry the compensation without limit, or lead its failure to a person.',
      pt: 'Repita a compensação sem limite, ou leve a sua falha a uma pessoa.',
    },
  },
  SG8: {
    name: { en: 'Work begun while undoing', pt: 'Trabalho começado enquanto se desfaz' },
    meaning: {
      en: 'Once undoing has begun, nothing new may be done.',
      pt: 'Depois de se começar a desfazer, nada de novo pode ser feito.',
    },
    holds: {
      en: '{tool} is never done once undoing has begun',
      pt: '{tool} nunca é feita depois de se começar a desfazer',
    },
    breaks: {
      en: '{tool} can be done once undoing has begun',
      pt: '{tool} pode ser feita depois de se começar a desfazer',
    },
    advice: {
      en: 'Let the path of undoing end without coming back to the steps.',
      pt: 'Deixe o caminho de desfazer acabar sem voltar aos passos.',
    },
  },
  SG9: {
    name: { en: 'A write that may run twice', pt: 'Uma escrita que pode correr duas vezes' },
    meaning: {
      en: 'A repeated write needs a key that makes the second call the same as the first.',
      pt: 'Uma escrita que se repete precisa de uma chave que faz da segunda chamada a mesma que a primeira.',
    },
    holds: { en: '{tool} does its work once', pt: '{tool} faz o seu trabalho uma vez' },
    breaks: { en: '{tool} can do its work twice', pt: '{tool} pode fazer o seu trabalho duas vezes' },
    advice: {
      en: 'Give the call an idempotency key, or take it out of the loop or the retry.',
      pt: 'Dê à chamada uma chave de idempotência, ou tire-a do ciclo ou da repetição.',
    },
  },
};
