import type { ClassText } from './class-text.js';

export const GUARD_CLASSES = {
  G01: {
    name: { en: 'A condition that is never true', pt: 'Uma condição que nunca é verdadeira' },
    meaning: {
      en: 'No call makes the condition of this rule true. The rule does nothing, but readers of the policy believe that it does.',
      pt: 'Nenhuma chamada torna verdadeira a condição desta regra. A regra não faz nada, mas quem lê a política acredita que faz.',
    },
    advice: {
      en: 'Find the tests that contradict each other. Correct one of them, or delete the rule.',
      pt: 'Encontre os testes que se contradizem. Corrija um deles, ou apague a regra.',
    },
  },
  G02: {
    name: { en: 'A condition that is always true', pt: 'Uma condição que é sempre verdadeira' },
    meaning: {
      en: 'Every call of the tool makes the condition true. The rule always applies, as if it had no condition.',
      pt: 'Todas as chamadas da ferramenta tornam a condição verdadeira. A regra aplica-se sempre, como se não tivesse condição.',
    },
    advice: {
      en: 'Write what the condition should exclude. If it should exclude nothing, remove it.',
      pt: 'Escreva o que a condição devia excluir. Se não deve excluir nada, remova-a.',
    },
  },
  G03: {
    name: { en: 'A condition that may have no value', pt: 'Uma condição que pode ficar sem valor' },
    meaning: {
      en: 'A call may lack what the condition reads, or have it with another type. Then the condition is neither true nor false.',
      pt: 'Uma chamada pode não ter o que a condição lê, ou tê-lo com outro tipo. A condição não é então verdadeira nem falsa.',
    },
    advice: {
      en: 'Test with `has` first, give a value with `or else`, or make the argument required in the catalogue.',
      pt: 'Teste primeiro com `has`, dê um valor com `or else`, ou torne o argumento obrigatório no catálogo.',
    },
  },
  G04: {
    name: { en: 'A test that changes nothing', pt: 'Um teste que não muda nada' },
    meaning: {
      en: 'One test of the condition changes nothing: the other tests already decide. It may be a typing error.',
      pt: 'Um teste da condição não muda nada: os outros testes já decidem. Pode ser uma gralha.',
    },
    advice: {
      en: 'Remove the test, or write the one that was meant.',
      pt: 'Remova o teste, ou escreva o que se pretendia.',
    },
  },
  G05: {
    name: { en: 'A name that does not exist', pt: 'Um nome que não existe' },
    meaning: {
      en: 'The rule names a tool, an attribute or a value that seems not to exist. It cannot do what it was written for.',
      pt: 'A regra nomeia uma ferramenta, um atributo ou um valor que parece não existir. Ela não pode fazer aquilo para que foi escrita.',
    },
    advice: {
      en: 'Correct the name. The finding shows the nearest one.',
      pt: 'Corrija o nome. O achado mostra o mais próximo.',
    },
  },
  G06: {
    name: { en: 'A calculation without a value', pt: 'Um cálculo sem valor' },
    meaning: {
      en: 'Everything that the calculation reads is given, and still it has no value. Amounts in two currencies, for example, cannot be added.',
      pt: 'Tudo o que o cálculo lê foi dado, e mesmo assim não tem valor. Quantias em duas moedas, por exemplo, não se somam.',
    },
    advice: {
      en: 'Convert the amounts, or fix their currency in the catalogue.',
      pt: 'Converta as quantias, ou fixe a moeda no catálogo.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
