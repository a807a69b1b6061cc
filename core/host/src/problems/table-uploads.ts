import { defineProblems } from '@ostiary/plugin-api';

/** Files that are sent before the jobs that need them. */
export const UPLOAD_PROBLEMS = defineProblems({
  upload_quota: {
    status: 400,
    title: { en: 'No room for the file', pt: 'Sem espaço para o ficheiro' },
    detail: {
      en: 'The account has reached its limit of open uploads, or of bytes stored for its uploads and files.',
      pt: 'A conta atingiu o seu limite de uploads abertos, ou de bytes guardados em uploads e ficheiros.',
    },
    help: {
      en: 'Complete the open ones, remove files, or wait until some expire. `limits` of `GET /v1/capabilities` shows the limits.',
      pt: 'Complete os que estão abertos, remova ficheiros, ou espere que alguns expirem. `limits` de `GET /v1/capabilities` mostra os limites.',
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
    title: { en: 'Offset does not match', pt: 'A posição não confere' },
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
    title: { en: 'Checksum does not match', pt: 'A soma de verificação não confere' },
    detail: {
      en: 'The bytes that arrived are not the declared ones. Send the file again from its beginning.',
      pt: 'Os bytes que chegaram não são os declarados. Envie o ficheiro de novo desde o início.',
    },
    help: {
      en: 'The sha256 of the file, or the `Content-Digest` of the body, is not that of the bytes that arrived. `received` is 0 again. Open a new upload when the file itself has changed.',
      pt: 'O sha256 do ficheiro, ou o `Content-Digest` do corpo, não é o dos bytes que chegaram. `received` volta a 0. Abra um upload novo se o próprio ficheiro mudou.',
    },
    retryable: true,
  },
  upload_complete: {
    status: 400,
    title: { en: 'Upload already complete', pt: 'Upload já completo' },
    detail: {
      en: 'The upload is complete, and its bytes differ from these.',
      pt: 'O upload está completo, e os seus bytes são diferentes destes.',
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
      en: 'One request sends at a time. Try again as `Retry-After` says, after asking how many bytes have arrived.',
      pt: 'Um pedido envia de cada vez. Tente de novo como `Retry-After` diz, depois de perguntar quantos bytes já chegaram.',
    },
    retryable: true,
  },
  content_not_recognised: {
    status: 400,
    title: { en: 'File does not fit its purpose', pt: 'O ficheiro não serve para este fim' },
    detail: {
      en: 'The file does not begin as files for this purpose do.',
      pt: 'O ficheiro não começa como começam os ficheiros para este fim.',
    },
    help: {
      en: 'Check that it is the right file, and send it as it is: not compressed, not encoded.',
      pt: 'Confirme que é o ficheiro certo, e envie-o tal como é: nem comprimido, nem codificado.',
    },
    retryable: false,
  },
});
