import { defineProblems } from '@ostiary/plugin-api';

export const huntProblems = defineProblems({
  name_taken: {
    status: 409,
    title: { en: 'Name taken', pt: 'Nome ocupado' },
    detail: {
      en: 'A project of this account has that name; `id` says which.',
      pt: 'Um projeto desta conta já tem esse nome; `id` diz qual.',
    },
    help: {
      en: 'Take another name, or use the project that is there.',
      pt: 'Escolha outro nome, ou use o projeto que já existe.',
    },
    retryable: false,
  },
  project_limit: {
    status: 409,
    title: { en: 'Too many projects', pt: 'Demasiados projetos' },
    detail: {
      en: 'The account has as many projects as it may have: {limit}.',
      pt: 'A conta tem tantos projetos quantos pode ter: {limit}.',
    },
    help: {
      en: 'Scan other versions of a policy on a branch of a project that is there, or ask the operator of the service.',
      pt: 'Analise outras versões de uma política num ramo de um projeto que já existe, ou fale com o operador do serviço.',
    },
    retryable: false,
  },
  revision_conflict: {
    status: 409,
    title: { en: 'Changed meanwhile', pt: 'Alterado entretanto' },
    detail: {
      en: '`revision` is not the current one; `current` is.',
      pt: '`revision` não é a atual; a atual é `current`.',
    },
    help: {
      en: 'Read it again, look at what was changed, and send your change with the revision that you have read.',
      pt: 'Leia de novo, veja o que foi alterado, e envie a sua alteração com a revisão que leu.',
    },
    retryable: false,
  },
  scan_in_progress: {
    status: 409,
    title: { en: 'Scan in progress', pt: 'Análise em curso' },
    detail: {
      en: 'A scan of this project is still going on.',
      pt: 'Uma análise deste projeto ainda está em curso.',
    },
    help: {
      en: 'Wait for its end, then try again. Scans of one branch may also queue: leave `on_running` out.',
      pt: 'Espere pelo fim e tente de novo. As análises de um ramo também podem ficar em fila: omita `on_running`.',
    },
    retryable: true,
  },
});
