/** Portuguese for the routes of projects and for what scans and gates are. */
export const projectsPt: Readonly<Record<string, string>> = {
  'Create a project': 'Criar um projeto',
  'A project keeps the scans of one policy together: findings are compared from scan to scan, triaged, and gated. It begins with a gate that lets no new finding of high or critical severity pass.':
    'Um projeto reúne as análises de uma política: os achados comparam-se de análise para análise, são triados e passam por uma barreira. Começa com uma barreira que não deixa passar nenhum achado novo de gravidade alta ou crítica.',
  'The project is made, with the default gate. `Location` names it.':
    'O projeto foi criado, com a barreira predefinida. `Location` indica-o.',
  'Path of the project.': 'Caminho do projeto.',
  'The body is not valid: `errors` has JSON pointers. Bodies of more than 64 KiB are refused with `payload_too_large`.':
    'O corpo não é válido: `errors` tem ponteiros JSON. Corpos de mais de 64 KiB são recusados com `payload_too_large`.',
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
  'The gate as a whole takes the place of the one before. It is asked of the last finished scan of the default branch at once. The same gate again keeps its revision.':
    'A barreira toda toma o lugar da anterior. Aplica-se logo à última análise terminada do ramo predefinido. A mesma barreira outra vez mantém a sua revisão.',
  'The gate as it is now, and what it says of the last finished scan.':
    'A barreira como está agora, e o que diz da última análise terminada.',
  'The body is not valid: an unknown metric, operator or scope, conditions that repeat or contradict each other, or more than 50. `errors` has JSON pointers.':
    'O corpo não é válido: uma métrica, um operador ou um âmbito desconhecido, condições que se repetem ou se contradizem, ou mais de 50. `errors` tem ponteiros JSON.',
  '`revision` is not the current one (`current` is), or a scan of the project is compared at this moment.':
    '`revision` não é a atual (a atual é `current`), ou uma análise do projeto está a ser comparada neste momento.',
  'Seconds to wait before the next try, while a scan is compared.':
    'Segundos a esperar antes de tentar de novo, enquanto uma análise é comparada.',
  'The key does not carry the grant `hunt`, or the account is suspended.':
    'A chave não tem a permissão `hunt`, ou a conta está suspensa.',
  'The key does not carry the grant `hunt_details`, or the account is suspended.':
    'A chave não tem a permissão `hunt_details`, ou a conta está suspensa.',
  "The project is unknown, the id malformed, or the project another account's.":
    'O projeto é desconhecido, o id está malformado, ou o projeto é de outra conta.',
  'Id of the project.': 'Id do projeto.',

  'A project to be made.': 'Um projeto a criar.',
  'What people call it; no two projects of an account have one name.':
    'Como as pessoas lhe chamam; não há dois projetos de uma conta com o mesmo nome.',
  'The branch that is meant where none is named.': 'O ramo que se entende onde nenhum é indicado.',
  'Keeps the scans of a policy, an agent graph, or both together.':
    'Mantém juntas as análises de uma política, de um grafo de agente, ou de ambos.',
  'Always `project`.': 'Sempre `project`.',
  'Id of the project: `prj_` and a ULID.': 'Id do projeto: `prj_` e um ULID.',
  'Its name.': 'O seu nome.',
  'When it was made.': 'Quando foi criado.',
  'The last scan of the default branch that has finished; null without one.':
    'A última análise do ramo predefinido que terminou; null sem nenhuma.',
  'Findings of the default branch that are open: neither fixed, nor accepted for now, nor false positives.':
    'Achados do ramo predefinido em aberto: nem corrigidos, nem aceites por agora, nem falsos positivos.',
  'How many findings are open, by severity.': 'Quantos achados estão em aberto, por gravidade.',
  'Critical ones.': 'Críticos.',
  'High ones.': 'Altos.',
  'Medium ones.': 'Médios.',
  'Low ones.': 'Baixos.',
  'Whether the last scan passed.': 'Se a última análise passou.',
  'What the gate said of the last scan; null without one.':
    'O que a barreira disse da última análise; null sem nenhuma.',
  'Projects, newest first.': 'Projetos, os mais recentes primeiro.',
  'Always `list`.': 'Sempre `list`.',
  'The entries of the page.': 'As entradas da página.',
  'Whether there is another page.': 'Se há outra página.',
  'Send it as `cursor` to get the next page; null on the last.':
    'Envie-o como `cursor` para obter a página seguinte; null na última.',

  'What is looked at: open findings by severity or all of them, checks with questions that were given up, the share of questions that were decided (0 to 1), or risks whose acceptance has run out.':
    'Para que se olha: achados em aberto por gravidade ou todos eles, verificações com perguntas de que se desistiu, a parte das perguntas que foram decididas (0 a 1), ou riscos cuja aceitação terminou.',
  'Greater than, or less than.': 'Maior do que, ou menor do que.',
  'Findings that are new or reopened in the scan, or all that are open.':
    'Achados novos ou reabertos na análise, ou todos os que estão em aberto.',
  'How what is there must compare with the threshold for the condition to fail.':
    'Como o que há se compara com o limiar quando a condição falha.',
  'What it is compared with.': 'Com que se compara.',
  'Which findings are counted.': 'Que achados se contam.',
  'A condition under which a scan does not pass.': 'Uma condição sob a qual uma análise não passa.',
  'Conditions under which a scan does not pass.': 'Condições sob as quais uma análise não passa.',
  'What comes of a scan with questions that were given up, when no condition fails: `failed` or `incomplete`. It never passes.':
    'O que é de uma análise com perguntas de que se desistiu, quando nenhuma condição falha: `failed` ou `incomplete`. Nunca passa.',
  'What comes of a scan that could not decide everything.': 'O que é de uma análise que não pôde decidir tudo.',
  'Whether the condition holds; `unknown`: it does not fail by what was decided, and not everything was.':
    'Se a condição se cumpre; `unknown`: não falha pelo que foi decidido, e nem tudo o foi.',
  '`incomplete`: no condition fails, but not everything was decided. What is undecided never passes.':
    '`incomplete`: nenhuma condição falha, mas nem tudo foi decidido. O que está por decidir nunca passa.',
  'Revision of the gate that was asked.': 'Revisão da barreira aplicada.',
  'Every condition of the gate.': 'Todas as condições da barreira.',
  'What is there.': 'O que há.',
  'A condition and what came of it.': 'Uma condição e o que dela resultou.',
  'What came of a gate.': 'O que resultou de uma barreira.',
  'The revision that this one is to follow, as it was read.': 'A revisão a que esta se segue, tal como foi lida.',
  'A quality gate to be set.': 'Uma barreira de qualidade a definir.',
  'The dialect of the policy that was scanned last; null without a scan, and when a graph was.':
    'O dialeto da política que foi analisada por último; null sem análise, e quando foi um grafo.',
  'Rises with each change.': 'Sobe com cada alteração.',
  'The quality gate of a project.': 'A barreira de qualidade de um projeto.',
  'Always `project_profile`.': 'Sempre `project_profile`.',
  'What comes of it for the last finished scan of the default branch; null when there is none.':
    'O que resulta para a última análise terminada do ramo predefinido; null se não há nenhuma.',
  'The quality gate as it is now, and what it says.': 'A barreira de qualidade como está agora, e o que diz.',

  'State of a scan. `running` until its job has ended, also while that waits; then how it ended.':
    'Estado de uma análise. `running` até o seu trabalho terminar, também enquanto espera; depois, como terminou.',
  'Found for the first time on the branch.': 'Encontrados pela primeira vez no ramo.',
  'Found again.': 'Encontrados de novo.',
  'Shown to be gone.': 'Mostrou-se que desapareceram.',
  'Found again after they were fixed.': 'Encontrados de novo depois de corrigidos.',
  'Of those that persist, the ones that a renamed rule has given another fingerprint; of a graph, those whose path goes another way.':
    'Dos que persistem, os que uma regra com outro nome deixou com outra impressão digital; de um grafo, aqueles cujo caminho vai por outro lado.',
  'Findings of before that this scan could not tell about: they stay as they were.':
    'Achados anteriores de que esta análise nada pôde dizer: ficam como estavam.',
  'The findings of a scan, compared with the scan of the branch before it.':
    'Os achados de uma análise, comparados com a análise anterior do ramo.',
  'What failed.': 'O que falhou.',
  'Whether the same scan may succeed later.': 'Se a mesma análise pode ter êxito mais tarde.',
  'Why a scan failed.': 'Porque falhou uma análise.',
  'Always `scan`.': 'Sempre `scan`.',
  'Id of the scan: `scn_` and a ULID.': 'Id da análise: `scn_` e um ULID.',
  'Its project.': 'O seu projeto.',
  'Its branch.': 'O seu ramo.',
  'What was scanned, as the caller named it.': 'O que foi analisado, como o chamador lhe chamou.',
  'Id of its job.': 'Id do seu trabalho.',
  'SHA-256 of what was hunted and how.': 'SHA-256 do que foi analisado e como.',
  'What hunted: another engine may find other bugs.': 'O que procurou: outro motor pode encontrar outros erros.',
  'When it was asked for.': 'Quando foi pedida.',
  'When it ended; null before that.': 'Quando terminou; null antes disso.',
  'The scan of the branch before it; null for the first, and before it has succeeded.':
    'A análise anterior do ramo; null na primeira, e antes de ter êxito.',
  'Null unless the scan has succeeded.': 'Null, salvo se a análise teve êxito.',
  'What the gate of the project says; null unless the scan has succeeded.':
    'O que diz a barreira do projeto; null, salvo se a análise teve êxito.',
  'Why it failed; null when it did not.': 'Porque falhou; null se não falhou.',
  'A scan, as lists show it.': 'Uma análise, como as listas a mostram.',
};
