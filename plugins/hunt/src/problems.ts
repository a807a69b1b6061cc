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
      en: 'Choose another name, or use the existing project.',
      pt: 'Escolha outro nome, ou use o projeto que já existe.',
    },
    retryable: false,
  },
  project_limit: {
    status: 409,
    title: { en: 'Too many projects', pt: 'Demasiados projetos' },
    detail: {
      en: 'The account has reached its limit of projects: {limit}.',
      pt: 'A conta atingiu o seu limite de projetos: {limit}.',
    },
    help: {
      en: 'Scan other versions of a policy on a branch of an existing project, or ask the operator of the service.',
      pt: 'Analise outras versões de uma política num ramo de um projeto que já existe, ou fale com o operador do serviço.',
    },
    retryable: false,
  },
  revision_conflict: {
    status: 409,
    title: { en: 'Changed in the meantime', pt: 'Alterado entretanto' },
    detail: {
      en: '`revision` is not the current revision; `current` is.',
      pt: '`revision` não é a atual; a atual é `current`.',
    },
    help: {
      en: 'Read it again, look at what changed, and send your change with the revision you have read.',
      pt: 'Leia de novo, veja o que foi alterado, e envie a sua alteração com a revisão que leu.',
    },
    retryable: false,
  },
  scan_in_progress: {
    status: 409,
    title: { en: 'Scan in progress', pt: 'Análise em curso' },
    detail: {
      en: 'A scan of this project is still running.',
      pt: 'Uma análise deste projeto ainda está em curso.',
    },
    help: {
      en: 'Wait until it ends, then try again. Without `on_running` the scans of one branch are queued.',
      pt: 'Espere até ela terminar e tente de novo. Sem `on_running`, as análises de um ramo ficam em fila.',
    },
    retryable: true,
  },
  transition_not_allowed: {
    status: 409,
    title: { en: 'Decision not possible', pt: 'Decisão impossível' },
    detail: {
      en: 'After {from} a finding cannot become {to}, or the finding is fixed; `allowed` says what can be decided.',
      pt: 'Depois de {from} um achado não pode passar a {to}, ou o achado está corrigido; `allowed` diz o que se pode decidir.',
    },
    help: {
      en: 'Decide `open` first where it is among `allowed`. A finding that is fixed needs no decision.',
      pt: 'Decida primeiro `open` onde estiver em `allowed`. Um achado corrigido não precisa de decisão.',
    },
    retryable: false,
  },
  attempt_conflict: {
    status: 409,
    title: { en: 'Attempt already recorded', pt: 'Tentativa já registada' },
    detail: {
      en: 'An attempt with this id is already recorded, with different content.',
      pt: 'Já está registada uma tentativa com este id e conteúdo diferente.',
    },
    help: {
      en: 'Give each attempt an id of its own. A recorded attempt never changes: record another one.',
      pt: 'Dê a cada tentativa um id próprio. Uma tentativa registada já não muda: registe outra.',
    },
    retryable: false,
  },
  finding_closed: {
    status: 409,
    title: { en: 'Finding fixed', pt: 'Achado corrigido' },
    detail: {
      en: 'The newest scans show that the finding is fixed.',
      pt: 'As análises mais recentes mostram que o achado está corrigido.',
    },
    help: {
      en: 'If the bug still shows where the policy is in use, an older version of the policy is in use there: scan that one.',
      pt: 'Se o erro ainda aparece onde a política está em uso, é uma versão mais antiga que está em uso ali: analise essa versão.',
    },
    retryable: false,
  },
  finding_unknown: {
    status: 400,
    title: { en: 'Finding unknown', pt: 'Achado desconhecido' },
    detail: {
      en: 'The account has no such project, or the project has no such finding.',
      pt: 'A conta não tem tal projeto, ou o projeto não tem tal achado.',
    },
    help: {
      en: 'Take both from the list of findings of the project.',
      pt: 'Tire ambos da lista de achados do projeto.',
    },
    retryable: false,
  },
  invalid_cursor: {
    status: 400,
    title: { en: 'Cursor not valid', pt: 'Cursor inválido' },
    detail: {
      en: 'The cursor does not belong to this list with these filters and this order.',
      pt: 'O cursor não pertence a esta lista com estes filtros e esta ordem.',
    },
    help: {
      en: 'Send `next_cursor` of a page with the same filters and the same order, or begin without a cursor.',
      pt: 'Envie `next_cursor` de uma página com os mesmos filtros e a mesma ordem, ou comece sem cursor.',
    },
    retryable: false,
  },
});
