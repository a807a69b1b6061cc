import type { ClassText } from './class-text.js';

export const GUARD_CLASSES = {
  G01: {
    name: { en: 'A guard that is never true', pt: 'Uma condição que nunca é verdadeira' },
    meaning: {
      en: 'No call makes the condition of this rule true. The rule does nothing, and whoever reads the policy believes that it does.',
      pt: 'Nenhuma chamada torna verdadeira a condição desta regra. A regra não faz nada, e quem lê a política acredita que faz.',
    },
    advice: {
      en: 'Find the two tests that contradict each other. Mend one of them, or delete the rule.',
      pt: 'Encontre os dois testes que se contradizem. Corrija um deles, ou apague a regra.',
    },
  },
  G02: {
    name: { en: 'A guard that is always true', pt: 'Uma condição que é sempre verdadeira' },
    meaning: {
      en: 'Every call of the tool makes the condition true. The rule speaks always, as if it had no condition.',
      pt: 'Toda a chamada da ferramenta torna a condição verdadeira. A regra fala sempre, como se não tivesse condição.',
    },
    advice: {
      en: 'Say what the condition was meant to leave out. If nothing, remove the condition.',
      pt: 'Diga o que a condição devia deixar de fora. Se não for nada, retire a condição.',
    },
  },
  G03: {
    name: { en: 'A guard that may be undefined', pt: 'Uma condição que pode ficar indefinida' },
    meaning: {
      en: 'A call may lack what the condition reads, or carry it in another type. Then the condition is neither true nor false.',
      pt: 'Uma chamada pode não ter o que a condição lê, ou tê-lo noutro tipo. A condição não é então verdadeira nem falsa.',
    },
    advice: {
      en: 'Test with `has` first, give a value with `or else`, or make the argument required in the catalogue.',
      pt: 'Teste primeiro com `has`, dê um valor com `or else`, ou torne o argumento obrigatório no catálogo.',
    },
  },
  G04: {
    name: { en: 'A test that adds nothing', pt: 'Um teste que não acrescenta nada' },
    meaning: {
      en: 'One test of the condition changes nothing: the others already decide. It may be a slip of another test.',
      pt: 'Um teste da condição não muda nada: os outros já decidem. Pode ser um engano noutro teste.',
    },
    advice: {
      en: 'Remove the test, or mend the one that it was meant to add to.',
      pt: 'Retire o teste, ou corrija aquele que ele devia completar.',
    },
  },
  G05: {
    name: { en: 'A name that does not exist', pt: 'Um nome que não existe' },
    meaning: {
      en: 'The rule speaks of a tool, an attribute or a value that the catalogue does not have. It can never apply as it is meant.',
      pt: 'A regra fala de uma ferramenta, um atributo ou um valor que o catálogo não tem. Nunca se pode aplicar como se pretende.',
    },
    advice: {
      en: 'Use the name of the catalogue. The nearest ones stand in the finding.',
      pt: 'Use o nome do catálogo. Os mais próximos estão no resultado.',
    },
  },
  G06: {
    name: { en: 'Arithmetic that overflows', pt: 'Aritmética que transborda' },
    meaning: {
      en: 'A computed value leaves the range in which numbers are exact. What was a comparison becomes undefined.',
      pt: 'Um valor calculado sai do intervalo em que os números são exatos. O que era uma comparação fica indefinido.',
    },
    advice: {
      en: 'Bound the argument in the catalogue, or compare before you multiply.',
      pt: 'Limite o argumento no catálogo, ou compare antes de multiplicar.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
