import type { OrderPattern } from '../../model/index.js';
import type { SubjectText } from './subject-text.js';

const ORDER_ADVICE = {
  en: 'Change the graph so that the path shown no longer exists, or correct the rule if the path is intended.',
  pt: 'Mude o grafo para que o caminho mostrado deixe de existir, ou corrija a regra se o caminho é o que se quer.',
} as const;

/** P3, by its patterns. */
export const ORDER_SUBJECTS: Readonly<Record<OrderPattern, SubjectText>> = {
  absence: {
    name: { en: 'A tool that must never run', pt: 'Uma ferramenta que nunca deve correr' },
    meaning: { en: 'No run may call the tool.', pt: 'Nenhuma execução pode chamar a ferramenta.' },
    holds: { en: '{first} is never called', pt: '{first} nunca é chamada' },
    breaks: { en: '{first} can be called', pt: '{first} pode ser chamada' },
    advice: ORDER_ADVICE,
  },
  existence: {
    name: { en: 'A tool that must run', pt: 'Uma ferramenta que tem de correr' },
    meaning: {
      en: 'Every run must call the tool, and the call must succeed.',
      pt: 'Toda a execução tem de chamar a ferramenta, e a chamada tem de ter êxito.',
    },
    holds: { en: 'Every run has {first}', pt: 'Toda a execução tem {first}' },
    breaks: { en: 'a run can end without {first}', pt: 'uma execução pode acabar sem {first}' },
    advice: ORDER_ADVICE,
  },
  at_most: {
    name: { en: 'A tool that runs too often', pt: 'Uma ferramenta que corre vezes de mais' },
    meaning: {
      en: 'One run may call the tool no more often than the rule allows. A failed call counts, because it may have happened.',
      pt: 'Uma execução só pode chamar a ferramenta as vezes que a regra permite. Uma chamada falhada conta, porque pode ter acontecido.',
    },
    holds: {
      en: '{first} is never called more often than the limit of {count}',
      pt: '{first} nunca é chamada mais vezes do que o limite de {count}',
    },
    breaks: {
      en: '{first} can be called more often than the limit of {count}',
      pt: '{first} pode ser chamada mais vezes do que o limite de {count}',
    },
    advice: ORDER_ADVICE,
  },
  precedence: {
    name: { en: 'Order: one tool before another', pt: 'Ordem: uma ferramenta antes de outra' },
    meaning: {
      en: 'The second tool may run only after the first has succeeded.',
      pt: 'A segunda ferramenta só pode correr depois de a primeira ter êxito.',
    },
    holds: { en: '{second} runs only after {first}', pt: '{second} só corre depois de {first}' },
    breaks: { en: '{second} can run before {first}', pt: '{second} pode correr antes de {first}' },
    advice: ORDER_ADVICE,
  },
  alternate_precedence: {
    name: {
      en: 'Order: one tool before each call of another',
      pt: 'Ordem: uma ferramenta antes de cada chamada de outra',
    },
    meaning: {
      en: 'Each call of the second tool needs its own success of the first before it.',
      pt: 'Cada chamada da segunda ferramenta precisa de ter antes um êxito da primeira só seu.',
    },
    holds: { en: 'Each {second} has its own {first} before it', pt: 'Cada {second} tem antes um {first} só seu' },
    breaks: {
      en: '{second} can run without its own {first} before it',
      pt: '{second} pode correr sem antes um {first} só seu',
    },
    advice: ORDER_ADVICE,
  },
  response: {
    name: { en: 'Order: what must follow', pt: 'Ordem: o que tem de seguir' },
    meaning: {
      en: 'After a call of the first tool, the second must succeed at some point.',
      pt: 'Depois de uma chamada da primeira ferramenta, a segunda tem de ter êxito em algum momento.',
    },
    holds: { en: '{second} always follows {first}', pt: '{second} segue sempre {first}' },
    breaks: {
      en: '{first} can run without {second} ever following',
      pt: '{first} pode correr sem que {second} alguma vez siga',
    },
    advice: ORDER_ADVICE,
  },
  bounded_response: {
    name: { en: 'Order: what must follow soon', pt: 'Ordem: o que tem de seguir depressa' },
    meaning: {
      en: 'After a call of the first tool, the second must succeed within the number of executed tools that the rule allows.',
      pt: 'Depois de uma chamada da primeira ferramenta, a segunda tem de ter êxito dentro do número de ferramentas executadas que a regra permite.',
    },
    holds: {
      en: '{second} follows {first} in time (tools allowed: {count})',
      pt: '{second} segue {first} a tempo (ferramentas permitidas: {count})',
    },
    breaks: {
      en: '{second} can come too late after {first}, or never (tools allowed: {count})',
      pt: '{second} pode vir tarde de mais depois de {first}, ou nunca (ferramentas permitidas: {count})',
    },
    advice: ORDER_ADVICE,
  },
  chain_response: {
    name: { en: 'Order: what must come next', pt: 'Ordem: o que tem de vir a seguir' },
    meaning: {
      en: 'The next tool after the first must be the second.',
      pt: 'A ferramenta logo depois da primeira tem de ser a segunda.',
    },
    holds: { en: '{second} is what runs right after {first}', pt: '{second} é o que corre logo depois de {first}' },
    breaks: {
      en: 'something other than {second} can come right after {first}',
      pt: 'outra coisa que não {second} pode vir logo depois de {first}',
    },
    advice: ORDER_ADVICE,
  },
  not_coexistence: {
    name: {
      en: 'Two tools that must not run in the same run',
      pt: 'Duas ferramentas que não devem correr na mesma execução',
    },
    meaning: { en: 'No run may call both tools.', pt: 'Nenhuma execução pode chamar as duas ferramentas.' },
    holds: { en: 'No run has both {first} and {second}', pt: 'Nenhuma execução tem {first} e {second}' },
    breaks: { en: 'one run can call both {first} and {second}', pt: 'uma execução pode chamar {first} e {second}' },
    advice: ORDER_ADVICE,
  },
  succession: {
    name: { en: 'Order: neither without the other', pt: 'Ordem: nenhuma sem a outra' },
    meaning: {
      en: 'The second tool may run only after the first, and must always follow it.',
      pt: 'A segunda ferramenta só pode correr depois da primeira, e tem de a seguir sempre.',
    },
    holds: {
      en: '{second} runs only after {first}, and always follows it',
      pt: '{second} só corre depois de {first}, e segue-a sempre',
    },
    breaks: {
      en: '{first} and {second} can run out of step',
      pt: '{first} e {second} podem correr desencontradas',
    },
    advice: ORDER_ADVICE,
  },
};
