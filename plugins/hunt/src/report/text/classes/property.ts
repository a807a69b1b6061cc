import type { ClassText } from './class-text.js';

export const PROPERTY_CLASSES = {
  P01: {
    name: { en: 'A property that does not hold', pt: 'Uma propriedade que não se cumpre' },
    meaning: {
      en: 'The policy promises something with `never` or `always`, and a call or a session breaks the promise.',
      pt: 'A política promete algo com `never` ou `always`, e uma chamada ou sessão quebra a promessa.',
    },
    advice: {
      en: 'Correct the rules that decide the call, or the property if it demands too much.',
      pt: 'Corrija as regras que decidem a chamada, ou a propriedade, se ela exige demais.',
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
    name: { en: 'Milder than the accepted version', pt: 'Mais branda do que a versão aceita' },
    meaning: {
      en: 'This call gets a milder answer than in the accepted version.',
      pt: 'Esta chamada recebe uma resposta mais branda do que na versão aceita.',
    },
    advice: { en: 'Accept the change, or undo it.', pt: 'Aceite a mudança, ou desfaça-a.' },
  },
  P04: {
    name: { en: 'Stricter than the accepted version', pt: 'Mais rígida do que a versão aceita' },
    meaning: {
      en: 'This call gets a stricter answer than in the accepted version. Work that was possible before may stop.',
      pt: 'Esta chamada recebe uma resposta mais rígida do que na versão aceita. Trabalho que antes era possível pode parar.',
    },
    advice: { en: 'Accept the change, or undo it.', pt: 'Aceite a mudança, ou desfaça-a.' },
  },
  P05: {
    name: { en: 'The catalogue has changed', pt: 'O catálogo mudou' },
    meaning: {
      en: 'Tools or fields were added, removed, renamed or given another type since the policy was accepted.',
      pt: 'Ferramentas ou campos foram adicionados, removidos, renomeados ou mudaram de tipo desde que a política foi aceita.',
    },
    advice: {
      en: 'Review each change, and write into the policy what should apply to it.',
      pt: 'Revise cada mudança, e escreva na política o que deve valer para ela.',
    },
  },
  X01: {
    name: { en: 'Not decided', pt: 'Não decidido' },
    meaning: {
      en: 'The hunt gave this question up. There may be a bug.',
      pt: 'A busca desistiu desta pergunta. Pode haver um bug.',
    },
    advice: {
      en: 'Check this place by hand, or simplify the rule and hunt again.',
      pt: 'Verifique este ponto manualmente, ou simplifique a regra e busque de novo.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
