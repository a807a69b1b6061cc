/** Uploads: opening, sending, and files as fields of requests. */
export const UPLOADS_PT: Readonly<Record<string, string>> = {
  'Open an upload': 'Abrir um upload',
  'Says what file will be sent: what it is for, its size and its sha256. Its bytes are then sent to `content_path`, whole or in parts. A complete upload is named in a job by `{"upload_id": "..."}`.':
    'Diz que ficheiro vai ser enviado: para que serve, o tamanho e o sha256. Os bytes são depois enviados para `content_path`, por inteiro ou em partes. Um upload completo é indicado num trabalho por `{"upload_id": "..."}`.',
  'The upload is open. `content_path` takes its bytes until `expires_at`.':
    'O upload está aberto. `content_path` recebe os bytes até `expires_at`.',
  'The body is not valid: not JSON, an unknown purpose, a media type that the purpose does not take, no size, a sha256 that is none; or the account has too many open uploads, or too many bytes.':
    'O corpo não é válido: não é JSON, um fim desconhecido, um tipo de conteúdo que o fim não aceita, sem tamanho, um sha256 que não o é; ou a conta tem demasiados uploads abertos, ou demasiados bytes.',
  'The file, or the body, is larger than it may be.': 'O ficheiro, ou o corpo, é maior do que pode ser.',
  'What the file is for: one of the `uploads` that GET /v1/capabilities lists.':
    'Para que serve o ficheiro: um dos `uploads` que GET /v1/capabilities lista.',
  'Bytes of the whole file.': 'Bytes do ficheiro inteiro.',
  'Of the whole file, as 64 hexadecimal digits.': 'Do ficheiro inteiro, com 64 dígitos hexadecimais.',
  'Of the whole file, hex.': 'Do ficheiro inteiro, em hexadecimal.',
  'One of those that the purpose takes; parameters are left out.':
    'Um dos que o fim aceita; os parâmetros são omitidos.',
  'What you call it. Nothing here is named by it.': 'O nome que lhe dá. Nada aqui é nomeado por ele.',
  'A file to be sent.': 'Um ficheiro a enviar.',
  'Id of the upload: `upl_` and a ULID.': 'Id do upload: `upl_` e um ULID.',
  'An expired one is not known any more.': 'Um expirado já não é conhecido.',
  'All bytes are here, and their sha256 is the declared one.':
    'Todos os bytes chegaram, e o sha256 deles é o declarado.',
  'Bytes that are here: the first byte to send next.': 'Bytes que já chegaram: o primeiro byte a enviar a seguir.',
  'Where its bytes are sent, with PUT.': 'Para onde se enviam os bytes, com PUT.',
  'Bytes of one part at most.': 'Bytes de uma parte, no máximo.',
  'Until then it can be filled and named. Every job that names it puts it off.':
    'Até lá pode ser enchido e indicado. Cada trabalho que o indica adia este momento.',
  'A file that is sent before the job that needs it.': 'Um ficheiro que é enviado antes do trabalho que precisa dele.',
  "Send an upload's bytes": 'Enviar os bytes de um upload',
  'The whole file, or its parts in order. After a break, ask with `Content-Range: bytes */SIZE` how much is here and go on from there. One request sends at a time; the others wait a few seconds for their turn.':
    'O ficheiro inteiro, ou as partes por ordem. Depois de uma interrupção, pergunte com `Content-Range: bytes */TAMANHO` quanto já chegou e continue a partir daí. Um pedido envia de cada vez; os outros esperam alguns segundos pela sua vez.',
  'Id of the upload.': 'Id do upload.',
  '`bytes FIRST-LAST/SIZE`: the body is this part, the next one. `bytes */SIZE` without a body asks how much is here. Absent: the body is the whole file.':
    '`bytes PRIMEIRO-ÚLTIMO/TAMANHO`: o corpo é esta parte, a seguinte. `bytes */TAMANHO` sem corpo pergunta quanto já chegou. Sem este campo o corpo é o ficheiro inteiro.',
  '`sha-256=:BASE64:` of the body (RFC 9530); checked before the part counts.':
    '`sha-256=:BASE64:` do corpo (RFC 9530); verificado antes de a parte contar.',
  'The bytes are stored, or `received` was asked. `complete` says whether the file is whole. The same bytes sent again to a complete upload are answered so too.':
    'Os bytes estão guardados, ou perguntou-se por `received`. `complete` diz se o ficheiro está inteiro. Os mesmos bytes enviados de novo para um upload completo têm a mesma resposta.',
  'The upload is unknown, malformed, expired or of another account; the part is not the next one; fewer bytes than were said, or other ones; other bytes for a complete upload; not what the purpose says; or another request is sending. `received` says where to go on.':
    'O upload é desconhecido, está mal formado, expirou ou é de outra conta; a parte não é a seguinte; menos bytes do que os anunciados, ou outros; outros bytes para um upload completo; não é o que o fim diz; ou outro pedido está a enviar. `received` diz por onde continuar.',
  'Seconds to wait before the next try, while another request is sending.':
    'Segundos a esperar antes da próxima tentativa, enquanto outro pedido está a enviar.',
  'More bytes than were said. The connection is closed after the answer.':
    'Mais bytes do que os anunciados. A ligação é fechada depois da resposta.',
  'A file.': 'Um ficheiro.',
  'A file that was uploaded.': 'Um ficheiro que foi enviado.',
  'A file that an earlier job made.': 'Um ficheiro que um trabalho anterior fez.',
  'Id of a complete upload.': 'Id de um upload completo.',
  'Id of an artefact of an earlier job.': 'Id de um artefacto de um trabalho anterior.',
};
