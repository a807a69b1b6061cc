/** Account: capabilities, account, version, profiles. */
export const ACCOUNT_PT: Readonly<Record<string, string>> = {
  'What a key can do, what it is held to, and what is running.':
    'O que uma chave pode fazer, a que está limitada, e o que está em execução.',
  'What this key is held to': 'A que está limitada esta chave',
  'What a key is held to.': 'A que está limitada uma chave.',
  'Plan, quotas (limit, used, reserved, remaining, resets_at), rates, sizes, concurrency, retention the key is held to.':
    'Plano, quotas (limit, used, reserved, remaining, resets_at), ritmos, tamanhos, concorrência e retenção a que a chave está limitada.',
  'What this key can do: modes, profiles, limits, facts of plugins':
    'O que esta chave pode fazer: modos, perfis, limites, factos dos plugins',
  'Modes, profiles and limits of the key; in `facts` what plugins add, e.g. what else it may read. A missing or wrong key gets authenticated=false with no grants (401 is not listed).':
    'Modos, perfis e limites da chave; em `facts`, o que os plugins acrescentam, p. ex. que mais pode ler. Sem chave, ou com uma errada, recebe-se authenticated=false sem permissões (401 não consta).',
  'List profiles': 'Listar os perfis',
  'Profiles (named execution budgets) of the deployment; with a valid key those the key may use are marked. A missing or wrong key gets the public list (401 is not listed).':
    'Perfis (orçamentos de execução com nome) da instalação; com uma chave válida são assinalados os que ela pode usar. Sem chave, ou com uma errada, recebe-se a lista pública (401 não consta).',
  'What is running here': 'O que está em execução aqui',
  'What is running here.': 'O que está em execução aqui.',
  'Version, commit, contract digest, engines, plug-ins running here; in `facts` what they say of themselves, e.g. the dialects of a language that they read.':
    'Versão, commit, resumo do contrato, motores e extensões em execução aqui; em `facts`, o que dizem de si, p. ex. os dialetos de uma linguagem que leem.',
  'Largest inline request, by mode.': 'Maior pedido aceite no corpo, por modo.',
  'Seats by licence; empty where nothing is licensed by seat.':
    'Lugares por licença; vazio onde nada é licenciado por lugar.',
  'What a key can do here.': 'O que uma chave pode fazer aqui.',
  'Windows in which requests are counted: quota and seconds.':
    'Janelas em que os pedidos são contados: quota e segundos.',
  'Largest body of an operation that says nothing else.': 'Maior corpo de uma operação que não diga outra coisa.',
  'Levels of arrays and objects in a body.': 'Níveis de listas e objetos num corpo.',
  'Whether this key carries the grant and the account may use it.':
    'Se esta chave tem a permissão e a conta a pode usar.',
  'Profiles it can be used with here.': 'Perfis com que se pode usar aqui.',
  'Largest request taken inline.': 'Maior pedido aceite no corpo.',
  'Longest wait for the answer within the request, seconds.':
    'Espera mais longa pela resposta dentro do pedido, em segundos.',
  'Purposes of the files that every request of it names: they are uploaded first.':
    'Fins dos ficheiros que cada pedido seu indica: são carregados antes.',
  'What POST /v1/uploads names it by.': 'O nome por que POST /v1/uploads o indica.',
  'Largest file.': 'Maior ficheiro.',
  'What `media_type` may be.': 'O que `media_type` pode ser.',
  'Modes whose requests may name such a file.': 'Modos cujos pedidos podem indicar um ficheiro destes.',
  'A purpose files can be uploaded for.': 'Um fim para o qual se podem carregar ficheiros.',
  'Uploads of the account that may be open, that is not complete.':
    'Uploads da conta que podem estar abertos, isto é, por completar.',
  'Bytes that the uploads of the account and the files that plugins keep for it may have together.':
    'Bytes que os uploads da conta e os ficheiros que extensões guardam para ela podem ter juntos.',
  'A mode of POST /v1/solves.': 'Um modo de POST /v1/solves.',
  'What a request names it by.': 'O nome por que um pedido o indica.',
  'Modes it can be used with.': 'Modos com que se pode usar.',
  'Wall time of one attempt, milliseconds.': 'Tempo real de uma tentativa, em milissegundos.',
  'Time the solvers of one attempt may work, all together, milliseconds.':
    'Tempo que os solucionadores de uma tentativa podem trabalhar, todos juntos, em milissegundos.',
  'Memory of each solver process of an attempt, MiB.':
    'Memória de cada processo de solucionador de uma tentativa, em MiB.',
  'Days an ended job and its result are kept.': 'Dias que se guarda um trabalho terminado e o seu resultado.',
  'Days the bytes of an artefact are kept.': 'Dias que se guardam os bytes de um artefacto.',
  'Days the record of an expired artefact and the log of its reads are kept after that.':
    'Dias que, depois disso, se guardam a ficha de um artefacto expirado e o registo das suas leituras.',
  'Units of quota a job costs under it, times those of the request.':
    'Unidades de quota que um trabalho custa com ele, vezes as do pedido.',
  'Taken when a request names none.': 'Usado quando um pedido não indica nenhum.',
  'Whether this key may use it; null without a key.': 'Se esta chave o pode usar; null sem chave.',
  'A named execution budget.': 'Um orçamento de execução com nome.',
  'The profiles of the deployment.': 'Os perfis da instalação.',
  'What plugins add, by plugin.': 'O que os plugins acrescentam, por plugin.',
  'Units charged in this period for requests that are not jobs, by what they were for.':
    'Unidades cobradas neste período por pedidos que não são trabalhos, pelo que foram.',
  'Charged in this period.': 'Cobradas neste período.',
  'Held for jobs that have not ended.': 'Retidas para trabalhos que não terminaram.',
  'Units of work an account may use in a period.': 'Unidades de trabalho que uma conta pode usar num período.',
  'Digest of /openapi.yaml as served.': 'Resumo criptográfico de /openapi.yaml tal como é servido.',
  'Solvers and their versions.': 'Solucionadores e as suas versões.',
  'A plugin that is running.': 'Uma extensão em execução.',
  'A window in which requests are counted.': 'Uma janela em que os pedidos são contados.',
  'Its name in the header field `RateLimit-Policy`.': 'O seu nome no cabeçalho `RateLimit-Policy`.',
  'Requests that may be made in it.': 'Pedidos que nela se podem fazer.',
  'Its length in seconds.': 'A sua duração em segundos.',
  'How large a request may be.': 'Que tamanho pode ter um pedido.',
  'How long what the account made is kept.': 'Quanto tempo se guarda o que a conta fez.',
  'How many jobs of one key may run and wait.': 'Quantos trabalhos de uma chave podem estar em curso e à espera.',
  'Jobs of this key that have not ended.': 'Trabalhos desta chave que não terminaram.',
  'Jobs of this key that run.': 'Trabalhos desta chave em curso.',
  'Jobs of this key that wait.': 'Trabalhos desta chave à espera.',
  'The span of time that quotas are counted in.': 'O período em que as quotas são contadas.',
  'Whether the account may work.': 'Se a conta pode trabalhar.',
  'The key that was sent.': 'A chave que foi enviada.',
  'The contract that is served.': 'O contrato que é servido.',
  'Keys that signatures of artefacts are verified with.': 'Chaves com que se verificam as assinaturas dos artefactos.',
  'Id of the key, as signatures name it.': 'Id da chave, tal como as assinaturas a indicam.',
  'The public key, base64url.': 'A chave pública, em base64url.',
  'A public key as a JSON Web Key.': 'Uma chave pública como JSON Web Key.',
};
