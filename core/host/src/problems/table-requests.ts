import { defineProblems } from '@ostiary/plugin-api';

/** What is wrong with a request, or with the service. */
export const REQUEST_PROBLEMS = defineProblems({
  invalid_request: {
    status: 400,
    title: { en: 'Request not valid', pt: 'Pedido inválido' },
    detail: {
      en: 'The request is not valid; `errors` says what and where.',
      pt: 'O pedido não é válido; `errors` diz o quê e onde.',
    },
    help: {
      en: 'Each entry of `errors` has a JSON pointer into the body (or the name of a parameter) and what is wrong there. Unknown fields are refused, so that typing errors show.',
      pt: 'Cada entrada de `errors` tem um ponteiro JSON para o corpo (ou o nome de um parâmetro) e o que lá está errado. Campos desconhecidos são recusados, para que os erros de escrita se vejam.',
    },
    retryable: false,
  },
  invalid_json: {
    status: 400,
    title: { en: 'Body not readable as JSON', pt: 'Corpo não legível como JSON' },
    detail: { en: 'The body is not valid JSON.', pt: 'O corpo não é JSON válido.' },
    help: {
      en: 'The body must be UTF-8, valid JSON, nested at most 64 deep, and no object may have the same key twice. `offset` is where reading stopped.',
      pt: 'O corpo tem de ser UTF-8, JSON válido, com no máximo 64 níveis, e nenhum objeto pode ter a mesma chave duas vezes. `offset` é onde a leitura parou.',
    },
    retryable: false,
  },
  unsupported_media_type: {
    status: 400,
    title: { en: 'Media type not supported', pt: 'Tipo de conteúdo não suportado' },
    detail: { en: 'The body must be sent as {expected}.', pt: 'O corpo tem de ser enviado como {expected}.' },
    help: {
      en: 'Set `Content-Type: application/json`. `Content-Encoding` may be `gzip` or absent.',
      pt: 'Use `Content-Type: application/json`. `Content-Encoding` pode ser `gzip` ou faltar.',
    },
    retryable: false,
  },
  payload_too_large: {
    status: 413,
    title: { en: 'Body too large', pt: 'Corpo demasiado grande' },
    detail: { en: 'The body is larger than {limit} bytes.', pt: 'O corpo é maior do que {limit} bytes.' },
    help: {
      en: '`limit_bytes` is the limit of this operation; it also holds after inflating. Where `use_upload` is true, stage the file with an upload.',
      pt: '`limit_bytes` é o limite desta operação; vale também depois de descomprimir. Onde `use_upload` é true, envie o ficheiro por um upload.',
    },
    retryable: false,
  },
  range_not_satisfiable: {
    status: 416,
    title: { en: 'Range past the end', pt: 'Intervalo depois do fim' },
    detail: {
      en: 'The file has {size} bytes; the range begins after them.',
      pt: 'O ficheiro tem {size} bytes; o intervalo começa depois deles.',
    },
    help: {
      en: 'Ask for bytes that are there; `Content-Range` says how many there are. Without `Range` the whole file is sent.',
      pt: 'Peça bytes que existam; `Content-Range` diz quantos há. Sem `Range` é enviado o ficheiro inteiro.',
    },
    retryable: false,
  },
  request_too_costly: {
    status: 400,
    title: { en: 'Request too costly to read', pt: 'Pedido demasiado dispendioso de ler' },
    detail: {
      en: 'Reading the request took more time or memory than the profile allows. Nothing was stored or charged.',
      pt: 'Ler o pedido levou mais tempo ou memória do que o perfil permite. Nada foi guardado nem cobrado.',
    },
    help: {
      en: 'Send less, or name a profile that allows more.',
      pt: 'Envie menos, ou indique um perfil que permita mais.',
    },
    retryable: false,
  },
  not_found: {
    status: 404,
    title: { en: 'Not found', pt: 'Não encontrado' },
    detail: { en: 'There is nothing here.', pt: 'Não há nada aqui.' },
    help: {
      en: 'The path or the id is unknown, or belongs to another account; the answer is the same. `Allow` names the methods the path knows.',
      pt: 'O caminho ou o id é desconhecido, ou pertence a outra conta; a resposta é a mesma. `Allow` diz os métodos que o caminho conhece.',
    },
    retryable: false,
  },
  idempotency_key_reused: {
    status: 409,
    title: { en: 'Idempotency key used for another request', pt: 'Chave de idempotência usada noutro pedido' },
    detail: {
      en: 'This Idempotency-Key was used for a different request.',
      pt: 'Esta Idempotency-Key foi usada para um pedido diferente.',
    },
    help: {
      en: 'Use a new key for a new request. A key is remembered for 24 hours.',
      pt: 'Use uma chave nova para um pedido novo. Uma chave é lembrada durante 24 horas.',
    },
    retryable: false,
  },
  idempotency_in_progress: {
    status: 409,
    title: { en: 'First request still running', pt: 'Primeiro pedido ainda em curso' },
    detail: {
      en: 'The first request with this Idempotency-Key is still running.',
      pt: 'O primeiro pedido com esta Idempotency-Key ainda está em curso.',
    },
    help: { en: 'Try again as `Retry-After` says.', pt: 'Tente de novo como `Retry-After` diz.' },
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: { en: 'Not available', pt: 'Indisponível' },
    detail: { en: 'The service cannot answer at the moment.', pt: 'O serviço não consegue responder neste momento.' },
    help: {
      en: 'Nothing was stored or charged. Try again as `Retry-After` says.',
      pt: 'Nada foi guardado nem cobrado. Tente de novo como `Retry-After` diz.',
    },
    retryable: true,
  },
  storage_full: {
    status: 503,
    title: { en: 'No space left', pt: 'Sem espaço para guardar' },
    detail: {
      en: 'The service has no space left to store what was sent.',
      pt: 'O serviço não tem espaço para guardar o que foi enviado.',
    },
    help: {
      en: 'Try again as `Retry-After` says. Nothing was charged. The bytes of an upload that were stored are kept: ask how many there are, and go on from there.',
      pt: 'Tente de novo como `Retry-After` diz. Nada foi cobrado. Os bytes de um upload que foram guardados ficam: pergunte quantos são e continue daí.',
    },
    retryable: true,
  },
  draining: {
    status: 503,
    title: { en: 'Shutting down', pt: 'A encerrar' },
    detail: {
      en: 'This process is shutting down and accepts no more requests.',
      pt: 'Este processo está a ser parado e não aceita mais pedidos.',
    },
    help: {
      en: 'Try again: another process answers, or this one when it is back.',
      pt: 'Tente de novo: responde outro processo, ou este quando voltar.',
    },
    retryable: true,
  },
  internal: {
    status: 503,
    title: { en: 'Internal error', pt: 'Erro interno' },
    detail: { en: 'The service has a defect. It was recorded.', pt: 'O serviço tem um defeito. Ficou registado.' },
    help: { en: 'Report it with the `request_id` of the answer.', pt: 'Comunique-o com o `request_id` da resposta.' },
    retryable: true,
  },
});
