/** Portuguese for the routes of findings, their triage, and attempts. */
export const findingsPt: Readonly<Record<string, string>> = {
  'List findings': 'Listar achados',
  'Without the grant `hunt_details` the calls that show a bug are left out: `witness` and `evidence`.':
    'Sem a permissão `hunt_details` omitem-se as chamadas que mostram um erro: `witness` e `evidence`.',
  'Findings of this branch; absent: of the default one.': 'Achados deste ramo; ausente: do predefinido.',
  'Only findings in these states, with commas between.': 'Só achados nestes estados, separados por vírgulas.',
  'Only findings of these severities, with commas between.': 'Só achados destas gravidades, separadas por vírgulas.',
  'Only findings of these classes, with commas between: ids of policies, words of graphs.':
    'Só achados destas classes, separadas por vírgulas: ids das políticas, palavras dos grafos.',
  'Only findings about which this was decided, with commas between, as the decisions stand today: an accepted risk that has run out is open.':
    'Só achados sobre os quais se decidiu isto, separado por vírgulas, como as decisões valem hoje: um risco aceite que terminou está em aberto.',
  'Only findings about this tool.': 'Só achados sobre esta ferramenta.',
  'The order.': 'A ordem.',
  'The worst first, or the newest by when they were found first or last.':
    'Os piores primeiro, ou os mais recentes pela primeira ou última vez em que foram encontrados.',
  'A page of the findings of a branch.': 'Uma página dos achados de um ramo.',
  'A filter, the order, the limit or the cursor is not valid.':
    'Um filtro, a ordem, o limite ou o cursor não é válido.',
  'Read a finding': 'Ler um achado',
  'Fingerprint of the finding, or one it had before a rule was renamed.':
    'Impressão digital do achado, ou uma que teve antes de uma regra mudar de nome.',
  'The branch to tell of; absent: the default one, or the one that found it last.':
    'O ramo de que se fala; ausente: o predefinido, ou o que o encontrou por último.',
  'The finding with the calls that show it, its history, what was decided, and attempts.':
    'O achado com as chamadas que o mostram, o seu histórico, o que se decidiu, e as tentativas.',
  "The project or the fingerprint is unknown, malformed, or another account's.":
    'O projeto ou a impressão digital é desconhecido, está malformado, ou é de outra conta.',
  'Triage a finding': 'Triar um achado',
  'Records what was decided about a finding, for all branches. The gate of their last scans is asked again. The same decision again changes nothing.':
    'Regista o que se decidiu sobre um achado, para todos os ramos. A barreira aplica-se de novo às suas últimas análises. A mesma decisão outra vez não altera nada.',
  'The finding with the decision.': 'O achado com a decisão.',
  'The body is not valid: an unknown decision, no reason for an accepted risk or a false positive, or a day that has passed. `errors` has JSON pointers.':
    'O corpo não é válido: uma decisão desconhecida, um risco aceite ou um falso positivo sem razão, ou um dia que já passou. `errors` tem ponteiros JSON.',
  '`revision` is not the current one (`current` is), or the decision may not follow the one that stands (`allowed` says which may), e.g. for a finding that is fixed.':
    '`revision` não é a atual (a atual é `current`), ou a decisão não pode seguir-se à que vale (`allowed` diz quais podem), p. ex. para um achado corrigido.',

  'What the newest scan of the branch says: found for the first time, found again, shown to be gone, or found again after that.':
    'O que diz a análise mais recente do ramo: encontrado pela primeira vez, encontrado de novo, mostrou-se que desapareceu, ou encontrado de novo depois disso.',
  'What was decided about a finding. `accepted_risk` and `false_positive` take it out of the counts.':
    'O que se decidiu sobre um achado. `accepted_risk` e `false_positive` retiram-no das contagens.',
  'What came of an attempt: the bug showed, it did not, something else stopped the call, or nothing can be said.':
    'O que resultou de uma tentativa: o erro mostrou-se, não se mostrou, outra coisa impediu a chamada, ou nada se pode dizer.',
  'Always `finding`.': 'Sempre `finding`.',
  'The branch that this is said of.': 'O ramo de que isto se diz.',
  'Rises with each decision.': 'Sobe com cada decisão.',
  'When a scan of the branch found it first.': 'Quando uma análise do ramo o encontrou pela primeira vez.',
  'When a scan of the branch found it last.': 'Quando uma análise do ramo o encontrou pela última vez.',
  'That scan.': 'Essa análise.',
  'Scans of the branch that found it.': 'Análises do ramo que o encontraram.',
  'The fingerprint it had before a rule was renamed.':
    'A impressão digital que tinha antes de uma regra mudar de nome.',
  'What shows the bug. Needs the grant `hunt_details`.': 'O que mostra o erro. Exige a permissão `hunt_details`.',
  'Why it is one. Needs the grant `hunt_details`.': 'Porque é um erro. Exige a permissão `hunt_details`.',
  'A finding, as lists show it.': 'Um achado, como as listas o mostram.',
  'Findings, in the order asked for.': 'Achados, na ordem pedida.',
  'A finding of a project, with all that is known of it.': 'Um achado de um projeto, com tudo o que dele se sabe.',
  'The branches it was found on.': 'Os ramos em que foi encontrado.',
  'The branch.': 'O ramo.',
  'When a scan of it found the finding last.': 'Quando uma análise dele encontrou o achado pela última vez.',
  'A finding on one branch.': 'Um achado num ramo.',
  'What became of it, the newest first, at most 100.': 'O que foi dele, o mais recente primeiro, no máximo 100.',
  'What was tried against it, the newest first, at most 100.':
    'O que se tentou contra ele, o mais recente primeiro, no máximo 100.',

  'A scan changed its state, found it with other values or by another path, or found it under another fingerprint; somebody decided about it, or tried it.':
    'Uma análise mudou o seu estado, encontrou-o com outros valores ou por outro caminho, ou com outra impressão digital; alguém decidiu sobre ele, ou tentou-o.',
  'What became of a finding.': 'O que foi de um achado.',
  'When.': 'Quando.',
  'The branch, of what a scan did.': 'O ramo, do que fez uma análise.',
  'The scan that did it.': 'A análise que o fez.',
  'The state before, or the fingerprint.': 'O estado anterior, ou a impressão digital.',
  'The state after.': 'O estado posterior.',
  'What was decided.': 'O que se decidiu.',
  'Why it was decided.': 'Porque se decidiu.',
  'Until when a risk was accepted.': 'Até quando se aceitou um risco.',
  'Id of the key that decided.': 'Id da chave que decidiu.',
  'Id of the attempt.': 'Id da tentativa.',
  'What came of it.': 'O que resultou.',

  'A decision about a finding.': 'Uma decisão sobre um achado.',
  'The revision of the finding that the decision is about, as it was read.':
    'A revisão do achado a que a decisão diz respeito, tal como foi lida.',
  'Why; needed for `accepted_risk` and `false_positive`.': 'Porquê; exigido para `accepted_risk` e `false_positive`.',
  'The day from whose beginning (UTC) an accepted risk counts as open again; absent: never.':
    'O dia a partir de cujo início (UTC) um risco aceite volta a contar como aberto; ausente: nunca.',
  'What was decided about a finding.': 'O que se decidiu sobre um achado.',
  'Why.': 'Porquê.',
  'The day from which an accepted risk counts as open again; null: never.':
    'O dia a partir do qual um risco aceite volta a contar como aberto; null: nunca.',
  'Whether that day has come.': 'Se esse dia já chegou.',
  'Id of the key that decided; null before the first decision.':
    'Id da chave que decidiu; null antes da primeira decisão.',
  'When it was decided.': 'Quando se decidiu.',

  'Record an attempt on a finding': 'Registar uma tentativa sobre um achado',
  'Notes what came of trying a finding where the policy is in use. An attempt that is sent again under its id is recorded once.':
    'Anota o que resultou de experimentar um achado onde a política está em uso. Uma tentativa enviada de novo com o seu id regista-se uma só vez.',
  'The attempt is recorded.': 'A tentativa está registada.',
  'The body is not valid, or the project or the fingerprint is not known. `errors` has JSON pointers.':
    'O corpo não é válido, ou o projeto ou a impressão digital não é conhecido. `errors` tem ponteiros JSON.',
  'The id stands for an attempt with other content, the finding is fixed, or the Idempotency-Key was used for another request or one that is still carried out.':
    'O id representa uma tentativa com outro conteúdo, o achado está corrigido, ou a Idempotency-Key foi usada para outro pedido ou para um que ainda está a ser executado.',
  'List attempts on findings': 'Listar tentativas sobre achados',
  'Newest first. A filter that fits nothing gives an empty page.':
    'As mais recentes primeiro. Um filtro a que nada corresponde dá uma página vazia.',
  'Only attempts of this project.': 'Só tentativas deste projeto.',
  'Only attempts on this finding.': 'Só tentativas sobre este achado.',
  'Only attempts that came to this.': 'Só tentativas que deram nisto.',
  'A page of the attempts of the account.': 'Uma página das tentativas da conta.',
  'What was tried against a finding where the policy is in use.':
    'O que se tentou contra um achado onde a política está em uso.',
  'An id of your own, so that an attempt that is sent twice is one.':
    'Um id seu, para que uma tentativa enviada duas vezes seja uma só.',
  'Where it was tried, e.g. `staging`.': 'Onde se tentou, p. ex. `staging`.',
  'When it was tried, RFC 3339; absent: now.': 'Quando se tentou, RFC 3339; ausente: agora.',
  'SHA-256, in hex, of evidence that you keep.': 'SHA-256, em hexadecimal, de provas que guarda.',
  'What was tried against a finding.': 'O que se tentou contra um achado.',
  'Always `hunt_attempt`.': 'Sempre `hunt_attempt`.',
  "The caller's id of it.": 'O id que o chamador lhe deu.',
  'Fingerprint of the finding.': 'Impressão digital do achado.',
  'Where it was tried.': 'Onde se tentou.',
  'When it was tried.': 'Quando se tentou.',
  'SHA-256, in hex, of evidence that the caller keeps.': 'SHA-256, em hexadecimal, de provas que o chamador guarda.',
  'When it was recorded.': 'Quando foi registada.',
  'Id of the key that recorded it.': 'Id da chave que a registou.',
  'Attempts, newest first.': 'Tentativas, as mais recentes primeiro.',
};
