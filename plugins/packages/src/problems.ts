import { defineProblems } from '@ostiary/plugin-api';

export const packageProblems = defineProblems({
  not_entitled: {
    status: 403,
    title: { en: 'No access to the package feed', pt: 'Sem acesso ao feed de pacotes' },
    detail: {
      en: 'The account may not read the package feed, or its access has ended.',
      pt: 'A conta não pode ler o feed de pacotes, ou o acesso terminou.',
    },
    help: {
      en: "Access to the feed is part of the account's plan.",
      pt: 'O acesso ao feed faz parte do plano da conta.',
    },
    retryable: false,
  },
});
