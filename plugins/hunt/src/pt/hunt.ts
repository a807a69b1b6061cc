/** Portuguese for mode hunt: what it takes, and what it finds. */
export const huntPt: Readonly<Record<string, string>> = {
  'Look for bugs in a policy': 'Procurar erros numa política',
  'The policy to look for bugs in.': 'A política em que se procuram erros.',
  'A policy in another language.': 'Uma política noutra linguagem.',
  'The language that the policy is written in.': 'A linguagem em que a política está escrita.',
  'The policy as text.': 'A política como texto.',
  'With `cedar` and `dogwood`: the schema of the policy, in either of its forms. Without one, types are inferred from the policy.':
    'Com `cedar` e `dogwood`: o esquema da política, numa das suas duas formas. Sem ele, os tipos são inferidos da política.',
  'In the order of the text.': 'Pela ordem do texto.',
  'How a policy in another language was translated; the artefact `translation` is the result.':
    'Como uma política noutra linguagem foi traduzida; o artefacto `translation` é o resultado.',
  'Line in the policy as it was sent.': 'Linha na política como foi enviada.',
  'Its name in that language.': 'O nome na linguagem dela.',
  'What it means there, and what the translation makes of it.': 'O que significa lá, e o que a tradução faz dele.',
  'What is missing, or not complete, in the translation of a policy.':
    'O que falta, ou não está completo, na tradução de uma política.',
  "Null for a policy in Ostiary's own language.": 'Null para uma política na linguagem do próprio Ostiary.',
  'What to look for, and how far.': 'O que procurar, e até onde.',
  'What to look for, and how far; absent: everything.': 'O que procurar, e até onde; ausente: tudo.',
  'Classes to look for; absent: all.': 'Classes a procurar; ausente: todas.',
  'Severities to report; absent: all.': 'Gravidades a relatar; ausente: todas.',
  'The most findings that are reported.': 'O máximo de achados relatados.',
  'Calls in the longest session to search; absent: 8.': 'Chamadas na sessão mais longa a examinar; ausente: 8.',
  'Whether the properties that the policy declares are checked.':
    'Se as propriedades que a política declara são verificadas.',
  'The accepted version of the policy: a call that the new version newly lets through is a finding.':
    'A versão aceite da política: uma chamada que só a nova versão deixa passar é um achado.',
  'The catalogue of the accepted version, in any form that `catalogue` takes; absent: `catalogue`. Only with `compare_with`.':
    'O catálogo da versão aceite, em qualquer forma que `catalogue` aceite; ausente: `catalogue`. Só com `compare_with`.',
  'A class of bugs: a letter (guard, rule set, bypass, history, property) and a number.':
    'Uma classe de erros: uma letra (condição, conjunto de regras, contorno, histórico, propriedade) e um número.',
  'From bugs that let an attacker act to those that only make the policy hard to read.':
    'De erros que deixam um atacante agir a erros que só dificultam a leitura da política.',

  'What a hunt found, and what it checked.': 'O que a procura encontrou, e o que verificou.',
  'By severity, then class, then place in the policy.':
    'Por gravidade, depois por classe, depois por lugar na política.',
  'Every class that was checked, and how it was decided.': 'Todas as classes verificadas, e como foram decididas.',
  'A finding that was confirmed.': 'Um achado que foi confirmado.',
  'Ids of the rules, in the order of the policy.': 'Ids das regras, na ordem da política.',
  'The tool it is about.': 'A ferramenta em questão.',
  'What is wrong, in one line.': 'O que está errado, numa linha.',
  'The same for the same bug, however the policy is formatted or ordered.':
    'A mesma para o mesmo erro, seja qual for a formatação ou a ordem da política.',
  'A bug in a policy, confirmed by both evaluators.': 'Um erro de uma política, confirmado pelos dois avaliadores.',
  'Distinguishes kinds of one class.': 'Distingue tipos de uma mesma classe.',
  'The attribute it is about, e.g. `args.amount`.': 'O atributo em questão, p. ex. `args.amount`.',
  'What is wrong, and why it matters.': 'O que está errado, e porque importa.',
  'The same for the same bug if only the ids of the rules differ: shows that a finding has moved.':
    'O mesmo para o mesmo erro se só os ids das regras diferem: mostra que um achado mudou de lugar.',
  'Changes with the values in the rules and in the witness.': 'Muda com os valores nas regras e na testemunha.',
  'Null if the bug is that no such call exists; left out without the grant `hunt_details`.':
    'Null se o erro é não existir tal chamada; omitido sem a permissão `hunt_details`.',
  'Left out without the grant `hunt_details`.': 'Omitido sem a permissão `hunt_details`.',
  'Null if none could be proved.': 'Null se não se pôde provar nenhuma.',

  'What shows the bug.': 'O que mostra o erro.',
  'One call, calls that differ only in what the finding is about, or calls one after the other.':
    'Uma chamada, chamadas que só diferem naquilo de que trata o achado, ou chamadas uma após a outra.',
  'The calls, in order.': 'As chamadas, por ordem.',
  'A call and the answer of the policy, decided by both evaluators.':
    'Uma chamada e a resposta da política, decidida pelos dois avaliadores.',
  'The call, as mode guardrail takes it.': 'A chamada, como o modo guardrail a recebe.',
  'The context of the call, as mode guardrail takes it.': 'O contexto da chamada, como o modo guardrail o recebe.',
  'What the policy answers.': 'O que a política responde.',
  'Ids of the rules that decide.': 'Ids das regras que decidem.',
  'What this call shows, if there are several.': 'O que esta chamada mostra, se há várias.',

  'Why this is a finding.': 'Porque isto é um achado.',
  'The rules that the finding names.': 'As regras que o achado nomeia.',
  'Where a rule is in the text of the policy.': 'Onde uma regra está no texto da política.',
  'Id of the rule.': 'Id da regra.',
  'Line where it begins.': 'Linha em que começa.',
  'Column where it begins.': 'Coluna em que começa.',
  'Line where it ends.': 'Linha em que termina.',
  'The column after its end.': 'A coluna depois do fim.',
  'Ids of the rules without which there would be no finding.': 'Ids das regras sem as quais não haveria achado.',
  'Titles of the assumptions that were used.': 'Títulos das suposições que foram usadas.',
  'The nearest call with a different result.': 'A chamada mais próxima com outro resultado.',
  'What was expected instead of what the witness shows.': 'O que se esperava em vez do que a testemunha mostra.',
  'Null if the finding is not about two numeric attributes.': 'Null se o achado não trata de dois atributos numéricos.',
  'The answers over two attributes, with everything else as in the witness.':
    'As respostas sobre dois atributos, com tudo o resto como na testemunha.',
  'One side of a region.': 'Um lado de uma região.',
  'The attribute, e.g. `args.amount`.': 'O atributo, p. ex. `args.amount`.',
  'Its values, ascending.': 'Os seus valores, por ordem crescente.',
  'Answers: a row for each value of `y`, a column for each of `x`.':
    'Respostas: uma linha para cada valor de `y`, uma coluna para cada um de `x`.',
  'Where the steps of the witness are.': 'Onde ficam os passos da testemunha.',
  'Where a step of the witness is.': 'Onde fica um passo da testemunha.',
  'Step of the witness, from 0.': 'Passo da testemunha, a contar de 0.',
  'Its column, from 0.': 'A sua coluna, a contar de 0.',
  'Its row, from 0.': 'A sua linha, a contar de 0.',
  'A change that was proved: it removes the finding, adds no other, and changes no other call.':
    'Uma alteração comprovada: remove o achado, não cria outro e não muda nenhuma outra chamada.',
  'What it changes.': 'O que ela muda.',
  'The whole policy after the change.': 'A política inteira depois da alteração.',

  'How far a question was decided.': 'Até onde uma pergunta foi decidida.',
  'Over all possible calls, over sessions of any length, over sessions of at most `k` calls, or for `k` ways to write a value, but not for all.':
    'Sobre todas as chamadas possíveis, sobre sessões de qualquer tamanho, sobre sessões de no máximo `k` chamadas, ou para `k` formas de escrever um valor, mas não para todas.',
  'Calls in the longest session, or ways that were tried; left out if there is no bound.':
    'Chamadas na sessão mais longa, ou formas que foram testadas; omitido se não há limite.',
  'Whether there was a confirmation for exactly this call.': 'Se havia uma confirmação exatamente para esta chamada.',
  'The path of the text in a repository, for reports that name files; absent: `policy.ost`.':
    'O caminho do texto num repositório, para relatórios que indicam ficheiros; ausente: `policy.ost`.',
  'The result for one class.': 'O resultado de uma classe.',
  'Questions asked.': 'Perguntas feitas.',
  'Questions that showed the bug.': 'Perguntas que mostraram o erro.',
  'The weakest bound under which the other questions were decided.':
    'O limite mais fraco sob o qual as outras perguntas foram decididas.',
  'Questions that were not decided.': 'Perguntas que não foram decididas.',
  'Questions that were decided by listing all cases and that the solver, as a second check, did not decide within its limit. If the solver disagrees, the hunt fails.':
    'Perguntas decididas ao listar todos os casos e que o solver, como segunda verificação, não decidiu dentro do seu limite. Se o solver discorda, a procura falha.',
  'How much of the policy was checked.': 'Quanto da política foi verificado.',
  'Share of questions that were decided; 1 if there were none.':
    'Proporção de perguntas decididas; 1 se não havia nenhuma.',
  'Tools that were checked.': 'Ferramentas verificadas.',
  'Rules that were checked.': 'Regras verificadas.',
};
