/** Portuguese for the routes of findings, their triage, and attempts. */
export const findingsPt: Readonly<Record<string, string>> = {
  'List findings': 'Listar achados',
  'Without the grant `hunt_details` the calls that show a bug are left out: `witness` and `evidence`.':
    'Sem a permissão `hunt_details` omitem-se as chamadas que mostram um erro: `witness` e `evidence`.',
  'Findings of this branch; absent: the default branch.': 'Achados deste ramo; ausente: o ramo por omissão.',
  'Only findings in these states, separated by commas.': 'Só achados nestes estados, separados por vírgulas.',
  'Only findings of these severities, separated by commas.': 'Só achados destas gravidades, separadas por vírgulas.',
  'Only findings of these classes, separated by commas: ids for policies, words for graphs.':
    'Só achados destas classes, separadas por vírgulas: ids para políticas, palavras para grafos.',
  'Only findings with these decisions, separated by commas; an accepted risk that has expired counts as open.':
    'Só achados com estas decisões, separadas por vírgulas; um risco aceite que expirou conta como em aberto.',
  'Only findings about this tool.': 'Só achados sobre esta ferramenta.',
  'The order.': 'A ordem.',
  'The most severe first, or the newest by when they were first or last found.':
    'Os mais graves primeiro, ou os mais recentes pela primeira ou última vez em que foram encontrados.',
  'A page of the findings of a branch.': 'Uma página dos achados de um ramo.',
  'A filter, the order, the limit or the cursor is not valid.':
    'Um filtro, a ordem, o limite ou o cursor não é válido.',
  'Read a finding': 'Ler um achado',
  'Fingerprint of the finding, or the one it had before a rule was renamed.':
    'Impressão digital do achado, ou a que tinha antes de uma regra mudar de nome.',
  'The branch to show; absent: the default branch, or the one where it was last found.':
    'O ramo a mostrar; ausente: o ramo por omissão, ou aquele em que foi encontrado por último.',
  'The finding with the calls that show it, its history, the decision, and attempts.':
    'O achado com as chamadas que o mostram, o histórico, a decisão e as tentativas.',
  "The project or the fingerprint is unknown, malformed, or another account's.":
    'O projeto ou a impressão digital é desconhecido, está malformado, ou é de outra conta.',
  'Triage a finding': 'Triar um achado',
  'Records a decision about a finding, for all branches. The gate of their last scans is evaluated again. The same decision again changes nothing.':
    'Regista uma decisão sobre um achado, para todos os ramos. A barreira das últimas análises deles é avaliada de novo. A mesma decisão outra vez não muda nada.',
  'The finding with the decision.': 'O achado com a decisão.',
  'The body is not valid: an unknown decision, no reason for an accepted risk or a false positive, or a day that has passed. `errors` has JSON pointers.':
    'O corpo não é válido: uma decisão desconhecida, um risco aceite ou um falso positivo sem razão, ou um dia que já passou. `errors` tem ponteiros JSON.',
  '`revision` is not the current one (`current` is), or the decision cannot follow the current one (`allowed` lists those that can), e.g. for a fixed finding.':
    '`revision` não é a atual (a atual é `current`), ou a decisão não pode seguir a atual (`allowed` lista as que podem), p. ex. para um achado corrigido.',

  'What the newest scan of the branch says: found for the first time, found again, shown to be gone, or found again after that.':
    'O que diz a análise mais recente do ramo: encontrado pela primeira vez, encontrado de novo, mostrou-se que desapareceu, ou encontrado de novo depois disso.',
  'The decision about a finding. `accepted_risk` and `false_positive` take it out of the counts.':
    'A decisão sobre um achado. `accepted_risk` e `false_positive` retiram-no das contagens.',
  'The outcome of an attempt: the bug appeared, it did not, something else stopped the call, or the outcome is unclear.':
    'O resultado de uma tentativa: o erro apareceu, não apareceu, outra coisa bloqueou a chamada, ou o resultado não é claro.',
  'Always `finding`.': 'Sempre `finding`.',
  'The branch that this refers to.': 'O ramo a que isto se refere.',
  'Rises with each decision.': 'Sobe com cada decisão.',
  'When a scan of the branch found it first.': 'Quando uma análise do ramo o encontrou pela primeira vez.',
  'When a scan of the branch found it last.': 'Quando uma análise do ramo o encontrou pela última vez.',
  'That scan.': 'Essa análise.',
  'Scans of the branch that found it.': 'Análises do ramo que o encontraram.',
  'The fingerprint it had before a rule was renamed.':
    'A impressão digital que tinha antes de uma regra mudar de nome.',
  'What shows the bug. Needs the grant `hunt_details`.': 'O que mostra o erro. Exige a permissão `hunt_details`.',
  'Why this is a finding. Needs the grant `hunt_details`.':
    'Porque isto é um achado. Exige a permissão `hunt_details`.',
  'A finding, as lists show it.': 'Um achado, como as listas o mostram.',
  'Findings, in the order asked for.': 'Achados, na ordem pedida.',
  'A finding of a project, with everything that is known about it.':
    'Um achado de um projeto, com tudo o que se sabe sobre ele.',
  'The branches it was found on.': 'Os ramos em que foi encontrado.',
  'The branch.': 'O ramo.',
  'When a scan of the branch last found the finding.': 'Quando uma análise do ramo encontrou o achado pela última vez.',
  'A finding on one branch.': 'Um achado num ramo.',
  'Its history, newest first, at most 100 entries.':
    'O histórico, do mais recente ao mais antigo, no máximo 100 entradas.',
  'Attempts on it, newest first, at most 100.': 'As tentativas, da mais recente à mais antiga, no máximo 100.',

  'A scan changed its state, found it with other values or by another path, or found it under another fingerprint; somebody decided about it, or tried it.':
    'Uma análise mudou o seu estado, encontrou-o com outros valores ou por outro caminho, ou com outra impressão digital; alguém decidiu sobre ele, ou tentou-o.',
  'An entry in the history of a finding.': 'Uma entrada no histórico de um achado.',
  'When.': 'Quando.',
  'The branch, for what a scan did.': 'O ramo, para o que uma análise fez.',
  'The scan, for what a scan did.': 'A análise, para o que uma análise fez.',
  'The state before, or the fingerprint.': 'O estado anterior, ou a impressão digital.',
  'The state after.': 'O estado posterior.',
  'The decision.': 'A decisão.',
  'The reason for the decision.': 'O motivo da decisão.',
  'Until when the risk is accepted.': 'Até quando o risco é aceite.',
  'Id of the key that decided.': 'Id da chave que decidiu.',
  'Id of the attempt.': 'Id da tentativa.',
  'The outcome.': 'O resultado.',

  'A decision about a finding.': 'Uma decisão sobre um achado.',
  'The revision of the finding that the decision is about, as it was read.':
    'A revisão do achado a que a decisão diz respeito, tal como foi lida.',
  'The reason; required for `accepted_risk` and `false_positive`.':
    'O motivo; obrigatório para `accepted_risk` e `false_positive`.',
  'The day on which an accepted risk counts as open again, from its beginning (UTC); absent: never.':
    'O dia em que um risco aceite volta a contar como em aberto, desde o início do dia (UTC); ausente: nunca.',
  'The decision about a finding.': 'A decisão sobre um achado.',
  'The reason.': 'O motivo.',
  'The day from which an accepted risk counts as open again; null: never.':
    'O dia a partir do qual um risco aceite volta a contar como aberto; null: nunca.',
  'Whether that day has come.': 'Se esse dia já chegou.',
  'Id of the key that decided; null before the first decision.':
    'Id da chave que decidiu; null antes da primeira decisão.',
  'When it was decided.': 'Quando se decidiu.',

  'Record an attempt on a finding': 'Registar uma tentativa sobre um achado',
  'Records the outcome of trying a finding where the policy is in use. An attempt that is sent again with the same id is recorded once.':
    'Regista o resultado de testar um achado onde a política está em uso. Uma tentativa enviada de novo com o mesmo id é registada uma só vez.',
  'The attempt was recorded.': 'A tentativa foi registada.',
  'The body is not valid, or the project or the fingerprint is not known. `errors` has JSON pointers.':
    'O corpo não é válido, ou o projeto ou a impressão digital não é conhecido. `errors` tem ponteiros JSON.',
  'The id belongs to an attempt with different content, the finding is fixed, or the Idempotency-Key was used for another request or for one that is still running.':
    'O id pertence a uma tentativa com outro conteúdo, o achado está corrigido, ou a Idempotency-Key foi usada para outro pedido ou para uma que ainda está em execução.',
  'List attempts on findings': 'Listar tentativas sobre achados',
  'Newest first. A filter that matches nothing gives an empty page.':
    'As mais recentes primeiro. Um filtro sem correspondências dá uma página vazia.',
  'Only attempts of this project.': 'Só tentativas deste projeto.',
  'Only attempts on this finding.': 'Só tentativas sobre este achado.',
  'Only attempts with this outcome.': 'Só tentativas com este resultado.',
  'A page of the attempts of the account.': 'Uma página das tentativas da conta.',
  'An attempt on a finding where the policy is in use.': 'Uma tentativa sobre um achado onde a política está em uso.',
  'An id that you choose, so that an attempt that is sent twice is recorded once.':
    'Um id à sua escolha, para que uma tentativa enviada duas vezes seja registada uma só vez.',
  'Where it was tried, e.g. `staging`.': 'Onde se tentou, p. ex. `staging`.',
  'When it was tried, RFC 3339; absent: now.': 'Quando se tentou, RFC 3339; ausente: agora.',
  'SHA-256, in hex, of evidence that you keep.': 'SHA-256, em hexadecimal, de provas que tem guardadas.',
  'An attempt on a finding.': 'Uma tentativa sobre um achado.',
  'Always `hunt_attempt`.': 'Sempre `hunt_attempt`.',
  'The id that the caller chose.': 'O id escolhido por quem chama.',
  'Fingerprint of the finding.': 'Impressão digital do achado.',
  'Where it was tried.': 'Onde se tentou.',
  'When it was tried.': 'Quando se tentou.',
  'SHA-256, in hex, of evidence that the caller keeps.': 'SHA-256, em hexadecimal, de provas que quem chama guarda.',
  'When it was recorded.': 'Quando foi registada.',
  'Id of the key that recorded it.': 'Id da chave que a registou.',
  'Attempts, newest first.': 'Tentativas, as mais recentes primeiro.',
};
