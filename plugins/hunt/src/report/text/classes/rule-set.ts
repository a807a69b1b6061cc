import type { ClassText } from './class-text.js';

export const RULE_SET_CLASSES = {
  S01: {
    name: { en: 'A rule that never decides', pt: 'Uma regra que nunca decide' },
    meaning: {
      en: 'Without this rule every call would get the same answer: other rules, or the default, say it already or say more. The strictest rule wins, whatever the order.',
      pt: 'Sem esta regra todas as chamadas teriam a mesma resposta: outras regras, ou o valor por omissão, já a dão ou são mais severas. Ganha a regra mais severa, seja qual for a ordem.',
    },
    advice: {
      en: 'Narrow the rule that covers it, or delete this one.',
      pt: 'Estreite a regra que a cobre, ou apague esta.',
    },
  },
  S02: {
    name: { en: 'Two rules that say the same', pt: 'Duas regras que dizem o mesmo' },
    meaning: {
      en: 'Both rules apply to the same calls. Who changes one and not the other changes nothing.',
      pt: 'As duas regras aplicam-se às mesmas chamadas. Quem muda uma e não a outra não muda nada.',
    },
    advice: { en: 'Keep one of them.', pt: 'Fique com uma delas.' },
  },
  S03: {
    name: { en: 'Two rules that contradict each other', pt: 'Duas regras que se contradizem' },
    meaning: {
      en: 'Both rules apply to the same calls and ask for different answers. Only the stricter one ever speaks.',
      pt: 'As duas regras aplicam-se às mesmas chamadas e pedem respostas diferentes. Só a mais severa chega a falar.',
    },
    advice: {
      en: 'Decide which of the two is meant, and delete or narrow the other.',
      pt: 'Decida qual das duas se pretende, e apague ou estreite a outra.',
    },
  },
  S04: {
    name: { en: 'Rules that overlap in part', pt: 'Regras que se sobrepõem em parte' },
    meaning: {
      en: 'Some calls fall under both rules, which ask for different answers. The stricter one wins there. That may be meant.',
      pt: 'Algumas chamadas caem nas duas regras, que pedem respostas diferentes. Ganha aí a mais severa. Pode ser o que se pretende.',
    },
    advice: {
      en: 'If it is meant, say so beside the rule. If not, make the conditions exclude each other.',
      pt: 'Se é o que se pretende, diga-o junto da regra. Se não, faça com que as condições se excluam.',
    },
  },
  S05: {
    name: { en: 'A gap that the default allows', pt: 'Uma lacuna que o valor por omissão permite' },
    meaning: {
      en: 'No rule speaks of this call, and the default lets it through although the tool changes something.',
      pt: 'Nenhuma regra fala desta chamada, e o valor por omissão deixa-a passar embora a ferramenta altere algo.',
    },
    advice: {
      en: 'Write `default refuse;` and allow what is needed.',
      pt: 'Escreva `default refuse;` e permita o que é preciso.',
    },
  },
  S06: {
    name: { en: 'A tool that nobody can use', pt: 'Uma ferramenta que ninguém pode usar' },
    meaning: {
      en: 'Every call of this tool is refused. An agent that needs it can never do its work.',
      pt: 'Toda a chamada desta ferramenta é recusada. Um agente que precise dela nunca pode fazer o seu trabalho.',
    },
    advice: {
      en: 'Allow what is needed, or take the tool out of the catalogue.',
      pt: 'Permita o que é preciso, ou retire a ferramenta do catálogo.',
    },
  },
  S07: {
    name: { en: 'A dangerous tool without a confirmation', pt: 'Uma ferramenta perigosa sem confirmação' },
    meaning: {
      en: 'What this tool does cannot be undone, or needs privileges, and a call of it goes through without a person.',
      pt: 'O que esta ferramenta faz não se pode desfazer, ou precisa de privilégios, e uma chamada passa sem ninguém a ver.',
    },
    advice: { en: 'Ask for a confirmation.', pt: 'Peça uma confirmação.' },
  },
  S08: {
    name: { en: 'More money, a milder answer', pt: 'Mais dinheiro, uma resposta mais branda' },
    meaning: {
      en: 'A larger amount is answered more mildly than a smaller one, all else being equal.',
      pt: 'Um valor maior tem uma resposta mais branda do que um menor, com tudo o resto igual.',
    },
    advice: {
      en: 'Look at both calls and at the limits that lie between them.',
      pt: 'Veja as duas chamadas e os limites que ficam entre elas.',
    },
  },
  S09: {
    name: { en: 'A hole at a limit', pt: 'Um buraco num limite' },
    meaning: {
      en: 'One value has another answer than the values on both sides of it. Often a `<` should be a `<=`.',
      pt: 'Um valor tem outra resposta do que os valores dos dois lados. Muitas vezes um `<` devia ser um `<=`.',
    },
    advice: {
      en: 'Let each limit belong to one side, and to one only.',
      pt: 'Faça com que cada limite pertença a um lado, e só a um.',
    },
  },
  S10: {
    name: { en: 'An answer that hangs on the order', pt: 'Uma resposta que depende da ordem' },
    meaning: {
      en: 'The policy came from a language in which the first rule that matches wins. Here the answer of a call hangs on that order.',
      pt: 'A política veio de uma linguagem em que ganha a primeira regra que serve. Aqui a resposta de uma chamada depende dessa ordem.',
    },
    advice: {
      en: 'Make the conditions exclude each other, so that the order says nothing.',
      pt: 'Faça com que as condições se excluam, para que a ordem não diga nada.',
    },
  },
  S11: {
    name: { en: 'Something that nobody uses', pt: 'Algo que ninguém usa' },
    meaning: {
      en: 'A definition, a value of a list or an attribute is never read.',
      pt: 'Uma definição, um valor de uma lista ou um atributo nunca é lido.',
    },
    advice: { en: 'Delete it, or use it where it was meant.', pt: 'Apague-o, ou use-o onde se pretendia.' },
  },
  S12: {
    name: { en: 'A stricter rule that loosens', pt: 'Uma regra severa que afrouxa' },
    meaning: {
      en: 'The rule was written to be careful, and lifts a refusal: what would be refused without it is only confirmed with it.',
      pt: 'A regra foi escrita por cautela, e levanta uma recusa: o que sem ela seria recusado é com ela apenas confirmado.',
    },
    advice: {
      en: 'Refuse in this rule, or add a rule that allows beneath it, so that it only ever tightens.',
      pt: 'Recuse nesta regra, ou acrescente por baixo uma regra que permita, para que ela só aperte.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
