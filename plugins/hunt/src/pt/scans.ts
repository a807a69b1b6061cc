/** Portuguese for the routes of scans. */
export const scansPt: Readonly<Record<string, string>> = {
  'Scan a project': 'Analisar um projeto',
  'Hunts a policy or an agent graph and compares the findings with the previous scan of the branch: new, persisting, fixed or reopened. The gate of the project decides whether the scan passes. If nothing has changed since the last scan of the branch, the answer is that scan with `reused: true`, unless `reuse` is false.':
    'Procura erros numa política ou num grafo de agente e compara os achados com a análise anterior do ramo: novos, persistentes, corrigidos ou reabertos. A barreira do projeto decide se a análise passa. Se nada mudou desde a última análise do ramo, a resposta é essa análise com `reused: true`, a menos que `reuse` seja false.',
  'The scan ended within the wait, an earlier scan is reused, or the scan that was created with this Idempotency-Key has ended.':
    'A análise terminou dentro da espera, uma anterior é reutilizada, ou a análise criada com esta Idempotency-Key terminou.',
  '`true` if an earlier request with this Idempotency-Key created the scan.':
    '`true` se um pedido anterior com esta Idempotency-Key criou a análise.',
  'The scan is stored and is running. `Location` is its path.':
    'A análise está guardada e em execução. `Location` é o caminho dela.',
  'Path of the scan.': 'Caminho da análise.',
  'Seconds to wait before reading the scan.': 'Segundos a esperar antes de ler a análise.',
  'The body is not valid: neither a policy nor a graph, one of these or a catalogue that cannot be read, a graph where none are hunted, an upload that cannot be used. `errors` has JSON pointers.':
    'O corpo não é válido: nem política nem grafo, um destes ou um catálogo que não se podem ler, um grafo onde não se procuram erros em grafos, um upload que não se pode usar. `errors` tem ponteiros JSON.',
  'The key does not carry the grant `hunt` or may not use the profile, or the account is suspended.':
    'A chave não tem a permissão `hunt` ou não pode usar o perfil, ou a conta está suspensa.',
  'Another scan of the branch goes on and `on_running` is `reject` (`scan_id` says which), or the Idempotency-Key was used for another request or one that is still carried out.':
    'Outra análise do ramo está em curso e `on_running` é `reject` (`scan_id` diz qual), ou a Idempotency-Key foi usada para outro pedido ou para um que ainda está a ser executado.',
  'The body is larger than 2 MiB: send the policy, the graph or the catalogue by an upload.':
    'O corpo é maior do que 2 MiB: envie a política, o grafo ou o catálogo por um upload.',
  'Too many requests, too many queued jobs, not enough units left, or too much is waiting.':
    'Demasiados pedidos, demasiados trabalhos em fila, unidades insuficientes, ou demasiado à espera.',
  "List a project's scans": 'Listar as análises de um projeto',
  'Newest first. A limit, a branch or a cursor that is not valid counts as not sent.':
    'As mais recentes primeiro. Um limite, um ramo ou um cursor inválido conta como não enviado.',
  'Only scans of this branch.': 'Só análises deste ramo.',
  'A page of the scans of the project.': 'Uma página das análises do projeto.',
  'Read a scan': 'Ler uma análise',
  'Id of the scan.': 'Id da análise.',
  'The scan with its job, its counts and its gate.':
    'A análise com o seu trabalho, as suas contagens e a sua barreira.',
  "The project or the scan is unknown, another account's, or its id malformed; or the scan is of another project.":
    'O projeto ou a análise é desconhecido, de outra conta, ou o id está malformado; ou a análise é de outro projeto.',

  'A policy to hunt and to compare with the previous scan.':
    'Uma política a analisar e a comparar com a análise anterior.',
  'The branch of what is scanned; absent: the default branch.':
    'O ramo do que se analisa; ausente: o ramo por omissão.',
  'What is scanned, e.g. a commit.': 'O que se analisa, p. ex. um commit.',
  'Whether the last finished scan of the branch is reused if nothing has changed since.':
    'Se a última análise terminada do ramo é reutilizada se nada mudou desde então.',
  'What to do while another scan of the branch is running.':
    'O que fazer enquanto outra análise do ramo está em execução.',
  '`reject`: refused with `scan_in_progress` while another scan of the branch is running.':
    '`reject`: recusada com `scan_in_progress` enquanto outra análise do ramo está em execução.',
  'Milliseconds from now after which the scan expires, time in the queue included.':
    'Milissegundos a partir de agora após os quais a análise expira, incluindo o tempo na fila.',

  'One hunt of a project: its job, its counts and its gate.':
    'Uma análise de um projeto: o seu trabalho, as suas contagens e a sua barreira.',
  'A requested scan.': 'Uma análise pedida.',
  'Whether this is an earlier scan: the input and the engine were the same, so nothing was hunted again.':
    'Se é uma análise anterior: a entrada e o motor eram os mesmos, por isso nada se procurou de novo.',
  'Its job; null after the job was purged.': 'O trabalho dela; null depois de o trabalho ser eliminado.',
  'Every class that was checked; null unless the scan has succeeded.':
    'Todas as classes verificadas; null a menos que a análise tenha terminado com êxito.',
  'How much was checked; null unless the scan has succeeded.':
    'Quanto foi verificado; null a menos que a análise tenha terminado com êxito.',
  'The policy that was hunted; null for a graph, and unless the scan has succeeded.':
    'A política analisada; null para um grafo, e a menos que a análise tenha terminado com êxito.',
  'The job of a scan.': 'O trabalho de uma análise.',
  'State of the job.': 'Estado do trabalho.',
  'What it is doing.': 'O que está a fazer.',
  'How far it is; null before it begins.': 'Até onde vai; null antes de começar.',
  'Path of the list of its files: what was hunted, and the findings.':
    'Caminho da lista dos seus ficheiros: o que foi analisado, e os achados.',
  'Path of its event stream.': 'Caminho do seu fluxo de eventos.',
  'Scans, newest first.': 'Análises, as mais recentes primeiro.',
};
