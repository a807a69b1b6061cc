import type { ClassText } from './class-text.js';

export const PROPERTY_CLASSES = {
  P01: {
    name: { en: 'A property that does not hold', pt: 'Uma propriedade que não se cumpre' },
    meaning: {
      en: 'The policy promises something with `never` or `always`, and a call or a session breaks the promise.',
      pt: 'A política promete algo com `never` ou `always`, e uma chamada ou uma sessão quebra a promessa.',
    },
    advice: {
      en: 'Correct the rules that decide the call, or the property if it demands too much.',
      pt: 'Corrija as regras que decidem a chamada, ou a propriedade, se ela exige de mais.',
    },
  },
  P02: {
    name: { en: 'A property that says nothing', pt: 'Uma propriedade que não diz nada' },
    meaning: {
      en: 'No call meets the condition of the property. It holds, but protects nothing.',
      pt: 'Nenhuma chamada cumpre a condição da propriedade. Ela vale, mas não protege nada.',
    },
    advice: { en: 'Correct the condition of the property.', pt: 'Corrija a condição da propriedade.' },
  },
  P03: {
    name: { en: 'Milder than the accepted version', pt: 'Mais branda do que a versão aceite' },
    meaning: {
      en: 'This call gets a milder answer than in the accepted version.',
      pt: 'Esta chamada recebe uma resposta mais branda do que na versão aceite.',
    },
    advice: { en: 'Accept the change, or undo it.', pt: 'Aceite a alteração, ou desfaça-a.' },
  },
  P04: {
    name: { en: 'Stricter than the accepted version', pt: 'Mais severa do que a versão aceite' },
    meaning: {
      en: 'This call gets a stricter answer than in the accepted version. Work that was possible before may stop.',
      pt: 'Esta chamada recebe uma resposta mais severa do que na versão aceite. Trabalho que antes era possível pode parar.',
    },
    advice: { en: 'Accept the change, or undo it.', pt: 'Aceite a alteração, ou desfaça-a.' },
  },
  P05: {
    name: { en: 'The catalogue has changed', pt: 'O catálogo mudou' },
    meaning: {
      en: 'Tools or fields were added, removed, renamed or given another type since the policy was accepted.',
      pt: 'Ferramentas ou campos foram acrescentados, removidos, renomeados ou mudaram de tipo desde que a política foi aceite.',
    },
    advice: {
      en: 'Review each change, and write into the policy what should apply to it.',
      pt: 'Reveja cada alteração, e escreva na política o que deve valer para ela.',
    },
  },
  X01: {
    name: { en: 'Not decided', pt: 'Não decidido' },
    meaning: {
      en: 'The hunt gave this question up. There may be a bug.',
      pt: 'A procura desistiu desta pergunta. Pode haver um erro.',
    },
    advice: {
      en: 'Check this place by hand, or simplify the rule and hunt again.',
      pt: 'Verifique este ponto à mão, ou simplifique a regra e procure de novo.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
