import { defineProblems } from '@ostiary/plugin-api';

/** Who may call, and how often. */
export const ACCESS_PROBLEMS = defineProblems({
  missing_key: {
    status: 401,
    title: { en: 'No key', pt: 'Sem chave' },
    detail: { en: 'The request carries no API key.', pt: 'O pedido não traz chave de API.' },
    help: {
      en: 'Send the key in the header `Authorization: Bearer ost_...`. A key in the query or in a cookie is not read.',
      pt: 'Envie a chave no cabeçalho `Authorization: Bearer ost_...`. Uma chave na query ou num cookie não é lida.',
    },
    retryable: false,
  },
  invalid_key: {
    status: 401,
    title: { en: 'Key not valid', pt: 'Chave inválida' },
    detail: { en: 'The API key is not valid.', pt: 'A chave de API não é válida.' },
    help: {
      en: 'The key is mistyped, unknown, revoked or expired, or its account is closed; the answer is the same for all of these. Ask for a new key if yours should work.',
      pt: 'A chave está mal escrita, é desconhecida, foi revogada ou expirou, ou a conta foi encerrada; a resposta é a mesma em todos os casos. Peça uma chave nova se a sua devia funcionar.',
    },
    retryable: false,
  },
  missing_grant: {
    status: 403,
    title: { en: 'Grant missing', pt: 'Permissão em falta' },
    detail: {
      en: 'The key needs one of these grants: {grants}.',
      pt: 'A chave precisa de uma destas permissões: {grants}.',
    },
    help: {
      en: 'Use a key that carries the grant. `GET /v1/capabilities` shows the grants of a key.',
      pt: 'Use uma chave que tenha a permissão. `GET /v1/capabilities` mostra as permissões de uma chave.',
    },
    retryable: false,
  },
  not_served_here: {
    status: 503,
    title: { en: 'Not served here', pt: 'Não é servido aqui' },
    detail: { en: 'A router does not serve this operation.', pt: 'Um router não serve esta operação.' },
    help: {
      en: 'Send it to the hosted service. A router has the same contract and serves what needs no database.',
      pt: 'Envie-o ao serviço alojado. Um router tem o mesmo contrato e serve o que não precisa de base de dados.',
    },
    retryable: false,
  },
  account_suspended: {
    status: 403,
    title: { en: 'Account suspended', pt: 'Conta suspensa' },
    detail: { en: 'The account is suspended.', pt: 'A conta está suspensa.' },
    help: {
      en: 'Jobs, their results and the account can still be read. Ask the operator of the service what suspended the account.',
      pt: 'Os trabalhos, os seus resultados e a conta continuam legíveis. Pergunte ao operador do serviço por que a conta foi suspensa.',
    },
    retryable: false,
  },
  profile_not_allowed: {
    status: 403,
    title: { en: 'Profile not allowed', pt: 'Perfil não permitido' },
    detail: { en: 'The key may not use the profile {profile}.', pt: 'A chave não pode usar o perfil {profile}.' },
    help: {
      en: '`GET /v1/profiles` marks the profiles a key may use.',
      pt: '`GET /v1/profiles` assinala os perfis que uma chave pode usar.',
    },
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: { en: 'Too many requests', pt: 'Demasiados pedidos' },
    detail: {
      en: 'Too many requests. Try again in {seconds} s.',
      pt: 'Demasiados pedidos. Tente de novo daqui a {seconds} s.',
    },
    help: {
      en: 'Wait as `Retry-After` says. The fields `RateLimit-Policy` and `RateLimit` of every answer tell what is left.',
      pt: 'Espere o que `Retry-After` diz. Os campos `RateLimit-Policy` e `RateLimit` de cada resposta dizem o que resta.',
    },
    retryable: true,
  },
  quota_exhausted: {
    status: 429,
    title: { en: 'Quota exhausted', pt: 'Quota esgotada' },
    detail: {
      en: 'The units of this job do not fit in what is left of the quota.',
      pt: 'As unidades deste trabalho não cabem no que resta da quota.',
    },
    help: {
      en: '`GET /v1/account` shows the limit, the use and when the quota starts again. Nothing was charged.',
      pt: '`GET /v1/account` mostra o limite, o uso e quando a quota recomeça. Nada foi cobrado.',
    },
    retryable: false,
  },
});
