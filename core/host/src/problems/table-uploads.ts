import { defineProblems } from '@ostiary/plugin-api';

/** Files that are sent before the jobs that need them. */
export const UPLOAD_PROBLEMS = defineProblems({
  upload_quota: {
    status: 400,
    title: { en: 'No room for the file', pt: 'Sem espaço para o ficheiro' },
    detail: {
      en: 'The account has as many open uploads, or as many bytes of uploads and files kept for it, as it may.',
      pt: 'A conta tem tantos uploads abertos, ou tantos bytes de uploads e de ficheiros guardados para ela, quantos pode ter.',
    },
    help: {
      en: 'Complete the open ones, remove files, or wait until some expire. `limits` of `GET /v1/capabilities` says how many there may be.',
      pt: 'Complete os que estão abertos, remova ficheiros, ou espere que alguns expirem. `limits` de `GET /v1/capabilities` diz quantos pode haver.',
    },
    retryable: true,
  },
  upload_unknown: {
    status: 400,
    title: { en: 'Upload unknown', pt: 'Upload desconhecido' },
    detail: { en: 'There is no such upload.', pt: 'Não existe tal upload.' },
    help: {
      en: 'The id is unknown, or has expired, or belongs to another account; the answer is the same. Open a new upload.',
      pt: 'O id é desconhecido, ou expirou, ou pertence a outra conta; a resposta é a mesma. Abra um upload novo.',
    },
    retryable: false,
  },
  offset_mismatch: {
    status: 400,
    title: { en: 'Not the next part', pt: 'Não é a parte seguinte' },
    detail: {
      en: 'The next byte to send is byte {received}.',
      pt: 'O próximo byte a enviar é o byte {received}.',
    },
    help: {
      en: 'Parts are sent in order, without gaps. Go on from `received`.',
      pt: 'As partes são enviadas por ordem, sem falhas. Continue a partir de `received`.',
    },
    retryable: false,
  },
  checksum_mismatch: {
    status: 400,
    title: { en: 'Not the declared bytes', pt: 'Não são os bytes declarados' },
    detail: {
      en: 'Fewer bytes came than were said, or other ones. Send the file again from its beginning.',
      pt: 'Chegaram menos bytes do que os anunciados, ou outros. Envie o ficheiro de novo desde o início.',
    },
    help: {
      en: 'The sha256 of the file, or the `Content-Digest` of the body, is not that of the bytes that came. `received` is 0 again. Open a new upload when the file itself has changed.',
      pt: 'O sha256 do ficheiro, ou o `Content-Digest` do corpo, não é o dos bytes que chegaram. `received` volta a 0. Abra um upload novo se o próprio ficheiro mudou.',
    },
    retryable: true,
  },
  upload_complete: {
    status: 400,
    title: { en: 'Upload complete already', pt: 'Upload já completo' },
    detail: {
      en: 'The upload is complete and has other bytes than these.',
      pt: 'O upload está completo e tem outros bytes.',
    },
    help: { en: 'Open a new upload for another file.', pt: 'Abra um upload novo para outro ficheiro.' },
    retryable: false,
  },
  upload_busy: {
    status: 400,
    title: { en: 'Another request is sending', pt: 'Outro pedido está a enviar' },
    detail: {
      en: 'Another request is sending bytes of this upload.',
      pt: 'Outro pedido está a enviar bytes deste upload.',
    },
    help: {
      en: 'One request sends at a time. Try again as `Retry-After` says, after asking how much is here.',
      pt: 'Um pedido envia de cada vez. Tente de novo como `Retry-After` diz, depois de perguntar quanto já chegou.',
    },
    retryable: true,
  },
  content_not_recognised: {
    status: 400,
    title: { en: 'Not a file of this purpose', pt: 'Não é um ficheiro para este fim' },
    detail: {
      en: 'The beginning of the file is not that of a file of this purpose.',
      pt: 'O início do ficheiro não é o de um ficheiro para este fim.',
    },
    help: {
      en: 'Look whether it is the right file, and sent as it is: not packed, not encoded.',
      pt: 'Veja se é o ficheiro certo, e se foi enviado tal como é: nem comprimido, nem codificado.',
    },
    retryable: false,
  },
});
