import { defineProblems } from '@ostiary/plugin-api';

/** Problems of every plugin whose modes take a policy. */
export const policyProblems = defineProblems({
  policy_invalid: {
    status: 400,
    title: { en: 'Policy invalid', pt: 'Política inválida' },
    detail: {
      en: 'The policy does not parse, or does not type against its catalogue. Every fault is in `errors`, with line, column and hint.',
      pt: 'A política não pode ser lida, ou os seus tipos não batem com o catálogo. Cada falha está em `errors`, com linha, coluna e sugestão.',
    },
    help: {
      en: 'Mend the places that `errors` names. The language reference explains every `code`.',
      pt: 'Corrija os lugares que `errors` indica. A referência da linguagem explica cada `code`.',
    },
    retryable: false,
  },
});
