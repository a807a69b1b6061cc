import type { AreaDeclaration } from '@ostiary/plugin-api';

/** The heading of the contract that the plugin's routes stand under. */
export const area = {
  name: 'Guardrail bug hunter',
  title: { en: 'Guardrail bug hunter', pt: 'Procura de erros em políticas' },
  description: {
    en: 'Looks for bugs in a guardrail policy and keeps track of them: projects, scans that are compared with the previous one, findings with their triage, and a gate that decides whether a scan passes.',
    pt: 'Procura erros numa política e acompanha-os: projetos, análises comparadas com a anterior, achados com a sua triagem, e uma barreira que decide se uma análise passa.',
  },
} as const satisfies AreaDeclaration;
