/** Portuguese for the routes of projects and for what scans and gates are. */
export const projectsPt: Readonly<Record<string, string>> = {
  'Create a project': 'Criar um projeto',
  'A project keeps the scans of one policy together: findings are compared from scan to scan and triaged, and a gate decides whether a scan passes. The default gate fails on a new finding of high or critical severity.':
    'Um projeto reúne as análises de uma política: os achados são comparados de análise em análise e triados, e uma barreira decide se uma análise passa. A barreira por omissão falha com um achado novo de gravidade alta ou crítica.',
  'The project was created, with the default gate. `Location` is its path.':
    'O projeto foi criado, com a barreira por omissão. `Location` é o caminho dele.',
  'Path of the project.': 'Caminho do projeto.',
  'The body is not valid: `errors` has JSON pointers. Bodies of more than 64 KiB are refused with `payload_too_large`.':
    'O corpo não é válido: `errors` tem ponteiros JSON. Corpos com mais de 64 KiB são recusados com `payload_too_large`.',
  'A project of the account has that name (`id` says which), the account has as many projects as it may, or the Idempotency-Key was used for another request or one that is still carried out.':
    'Um projeto da conta já tem esse nome (`id` diz qual), a conta tem tantos projetos quantos pode ter, ou a Idempotency-Key foi usada para outro pedido ou para um que ainda está a ser executado.',
  'Seconds to wait before the next try, while the first request is still carried out.':
    'Segundos a esperar antes de tentar de novo, enquanto o primeiro pedido ainda está a ser executado.',
  'List projects': 'Listar projetos',
  'Newest first. A limit or a cursor that is not valid counts as not sent.':
    'Os mais recentes primeiro. Um limite ou um cursor inválido conta como não enviado.',
  'A page of the projects of the account.': 'Uma página dos projetos da conta.',
  'Read a project': 'Ler um projeto',
  'The project with its last scan, its open findings and its gate.':
    'O projeto com a sua última análise, os seus achados em aberto e a sua barreira.',
  "Set a project's quality gate": 'Definir a barreira de qualidade de um projeto',
  'Replaces the whole gate, and evaluates it at once for the last finished scan of the default branch. Setting the same gate again keeps its revision.':
    'Substitui a barreira inteira e avalia-a logo para a última análise terminada do ramo por omissão. Definir a mesma barreira de novo mantém a revisão.',
  'The current gate, and its result for the last finished scan.':
    'A barreira atual e o resultado dela para a última análise terminada.',
  'The body is not valid: an unknown metric, operator or scope, conditions that repeat or contradict each other, or more than 50. `errors` has JSON pointers.':
    'O corpo não é válido: uma métrica, um operador ou um âmbito desconhecido, condições que se repetem ou se contradizem, ou mais de 50. `errors` tem ponteiros JSON.',
  '`revision` is not the current one (`current` is), or a scan of the project is being compared.':
    '`revision` não é a atual (a atual é `current`), ou uma análise do projeto está a ser comparada.',
  'Seconds to wait before the next try, while a scan is being compared.':
    'Segundos a esperar antes de tentar de novo, enquanto uma análise é comparada.',
  'The key does not carry the grant `hunt`, or the account is suspended.':
    'A chave não tem a permissão `hunt`, ou a conta está suspensa.',
  'The key does not carry the grant `hunt_details`, or the account is suspended.':
    'A chave não tem a permissão `hunt_details`, ou a conta está suspensa.',
  "The project is unknown, the id malformed, or the project another account's.":
    'O projeto é desconhecido, o id está malformado, ou o projeto é de outra conta.',
  'Id of the project.': 'Id do projeto.',

  'A project to create.': 'Um projeto a criar.',
  'Its name, unique in the account.': 'O nome, único na conta.',
  'The branch that is used if none is named.': 'O ramo usado se nenhum for indicado.',
  'Keeps the scans of a policy, of an agent graph, or of both.':
    'Guarda as análises de uma política, de um grafo de agente, ou de ambos.',
  'Always `project`.': 'Sempre `project`.',
  'Id of the project: `prj_` and a ULID.': 'Id do projeto: `prj_` e um ULID.',
  'Its name.': 'O seu nome.',
  'When it was created.': 'Quando foi criado.',
  'The last finished scan of the default branch; null if there is none.':
    'A última análise terminada do ramo por omissão; null se não há nenhuma.',
  'Findings of the default branch that are open: neither fixed, nor accepted for now, nor false positives.':
    'Achados do ramo por omissão em aberto: nem corrigidos, nem aceites por enquanto, nem falsos positivos.',
  'How many findings are open, by severity.': 'Quantos achados estão em aberto, por gravidade.',
  'Critical ones.': 'Críticos.',
  'High ones.': 'Altos.',
  'Medium ones.': 'Médios.',
  'Low ones.': 'Baixos.',
  'Whether the last scan passed.': 'Se a última análise passou.',
  'The result of the gate for the last scan; null if there is none.':
    'O resultado da barreira para a última análise; null se não há nenhuma.',
  'Projects, newest first.': 'Projetos, os mais recentes primeiro.',
  'Always `list`.': 'Sempre `list`.',
  'The entries of the page.': 'As entradas da página.',
  'Whether there is another page.': 'Se há outra página.',
  'Send it as `cursor` to get the next page; null on the last.':
    'Envie-o como `cursor` para obter a página seguinte; null na última.',

  'What is measured: open findings, by severity or all; checks with undecided questions; the share of questions that were decided (0 to 1); or accepted risks that have expired.':
    'O que se mede: achados em aberto, por gravidade ou todos; verificações com perguntas não decididas; a proporção de perguntas decididas (0 a 1); ou riscos aceites que expiraram.',
  'Greater than, or less than.': 'Maior do que, ou menor do que.',
  'Findings that are new or reopened in the scan, or all that are open.':
    'Achados novos ou reabertos na análise, ou todos os que estão em aberto.',
  'How the actual value must compare with the threshold for the condition to fail.':
    'Como o valor real se compara com o limiar para a condição falhar.',
  'The value to compare with.': 'O valor de comparação.',
  'Which findings are counted.': 'Que achados se contam.',
  'A condition under which a scan does not pass.': 'Uma condição sob a qual uma análise não passa.',
  'Conditions under which a scan does not pass.': 'Condições sob as quais uma análise não passa.',
  'The result of a scan with undecided questions if no condition fails: `failed` or `incomplete`. It never passes.':
    'O resultado de uma análise com perguntas não decididas se nenhuma condição falha: `failed` ou `incomplete`. Nunca passa.',
  'The result of a scan that could not decide everything.': 'O resultado de uma análise que não pôde decidir tudo.',
  'Whether the condition passed; `unknown`: it did not fail, but not everything was decided.':
    'Se a condição passou; `unknown`: não falhou, mas nem tudo foi decidido.',
  '`incomplete`: no condition fails, but not everything was decided. What is undecided never passes.':
    '`incomplete`: nenhuma condição falha, mas nem tudo foi decidido. O que está por decidir nunca passa.',
  'Revision of the gate that was evaluated.': 'Revisão da barreira avaliada.',
  'Every condition of the gate.': 'Todas as condições da barreira.',
  'The actual value.': 'O valor real.',
  'A condition and its result.': 'Uma condição e o resultado dela.',
  'The result of a gate.': 'O resultado de uma barreira.',
  'The revision that you have read, which this one replaces.': 'A revisão que leu, e que esta substitui.',
  'A quality gate to set.': 'Uma barreira de qualidade a definir.',
  'The dialect of the policy that was scanned last; null without a scan, or if a graph was scanned last.':
    'O dialeto da política analisada por último; null sem análise, ou se um grafo foi analisado por último.',
  'Rises with each change.': 'Sobe com cada alteração.',
  'The quality gate of a project.': 'A barreira de qualidade de um projeto.',
  'Always `project_profile`.': 'Sempre `project_profile`.',
  'Its result for the last finished scan of the default branch; null if there is none.':
    'O resultado dela para a última análise terminada do ramo por omissão; null se não há nenhuma.',
  'The current quality gate and its result.': 'A barreira de qualidade atual e o resultado dela.',

  'State of a scan: `running` until its job has ended, also while the job is queued; then how it ended.':
    'Estado de uma análise: `running` até o trabalho dela terminar, também enquanto está na fila; depois, como terminou.',
  'Found for the first time on the branch.': 'Encontrados pela primeira vez no ramo.',
  'Found again.': 'Encontrados de novo.',
  'Shown to be gone.': 'Mostrou-se que desapareceram.',
  'Found again after they were fixed.': 'Encontrados de novo depois de corrigidos.',
  'Persisting findings with another fingerprint because a rule was renamed; for a graph, findings whose path has changed.':
    'Achados persistentes com outra impressão digital porque uma regra mudou de nome; num grafo, achados cujo caminho mudou.',
  'Earlier findings that this scan says nothing about: they keep their state.':
    'Achados anteriores sobre os quais esta análise nada diz: mantêm o estado.',
  'The findings of a scan, compared with the previous scan of the branch.':
    'Os achados de uma análise, comparados com a análise anterior do ramo.',
  'What failed.': 'O que falhou.',
  'Whether the same scan may succeed later.': 'Se a mesma análise pode ter êxito mais tarde.',
  'Why a scan failed.': 'Porque uma análise falhou.',
  'Always `scan`.': 'Sempre `scan`.',
  'Id of the scan: `scn_` and a ULID.': 'Id da análise: `scn_` e um ULID.',
  'Its project.': 'O seu projeto.',
  'Its branch.': 'O seu ramo.',
  'What was scanned, as the caller named it.': 'O que foi analisado, com o nome dado por quem chama.',
  'Id of its job.': 'Id do seu trabalho.',
  'SHA-256 of what was hunted and how.': 'SHA-256 do que foi analisado e como.',
  'The engine that hunted: another one may find other bugs.': 'O motor usado: outro pode encontrar outros erros.',
  'When it was requested.': 'Quando foi pedida.',
  'When it ended; null before that.': 'Quando terminou; null antes disso.',
  'The previous scan of the branch; null for the first one, and before this one has succeeded.':
    'A análise anterior do ramo; null na primeira, e antes de esta terminar com êxito.',
  'Null unless the scan has succeeded.': 'Null, a menos que a análise tenha terminado com êxito.',
  "The result of the project's gate; null unless the scan has succeeded.":
    'O resultado da barreira do projeto; null a menos que a análise tenha terminado com êxito.',
  'Why it failed; null if it did not.': 'Porque falhou; null se não falhou.',
  'A scan, as lists show it.': 'Uma análise, como as listas a mostram.',
};
