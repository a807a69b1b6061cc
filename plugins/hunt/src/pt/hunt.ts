/** Portuguese for mode hunt: what it takes, and what it finds. */
export const huntPt: Readonly<Record<string, string>> = {
  'Look for bugs in a policy': 'Procurar erros numa política',
  'The policy to look for bugs in.': 'A política em que se procuram erros.',
  'A policy in a language of others.': 'Uma política numa linguagem de outros.',
  'The language that a policy of others is written in.': 'A linguagem em que está escrita uma política de outros.',
  'The policy as text.': 'A política como texto.',
  'With `cedar` and `dogwood`: the schema of the policy, in either of its forms. Without one, types are inferred from the policy.':
    'Com `cedar` e `dogwood`: o esquema da política, numa das suas duas formas. Sem ele, os tipos são inferidos da política.',
  'In the order of the text.': 'Pela ordem do texto.',
  'How a policy of others was translated; the artefact `translation` is what it became.':
    'Como foi traduzida uma política de outros; o artefacto `translation` é aquilo em que se tornou.',
  'Line in the policy as it was sent.': 'Linha na política tal como foi enviada.',
  'As its language calls it.': 'Como a sua linguagem lhe chama.',
  'What it means there, and what became of it.': 'O que significa lá, e o que foi feito dele.',
  'What is not, or not wholly, in the translation of a policy.':
    'O que não está, ou não está todo, na tradução de uma política.',
  'Null for a policy in our own language.': 'Nulo para uma política na nossa própria linguagem.',
  'What is looked for, and how far.': 'O que se procura, e até onde.',
  'What is looked for, and how far; absent: everything.': 'O que se procura, e até onde; ausente: tudo.',
  'Classes to look for; absent: all.': 'Classes a procurar; ausente: todas.',
  'Severities to report; absent: all.': 'Gravidades a relatar; ausente: todas.',
  'Findings reported at most.': 'Achados relatados, no máximo.',
  'Calls in the longest session that is looked at; absent: 8.':
    'Chamadas na sessão mais longa que se examina; ausente: 8.',
  'Whether what the policy states about itself is looked into.':
    'Se se examina o que a política afirma sobre si própria.',
  'The version of the policy that was accepted: what the new one lets through that this one did not is a finding.':
    'A versão da política que foi aceite: o que a nova deixa passar e esta não deixava é um achado.',
  'The catalogue that version was accepted with, in any form that `catalogue` takes; absent: `catalogue`. Only with `compare_with`.':
    'O catálogo com que essa versão foi aceite, em qualquer forma que `catalogue` aceite; ausente: `catalogue`. Só com `compare_with`.',
  'A class of bugs: a letter for what it is about (guard, rule set, bypass, history, property) and a number.':
    'Uma classe de erros: uma letra para aquilo de que trata (guarda, conjunto de regras, contorno, histórico, propriedade) e um número.',
  'From what lets an attacker act, to what only reads badly.': 'Do que deixa um atacante agir, ao que só se lê mal.',

  'What a hunt found, and what it looked at.': 'O que se encontrou, e o que se examinou.',
  'By severity, then class, then place in the policy.': 'Por gravidade, depois classe, depois lugar na política.',
  'Every class that was asked, and how it was decided.': 'Todas as classes perguntadas, e como se decidiram.',
  'A finding that was confirmed.': 'Um achado que foi confirmado.',
  'Ids of the rules, in the order of the policy.': 'Ids das regras, pela ordem da política.',
  'The tool it is about.': 'A ferramenta de que trata.',
  'What is wrong, in a line.': 'O que está errado, numa linha.',
  'The same for the same bug, however the policy is written.':
    'A mesma para o mesmo erro, seja como for que a política está escrita.',
  'A bug of a policy, confirmed by both evaluators.': 'Um erro de uma política, confirmado pelos dois avaliadores.',
  'Tells kinds of one class apart.': 'Distingue espécies de uma classe.',
  'The attribute it is about, e.g. `args.amount`.': 'O atributo de que trata, p. ex. `args.amount`.',
  'What is wrong, and why it matters.': 'O que está errado, e porque importa.',
  'The same for the same bug in rules that only have other ids: tells that a finding has moved.':
    'O mesmo para o mesmo erro em regras que só têm outros ids: diz que um achado se mudou.',
  'Changes with the values in the rules and in the witness.': 'Muda com os valores nas regras e na testemunha.',
  'Null where the bug is that there is no such call; left out without the grant `hunt_details`.':
    'Null onde o erro é não haver tal chamada; omitido sem a permissão `hunt_details`.',
  'Left out without the grant `hunt_details`.': 'Omitido sem a permissão `hunt_details`.',
  'Null where none could be proved.': 'Null onde nenhuma se pôde provar.',

  'What shows a bug.': 'O que mostra um erro.',
  'One call, calls that are alike but for what the finding is about, or calls one after the other.':
    'Uma chamada, chamadas iguais salvo naquilo de que trata o achado, ou chamadas uma após outra.',
  'The calls, in their order.': 'As chamadas, pela sua ordem.',
  'A call, and what the policy answers to it: decided by both evaluators.':
    'Uma chamada, e o que a política lhe responde: decidida pelos dois avaliadores.',
  'The call, as mode guardrail takes it.': 'A chamada, como o modo guardrail a recebe.',
  'What stands around it, as mode guardrail takes it.': 'O que está à sua volta, como o modo guardrail o recebe.',
  'What the policy answers.': 'O que a política responde.',
  'Ids of the rules that decide.': 'Ids das regras que decidem.',
  'What this call shows, where there are several.': 'O que esta chamada mostra, onde há várias.',

  'Why a finding is one.': 'Porque é que um achado o é.',
  'The rules that the finding speaks of.': 'As regras de que o achado fala.',
  'Where a rule stands in the text of the policy.': 'Onde está uma regra no texto da política.',
  'Id of the rule.': 'Id da regra.',
  'Line in which it begins.': 'Linha em que começa.',
  'Column in which it begins.': 'Coluna em que começa.',
  'Line in which it ends.': 'Linha em que termina.',
  'The column after its last.': 'A coluna depois da última.',
  'Ids of the rules without which there would be no finding.': 'Ids das regras sem as quais não haveria achado.',
  'Titles of the assumptions that were used.': 'Títulos dos pressupostos que foram usados.',
  'The nearest call that is decided as one would expect.':
    'A chamada mais próxima que se decide como seria de esperar.',
  'What one would expect in place of what the witness shows.': 'O que se esperaria em vez do que a testemunha mostra.',
  'Null where the finding is not about two numeric attributes.':
    'Null onde o achado não trata de dois atributos numéricos.',
  'The answers over two attributes, all else being as in the witness.':
    'As respostas sobre dois atributos, sendo tudo o mais como na testemunha.',
  'One side of a region.': 'Um lado de uma região.',
  'The attribute, e.g. `args.amount`.': 'O atributo, p. ex. `args.amount`.',
  'Its values, ascending.': 'Os seus valores, por ordem crescente.',
  'Answers: a row for each value of `y`, a column for each of `x`.':
    'Respostas: uma linha para cada valor de `y`, uma coluna para cada um de `x`.',
  'Where the steps of the witness lie.': 'Onde ficam os passos da testemunha.',
  'Where a step of the witness lies.': 'Onde fica um passo da testemunha.',
  'Step of the witness, from 0.': 'Passo da testemunha, a contar de 0.',
  'Its column, from 0.': 'A sua coluna, a contar de 0.',
  'Its row, from 0.': 'A sua linha, a contar de 0.',
  'A change that was tried: it removes the finding, adds none, and changes no other call.':
    'Uma alteração que foi experimentada: retira o achado, não acrescenta nenhum, e não muda mais nenhuma chamada.',
  'What is changed.': 'O que se altera.',
  'The whole policy afterwards.': 'A política inteira depois.',

  'How far a question was decided.': 'Até onde uma pergunta foi decidida.',
  'Over every call there is, over sessions of any length, over sessions of at most `k` calls, or over `k` ways to write a thing, of which there are more.':
    'Sobre todas as chamadas que há, sobre sessões de qualquer comprimento, sobre sessões de no máximo `k` chamadas, ou sobre `k` formas de escrever uma coisa, das quais há mais.',
  'Calls in the longest session, or ways that were tried; left out where it is not bounded.':
    'Chamadas na sessão mais longa, ou formas que se experimentaram; omitido onde não há limite.',
  'Whether a confirmation for exactly this call was there.': 'Se havia uma confirmação exatamente para esta chamada.',
  'Where the text stands in a repository, for reports that name files; absent: `policy.ost`.':
    'Onde o texto está num repositório, para relatórios que indicam ficheiros; ausente: `policy.ost`.',
  'What became of one class.': 'O que foi de uma classe.',
  'Questions asked.': 'Perguntas feitas.',
  'Questions that showed the bug.': 'Perguntas que mostraram o erro.',
  'The weakest bound under which the rest is shown to be absent.':
    'O limite mais fraco sob o qual se mostrou que o resto não existe.',
  'Questions that were given up.': 'Perguntas de que se desistiu.',
  'What was shown to be absent by listing cases, exactly, and the solver, asked the same, did not settle within its limit. Where the solver says otherwise the hunt fails.':
    'O que se mostrou não existir por lista de casos, de modo exato, e o solucionador, perguntado o mesmo, não resolveu dentro do seu limite. Onde o solucionador diz o contrário a caça falha.',
  'How much of the policy was looked at.': 'Quanto da política foi examinado.',
  'Share of questions that were decided; 1 when none was asked.':
    'Parte das perguntas que foram decididas; 1 quando nenhuma foi feita.',
  'Tools that were looked at.': 'Ferramentas examinadas.',
  'Rules that were looked at.': 'Regras examinadas.',
};
