/** Portuguese for every text this plugin brings to the contract. */
export const pt: Readonly<Record<string, string>> = {
  'Check package feed access': 'Verificar o acesso ao repositório de pacotes',
  'The account may read the package feed: feed, scopes, expires_at. Usable as an auth_request sub-request of a registry proxy (2xx allow, 401/403 refuse).':
    'A conta pode ler o repositório de pacotes: feed, scopes, expires_at. Serve de subpedido auth_request de um proxy de registo (2xx deixa passar, 401/403 recusa).',
  'Key valid but the account has no feed entitlement, it has ended, or the account is suspended.':
    'A chave é válida mas a conta não tem direito ao repositório, o direito terminou, ou a conta está suspensa.',
  'Access to the package feed.': 'Acesso ao repositório de pacotes.',
};
