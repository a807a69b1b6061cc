import { defineProblems } from '@ostiary/plugin-api';

/** What a caller can get wrong, in both languages of the service. */
export const problems = defineProblems({
  new_plugin_no_words: {
    status: 400,
    title: { en: 'No words', pt: 'Sem palavras' },
    detail: { en: 'The text holds no words.', pt: 'O texto não contém palavras.' },
    help: {
      en: 'Send a text with at least one letter.',
      pt: 'Envie um texto com pelo menos uma letra.',
    },
    retryable: false,
  },
});
