import type { ClassText } from './class-text.js';

export const RULE_SET_CLASSES = {
  S01: {
    name: { en: 'A rule that never decides', pt: 'Uma regra que nunca decide' },
    meaning: {
      en: 'Without this rule every call would get the same answer: other rules, or the default, already give it or a stricter one. The strictest rule wins, in any order.',
      pt: 'Sem esta regra todas as chamadas teriam a mesma resposta: outras regras, ou o valor por omissão, já a dão, ou dão uma mais severa. Ganha a regra mais severa, seja qual for a ordem.',
    },
    advice: {
      en: 'Narrow the rule that covers it, or delete this one.',
      pt: 'Restrinja a regra que a cobre, ou apague esta.',
    },
  },
  S02: {
    name: { en: 'The same rule twice', pt: 'A mesma regra duas vezes' },
    meaning: {
      en: 'Both rules apply to the same calls with the same effect. If you change only one of them, the other may still decide as before.',
      pt: 'As duas regras aplicam-se às mesmas chamadas, com o mesmo efeito. Se mudar só uma, a outra ainda pode decidir como antes.',
    },
    advice: { en: 'Keep one of them.', pt: 'Mantenha uma delas.' },
  },
  S03: {
    name: { en: 'Two rules that contradict each other', pt: 'Duas regras que se contradizem' },
    meaning: {
      en: 'Both rules apply to the same calls but give different answers. Only the stricter one ever decides.',
      pt: 'As duas regras aplicam-se às mesmas chamadas, mas dão respostas diferentes. Só a mais severa decide.',
    },
    advice: {
      en: 'Decide which of the two is meant, and delete or narrow the other.',
      pt: 'Decida qual das duas se pretende, e apague ou restrinja a outra.',
    },
  },
  S04: {
    name: { en: 'Rules that overlap in part', pt: 'Regras que se sobrepõem em parte' },
    meaning: {
      en: 'Some calls fall under both rules, which give different answers. The stricter rule wins there. That may be what you want.',
      pt: 'Algumas chamadas caem nas duas regras, que dão respostas diferentes. Aí ganha a mais severa. Pode ser o que se pretende.',
    },
    advice: {
      en: 'If it is meant, mark the rule with `@exception`. If not, make the conditions exclude each other.',
      pt: 'Se é o que se pretende, marque a regra com `@exception`. Se não, faça com que as condições se excluam.',
    },
  },
  S05: {
    name: { en: 'A call that only the default allows', pt: 'Uma chamada que só o valor por omissão permite' },
    meaning: {
      en: 'No rule applies to this call, and the default lets it through although the tool may change something.',
      pt: 'Nenhuma regra se aplica a esta chamada, e o valor por omissão deixa-a passar embora a ferramenta possa alterar algo.',
    },
    advice: {
      en: 'Write `default refuse;` and allow what is needed.',
      pt: 'Escreva `default refuse;` e permita o que é necessário.',
    },
  },
  S06: {
    name: { en: 'A tool that can never be used', pt: 'Uma ferramenta que nunca pode ser usada' },
    meaning: {
      en: 'Every call of this tool is refused. An agent that needs it cannot do its work.',
      pt: 'Todas as chamadas desta ferramenta são recusadas. Um agente que precise dela não consegue fazer o seu trabalho.',
    },
    advice: {
      en: 'Allow what is needed, or remove the tool from the catalogue.',
      pt: 'Permita o que é necessário, ou remova a ferramenta do catálogo.',
    },
  },
  S07: {
    name: { en: 'A dangerous tool without confirmation', pt: 'Uma ferramenta perigosa sem confirmação' },
    meaning: {
      en: 'What this tool does cannot be undone, or needs privileges, and a call of it is allowed without asking anyone.',
      pt: 'O que esta ferramenta faz não pode ser desfeito, ou exige privilégios, e uma chamada dela é permitida sem consultar ninguém.',
    },
    advice: { en: 'Ask for a confirmation.', pt: 'Peça uma confirmação.' },
  },
  S08: {
    name: { en: 'More money, milder answer', pt: 'Mais dinheiro, resposta mais branda' },
    meaning: {
      en: 'A larger amount gets a milder answer than a smaller one. Nothing else differs.',
      pt: 'Um valor maior recebe uma resposta mais branda do que um menor. Nada mais difere.',
    },
    advice: {
      en: 'Look at both calls and at the limits between them.',
      pt: 'Veja as duas chamadas e os limites entre elas.',
    },
  },
  S09: {
    name: { en: 'A hole at a limit', pt: 'Um buraco num limite' },
    meaning: {
      en: 'One value gets a different answer from the values on both sides of it. Often a `<` should be a `<=`.',
      pt: 'Um valor recebe uma resposta diferente dos valores dos dois lados. Muitas vezes um `<` devia ser um `<=`.',
    },
    advice: {
      en: 'Make each limit belong to exactly one side.',
      pt: 'Faça com que cada limite pertença a exatamente um dos lados.',
    },
  },
  S10: {
    name: { en: 'A rule that comes too late', pt: 'Uma regra que vem tarde de mais' },
    meaning: {
      en: 'In the language of this policy the first rule that matches wins. An earlier, milder rule takes calls from this one.',
      pt: 'Na linguagem desta política ganha a primeira regra que corresponde. Uma regra anterior e mais branda tira chamadas desta.',
    },
    advice: {
      en: 'Put the stricter rule first, or make the conditions exclude each other.',
      pt: 'Ponha primeiro a regra mais severa, ou faça com que as condições se excluam.',
    },
  },
  S11: {
    name: { en: 'Something that is never used', pt: 'Algo que nunca é usado' },
    meaning: {
      en: 'A definition, a value in a list or an attribute has no effect on any answer.',
      pt: 'Uma definição, um valor de uma lista ou um atributo não tem efeito em nenhuma resposta.',
    },
    advice: { en: 'Delete it, or use it where it was meant.', pt: 'Apague-o, ou use-o onde devia ser usado.' },
  },
  S12: {
    name: { en: 'A stricter rule that loosens', pt: 'Uma regra severa que afrouxa' },
    meaning: {
      en: 'The rule was written as a precaution, but it lifts a refusal: a call that would be refused without it only needs confirmation.',
      pt: 'A regra foi escrita por cautela, mas levanta uma recusa: uma chamada que sem ela seria recusada só precisa de confirmação.',
    },
    advice: {
      en: 'Make this rule refuse, or narrow it to calls that another rule allows.',
      pt: 'Faça com que esta regra recuse, ou restrinja-a a chamadas que outra regra permite.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
