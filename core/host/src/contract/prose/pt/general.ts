/** The contract as a whole, what all operations share, and the documents themselves. */
export const GENERAL_PT: Readonly<Record<string, string>> = {
  Ostiary: 'Ostiary',
  'The doorkeeper for tool-using agents.': 'O porteiro dos agentes que usam ferramentas.',
  'Ostiary verifies the policies, graphs and models that decide what an agent may do, and answers allow, confirm or refuse for its actions.\n\nBodies are JSON in UTF-8. Times are RFC 3339 in UTC with milliseconds, durations end in `_ms` or `_s`, sizes are in bytes. Unknown fields of a body are refused, and unknown parameters where 400 is listed, so that typing errors show; elsewhere a parameter that is unknown or wrong counts as not sent. Unknown fields of an answer must be ignored: fields, modes, slugs and types of events are added within `/v1`; nothing is removed, and no type changes.\n\nErrors are RFC 9457 problem objects. Their `slug` never changes; `title` and `detail` follow `Accept-Language` (`en`, `pt`). There is a page about each at `/problems/{slug}`.\n\nAny operation may answer 503, whether it lists that status or not: `unavailable` with `Retry-After` while the database is away, `storage_full` with `Retry-After` while there is no room on its disks, `draining` while the process stops, `internal` for a defect of the service, `not_served_here` on a router, which serves what needs no database. Nothing was stored or charged then.\n\nEvery call counts against the rate limits of its key, calls from the reference page too.':
    'O Ostiary verifica as políticas, os grafos e os modelos que decidem o que um agente pode fazer, e responde permitir (allow), confirmar (confirm) ou recusar (refuse) às suas ações.\n\nOs corpos são JSON em UTF-8. Os instantes são RFC 3339 em UTC com milissegundos, as durações terminam em `_ms` ou `_s`, os tamanhos são em bytes. Campos desconhecidos de um corpo são recusados, e parâmetros desconhecidos onde consta 400, para que os erros de escrita se vejam; de resto, um parâmetro desconhecido ou errado conta como não enviado. Campos desconhecidos de uma resposta têm de ser ignorados: dentro de `/v1` acrescentam-se campos, modos, slugs e tipos de eventos; nada se retira e nenhum tipo muda.\n\nOs erros são objetos de problema RFC 9457. O seu `slug` nunca muda; `title` e `detail` seguem `Accept-Language` (`en`, `pt`). Há uma página sobre cada um em `/problems/{slug}`.\n\nQualquer operação pode responder 503, conste ele ou não: `unavailable` com `Retry-After` enquanto a base de dados está ausente, `storage_full` com `Retry-After` enquanto não há espaço nos seus discos, `draining` enquanto o processo para, `internal` por um defeito do serviço, `not_served_here` num router, que serve o que não precisa de base de dados. Nada foi então guardado nem cobrado.\n\nCada chamada conta para os limites de ritmo da sua chave, também as da página de referência.',
  'The host that served this document.': 'O servidor que enviou este documento.',
  Account: 'Conta',
  'Contract documents': 'Documentos do contrato',
  'Jobs and files': 'Trabalhos e ficheiros',
  'This contract, in English and in Portuguese.': 'Este contrato, em inglês e em português.',
  'The same contract with its prose in Portuguese': 'O mesmo contrato com a prosa em português',
  'The document, byte for byte as committed.': 'O documento, byte a byte como foi publicado.',
  'Digest of the document.': 'Resumo criptográfico do documento.',
  'The OpenAPI 3.1 contract': 'O contrato OpenAPI 3.1',
  'Whether this is the answer of an earlier request with the same Idempotency-Key: then `true`.':
    'Se é a resposta de um pedido anterior com a mesma Idempotency-Key: então `true`.',
  'No Authorization: Bearer key (slug missing_key), or a key that is malformed (prefix or checksum), unknown, revoked, expired or of a closed account (slug invalid_key, one answer for all of these). WWW-Authenticate: Bearer.':
    'Sem chave em Authorization: Bearer (slug missing_key), ou com uma chave mal formada (prefixo ou soma de verificação), desconhecida, revogada, expirada ou de uma conta encerrada (slug invalid_key, a mesma resposta em todos os casos). WWW-Authenticate: Bearer.',
  'The scheme to authenticate with: Bearer.': 'O esquema de autenticação: Bearer.',
  'Id of this request. Name it when you report a fault.': 'Id deste pedido. Indique-o quando comunicar uma falha.',
  'What is left of each rate limit: `r` requests, and `t` seconds until it is full again (draft-ietf-httpapi-ratelimit-headers).':
    'O que resta de cada limite de ritmo: `r` pedidos, e `t` segundos até voltar a estar completo (draft-ietf-httpapi-ratelimit-headers).',
  'The rate limits of this key: `q` requests in each window of `w` seconds.':
    'Os limites de ritmo desta chave: `q` pedidos em cada janela de `w` segundos.',
  'Seconds to wait before the next try.': 'Segundos a esperar antes da próxima tentativa.',
  'Language of `title` and `detail`, chosen by `Accept-Language`.':
    'Língua de `title` e `detail`, escolhida por `Accept-Language`.',
  'The API key, sent as `Authorization: Bearer ost_...`. What stands behind the scheme of an operation are the grants of which the key needs one; nothing there means that any valid key will do.':
    'A chave de API, enviada como `Authorization: Bearer ost_...`. A seguir ao esquema de cada operação estão as permissões das quais a chave precisa de uma; se não houver nenhuma, serve qualquer chave válida.',
  'Why the request was not answered. Kinds of problems add members of their own.':
    'Porque é que o pedido não foi atendido. Os tipos de problema acrescentam membros próprios.',
  'Address of the page about this kind of problem.': 'Endereço da página sobre este tipo de problema.',
  'Short name of the problem, in the language of `Accept-Language`.':
    'Nome curto do problema, na língua de `Accept-Language`.',
  'The HTTP status.': 'O estado HTTP.',
  'Name of the kind of problem, for programs. Never changes and is never translated; new ones may be added.':
    'Nome do tipo de problema, para programas. Nunca muda e nunca é traduzido; podem acrescentar-se outros.',
  'What happened, in the language of `Accept-Language`.': 'O que aconteceu, na língua de `Accept-Language`.',
  'This occurrence: `/requests/` and the id of the request.': 'Esta ocorrência: `/requests/` e o id do pedido.',
  'Id of the request, as in the header `Request-Id`.': 'Id do pedido, como no cabeçalho `Request-Id`.',
  'Whether the same request may succeed later.': 'Se o mesmo pedido pode ter êxito mais tarde.',
  'What is wrong with the request: the first 100 faults.': 'O que está errado no pedido: as primeiras 100 faltas.',
  'How many more faults there are; left out when there are none.':
    'Quantas faltas mais há; omitido quando não há nenhuma.',
  'What is wrong there, for programs.': 'O que lá está errado, para programas.',
  'What is wrong there.': 'O que lá está errado.',
  'Name of the parameter it is about.': 'Nome do parâmetro a que se refere.',
  'Where the parameter stands.': 'Onde está o parâmetro.',
  'One thing that is wrong with a request.': 'Uma coisa que está errada num pedido.',
  'Where in the body: a JSON pointer (RFC 6901). Left out when it is about a parameter.':
    'Onde no corpo: um ponteiro JSON (RFC 6901). Omitido quando se refere a um parâmetro.',
};
