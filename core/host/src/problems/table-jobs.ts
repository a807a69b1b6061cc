import { defineProblems } from '@ostiary/plugin-api';

/** Jobs, their events and what they make. */
export const JOB_PROBLEMS = defineProblems({
  upload_not_usable: {
    status: 400,
    title: { en: 'Upload not usable', pt: 'Upload não utilizável' },
    detail: {
      en: 'The upload is unknown, not complete, or was opened for another purpose.',
      pt: 'O upload é desconhecido, está incompleto, ou foi aberto para outro fim.',
    },
    help: {
      en: 'Open an upload for this purpose, send all its bytes, then name its id.',
      pt: 'Abra um upload para este fim, envie todos os bytes, e depois indique o id.',
    },
    retryable: false,
  },
  concurrency_exceeded: {
    status: 429,
    title: { en: 'Too many jobs waiting', pt: 'Demasiados trabalhos à espera' },
    detail: {
      en: 'The key has reached its limit of waiting jobs: {limit}.',
      pt: 'A chave atingiu o seu limite de trabalhos à espera: {limit}.',
    },
    help: {
      en: 'Wait until some have begun, or cancel some. `GET /v1/account` shows how many wait and how many may. Nothing was stored or charged.',
      pt: 'Espere que alguns comecem, ou cancele alguns. `GET /v1/account` mostra quantos esperam e quantos podem esperar. Nada foi guardado nem cobrado.',
    },
    retryable: true,
  },
  too_many_streams: {
    status: 429,
    title: { en: 'Too many event streams', pt: 'Demasiados fluxos de eventos' },
    detail: {
      en: 'Too many event streams are open for this key or this job.',
      pt: 'Há demasiados fluxos de eventos abertos para esta chave ou este trabalho.',
    },
    help: {
      en: 'Close one first. A stream is resumed with `Last-Event-ID`, so one reader is enough.',
      pt: 'Feche um primeiro. Um fluxo é retomado com `Last-Event-ID`, por isso basta um leitor.',
    },
    retryable: true,
  },
  result_too_large: {
    status: 413,
    title: { en: 'Result too large for the answer', pt: 'Resultado demasiado grande para vir na resposta' },
    detail: { en: 'The result is larger than {limit} bytes.', pt: 'O resultado é maior do que {limit} bytes.' },
    help: { en: 'Read it from the artefacts of the job.', pt: 'Leia-o nos artefactos do trabalho.' },
    retryable: false,
  },
  artifact_expired: {
    status: 410,
    title: { en: 'Artefact expired', pt: 'Artefacto expirado' },
    detail: {
      en: 'The time for which the artefact is kept has passed, and it was deleted.',
      pt: 'O prazo de conservação do artefacto passou, e ele foi apagado.',
    },
    help: { en: 'Run the job again to make a new one.', pt: 'Execute o trabalho outra vez para o refazer.' },
    retryable: false,
  },
  overloaded: {
    status: 503,
    title: { en: 'Too much work waiting', pt: 'Demasiado trabalho em espera' },
    detail: {
      en: 'Too many jobs are waiting. Nothing was stored or charged.',
      pt: 'Há demasiados trabalhos à espera. Nada foi guardado nem cobrado.',
    },
    help: { en: 'Try again as `Retry-After` says.', pt: 'Tente de novo como `Retry-After` diz.' },
    retryable: true,
  },
  engine_unavailable: {
    status: 503,
    title: { en: 'Engine not available', pt: 'Motor indisponível' },
    detail: {
      en: 'The engine of this mode is not running. Nothing was stored or charged.',
      pt: 'O motor deste modo não está em execução. Nada foi guardado nem cobrado.',
    },
    help: { en: 'Try again as `Retry-After` says.', pt: 'Tente de novo como `Retry-After` diz.' },
    retryable: true,
  },
});
