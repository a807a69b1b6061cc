import type { ClassText } from './class-text.js';

export const PROPERTY_CLASSES = {
  P01: {
    name: { en: 'A property that does not hold', pt: 'Uma propriedade que não se cumpre' },
    meaning: {
      en: 'The policy promises something by `never` or `always`, and a call or session breaks the promise.',
      pt: 'A política promete algo com `never` ou `always`, e uma chamada ou sessão quebra a promessa.',
    },
    advice: {
      en: 'Mend the rules that decide the call, or the property if it asks for too much.',
      pt: 'Corrija as regras que decidem a chamada, ou a propriedade se pede de mais.',
    },
  },
  P02: {
    name: { en: 'A property that says nothing', pt: 'Uma propriedade que não diz nada' },
    meaning: {
      en: 'No call meets the condition of the property. It holds, and protects nothing.',
      pt: 'Nenhuma chamada cumpre a condição da propriedade. Ela vale, e não protege nada.',
    },
    advice: { en: 'Mend the condition of the property.', pt: 'Corrija a condição da propriedade.' },
  },
  P03: {
    name: { en: 'Milder than the accepted version', pt: 'Mais branda do que a versão aceite' },
    meaning: {
      en: 'This call gets a milder answer than in the version that was accepted.',
      pt: 'Esta chamada tem uma resposta mais branda do que na versão que foi aceite.',
    },
    advice: { en: 'Accept the change, or take it back.', pt: 'Aceite a alteração, ou desfaça-a.' },
  },
  P04: {
    name: { en: 'Stricter than the accepted version', pt: 'Mais severa do que a versão aceite' },
    meaning: {
      en: 'This call gets a stricter answer than in the version that was accepted. Work may stop that went on before.',
      pt: 'Esta chamada tem uma resposta mais severa do que na versão que foi aceite. Pode parar trabalho que antes seguia.',
    },
    advice: { en: 'Accept the change, or take it back.', pt: 'Aceite a alteração, ou desfaça-a.' },
  },
  P05: {
    name: { en: 'The catalogue has changed', pt: 'O catálogo mudou' },
    meaning: {
      en: 'Tools or fields were added, renamed or given another type since the policy was accepted.',
      pt: 'Foram acrescentadas, renomeadas ou mudadas de tipo ferramentas ou campos desde que a política foi aceite.',
    },
    advice: {
      en: 'Look at each change, and say in the policy what shall hold for it.',
      pt: 'Veja cada alteração, e diga na política o que vale para ela.',
    },
  },
  X01: {
    name: { en: 'Not decided', pt: 'Não decidido' },
    meaning: {
      en: 'The question was given up. There may be a bug.',
      pt: 'A pergunta foi abandonada. Pode haver um erro.',
    },
    advice: {
      en: 'Look at this place by hand, or make the rule simpler and hunt again.',
      pt: 'Veja este lugar à mão, ou simplifique a regra e procure de novo.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
