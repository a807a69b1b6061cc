import { HYGIENE_SUBJECTS } from './hygiene-subjects.js';
import { ORDER_SUBJECTS } from './order-subjects.js';
import { SAGA_SUBJECTS } from './saga-subjects.js';
import type { SubjectText } from './subject-text.js';

/** P1, P2 and P4. */
const OTHERS = {
  check_before: {
    name: { en: 'A tool without its check', pt: 'Uma ferramenta sem a sua verificação' },
    meaning: {
      en: 'Before each call of the tool, its check must have passed for the same arguments, with nothing in between that could change what was checked.',
      pt: 'Antes de cada chamada da ferramenta, a sua verificação tem de ter passado para os mesmos argumentos, sem nada pelo meio que possa mudar o que foi verificado.',
    },
    holds: { en: '{tool} runs only after {check} has passed', pt: '{tool} só corre depois de {check} passar' },
    breaks: { en: '{tool} can run without {check}', pt: '{tool} pode correr sem {check}' },
    advice: {
      en: 'Let {check} pass on every path to {tool}, after the last write of what it checks.',
      pt: 'Faça {check} passar em todos os caminhos até {tool}, depois da última escrita do que verifica.',
    },
  },
  confirm_before: {
    name: { en: 'A tool without a confirmation', pt: 'Uma ferramenta sem confirmação' },
    meaning: {
      en: 'A person must have approved each call of the tool as it is made. One approval covers one call.',
      pt: 'Uma pessoa tem de ter aprovado cada chamada da ferramenta tal como é feita. Uma aprovação vale para uma chamada.',
    },
    holds: { en: '{tool} runs only when a person has approved it', pt: '{tool} só corre quando uma pessoa a aprovou' },
    breaks: { en: '{tool} can run without approval', pt: '{tool} pode correr sem aprovação' },
    advice: {
      en: 'Ask a person right before {tool}, once for each call.',
      pt: 'Pergunte a uma pessoa logo antes de {tool}, uma vez por chamada.',
    },
  },
  privileged: {
    name: {
      en: 'A privileged tool under untrusted influence',
      pt: 'Uma ferramenta privilegiada sob influência não fiável',
    },
    meaning: {
      en: 'What an untrusted source returned must not decide whether the tool is called, nor with which arguments.',
      pt: 'O que uma fonte não fiável devolveu não deve decidir se a ferramenta é chamada, nem com que argumentos.',
    },
    holds: { en: 'No untrusted source decides on {tool}', pt: 'Nenhuma fonte não fiável decide sobre {tool}' },
    breaks: { en: 'an untrusted source can decide on {tool}', pt: 'uma fonte não fiável pode decidir sobre {tool}' },
    advice: {
      en: 'Read the untrusted source in an isolated sub-agent that returns a number, a bool or one of a few words.',
      pt: 'Leia a fonte não fiável num subagente isolado que devolve um número, um booleano ou uma de poucas palavras.',
    },
  },
  private_to_sink: {
    name: { en: 'Private data that leaves', pt: 'Dados privados que saem' },
    meaning: {
      en: 'Private data must not reach a tool that sends data out.',
      pt: 'Dados privados não devem chegar a uma ferramenta que envia dados para fora.',
    },
    holds: { en: 'No private data reaches {tool}', pt: 'Nenhum dado privado chega a {tool}' },
    breaks: { en: 'private data can reach {tool}', pt: 'dados privados podem chegar a {tool}' },
    advice: {
      en: 'Clean the data on its way, or send only what an isolated sub-agent returns as a number, a bool or one of a few words.',
      pt: 'Limpe os dados pelo caminho, ou envie só o que um subagente isolado devolve como número, booleano ou uma de poucas palavras.',
    },
  },
  trifecta: {
    name: {
      en: 'Untrusted data, private data and a way out in one run',
      pt: 'Dados não fiáveis, dados privados e uma saída numa só execução',
    },
    meaning: {
      en: 'No run may read untrusted data, read private data and send data out (or write), in any order, unless a person has approved something before the third.',
      pt: 'Nenhuma execução pode ler dados não fiáveis, ler dados privados e enviar dados para fora (ou escrever), por qualquer ordem, sem uma pessoa ter aprovado algo antes da terceira.',
    },
    holds: {
      en: 'No run has untrusted data, private data and a way out together, unless a person approved',
      pt: 'Nenhuma execução junta dados não fiáveis, dados privados e uma saída, sem aprovação de uma pessoa',
    },
    breaks: {
      en: 'one run can have untrusted data, private data and a way out, with nobody asked',
      pt: 'uma execução pode juntar dados não fiáveis, dados privados e uma saída, sem se perguntar a ninguém',
    },
    advice: {
      en: 'Split the agent, so that one run never has all three, or ask a person before the third.',
      pt: 'Divida o agente, para que uma execução nunca tenha as três, ou pergunte a uma pessoa antes da terceira.',
    },
  },
} as const satisfies Readonly<Record<string, SubjectText>>;

/** What each kind of rule is about, and of hygiene. */
export const SUBJECTS = { ...OTHERS, ...ORDER_SUBJECTS, ...SAGA_SUBJECTS, ...HYGIENE_SUBJECTS } as const;
export type Subject = keyof typeof SUBJECTS;
