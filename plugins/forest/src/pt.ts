/** Portuguese for every text of the plugin in the contract. */
export const pt: Readonly<Record<string, string>> = {
  'Verify a tree ensemble': 'Verificar um conjunto de árvores',
  'The number is not below this; null: nothing is known.': 'O número não é menor do que isto; null: não se sabe.',
  'The number is not above this; null: nothing is known.': 'O número não é maior do que isto; null: não se sabe.',
  'Between what a number was proved to lie.': 'Entre que valores se provou que um número fica.',
  'A row that is violated, with a witness that was replayed.':
    'Uma linha violada, com uma testemunha que foi reproduzida.',
  'The row.': 'A linha.',
  'The kind of property.': 'O tipo de propriedade.',
  'The record; null where the row is about a region.': 'O registo; null onde a linha é sobre uma região.',
  'Features that differ.': 'Características que diferem.',
  'What the file was.': 'O que o ficheiro era.',
  'Which model was given it.': 'A que modelo foi dada.',
  'What wrote it, by its own word.': 'O que o escreveu, segundo ele próprio.',
  'Of the file.': 'Do ficheiro.',
  'Trees.': 'Árvores.',
  'Nodes of all trees.': 'Nós de todas as árvores.',
  'Features.': 'Características.',
  'Its labels; null for a regression.': 'As suas classes; null numa regressão.',
  'A model as it was read.': 'Um modelo como foi lido.',
  'Boxes that the search looks at for each question, at most: the same request gives the same bytes.':
    'Caixas que a procura vê em cada pergunta, no máximo: o mesmo pedido dá os mesmos bytes.',
  'When so much time has passed nothing more is begun; what is open can be resumed. Absent, or more than that: what the profile leaves.':
    'Passado este tempo nada mais se começa; o que fica em aberto pode ser retomado. Ausente, ou mais do que isso: o que o perfil deixa.',
  'Whether proofs are written, for `ostiary forest verify`.': 'Se se escrevem as provas, para `ostiary forest verify`.',
  'What questions may cost, and what is written.': 'O que as perguntas podem custar, e o que se escreve.',
  'onnxruntime gives the same bits alone, in a batch and with several threads; the same bits with one thread, and another order of additions gives other bits and the same answer; the model is not ONNX, and onnxruntime adds up to the same bits; another order gives another answer; nothing was replayed.':
    'O onnxruntime dá os mesmos bits sozinho, em lote e com vários fios; os mesmos bits com um fio, e outra ordem de somas dá outros bits e a mesma resposta; o modelo não é ONNX, e o onnxruntime soma os mesmos bits; outra ordem dá outra resposta; nada foi reproduzido.',
  'In the order of the table.': 'Na ordem da tabela.',
  'Null where there is none.': 'Null onde não há.',
  'Records that were sent.': 'Registos enviados.',
  'What witnesses were replayed in; null where there were none.':
    'Em que se reproduziram as testemunhas; null onde não as houve.',
  'Version of the search.': 'Versão da procura.',
  'Questions that are open, also where only a bound is. Above 0 the job has the artefact `resume`: a request that names it goes on with them.':
    'Perguntas em aberto, também onde só um limite o está. Acima de 0 o trabalho tem o artefacto `resume`: um pedido que o indica continua-as.',
  'Records that are open. Above 0 the job has the artefact `resume`: a request that names it goes on with them.':
    'Registos em aberto. Acima de 0 o trabalho tem o artefacto `resume`: um pedido que o indica continua-os.',
  'What came of a table of properties.': 'O que resultou de uma tabela de propriedades.',
  'The id that the table gives it.': 'O id que a tabela lhe dá.',
  'Its line in the table; null for JSON.': 'A sua linha na tabela; null em JSON.',
  'As in the table.': 'Como na tabela.',
  'Why, where the verdict does not say it.': 'Porquê, onde o veredito não o diz.',
  'What is wrong with the row.': 'O que está errado na linha.',
  'Of a row about records: how many came to what.': 'De uma linha sobre registos: quantos deram o quê.',
  'The record that is shown; null where the row is about a region.':
    'O registo que se mostra; null onde a linha é sobre uma região.',
  'What the number that the row is about was proved to be.': 'O que se provou do número de que a linha trata.',
  'Inputs that show the verdict.': 'Entradas que mostram o veredito.',
  'Only another order of additions may violate.': 'Só outra ordem de somas pode violar.',
  'Conditions with the exact numbers that were used.': 'Condições com os números exatos que se usaram.',
  'Boxes that the search looked at, in all jobs that were gone on with.':
    'Caixas que a procura viu, em todos os trabalhos que se continuaram.',
  'What a row of the table came to.': 'O que uma linha da tabela deu.',
  'How far a question has come.': 'Até onde chegou uma pergunta.',
  'Boxes that the search looked at so far.': 'Caixas que a procura viu até agora.',
  'A word that never changes.': 'Uma palavra que nunca muda.',
  'The column of the table; null: the row.': 'A coluna da tabela; null: a linha.',
  'The line of the text; null for JSON.': 'A linha do texto; null em JSON.',
  'The character of the line at which the cell begins; null for JSON.':
    'O carácter da linha em que a célula começa; null em JSON.',
  'The place in JSON; null for CSV.': 'O lugar no JSON; null em CSV.',
  'What is wrong.': 'O que está errado.',
  'What is wrong with a row.': 'O que está errado numa linha.',
  'How grave it is.': 'Quão grave é.',
  'A value of each feature.': 'Um valor de cada característica.',
  'What the model answers; null for a regression.': 'O que o modelo responde; null numa regressão.',
  'Its scores.': 'As suas pontuações.',
  'Of the scores, hexadecimal.': 'Das pontuações, em hexadecimal.',
  'An input and what the model makes of it.': 'Uma entrada e o que o modelo faz dela.',
  'The model: ONNX with tree ensembles, XGBoost JSON or LightGBM text.':
    'O modelo: ONNX com conjuntos de árvores, JSON de XGBoost ou texto de LightGBM.',
  'What is known of the features. Inline as CSV or as rows of JSON with the same names, or a file of either.':
    'O que se sabe das características. No pedido como CSV ou como linhas de JSON com os mesmos nomes, ou um ficheiro de um deles.',
  'The properties, one a row. Inline as CSV or as rows of JSON with the same names, or a file of either.':
    'As propriedades, uma por linha. No pedido como CSV ou como linhas de JSON com os mesmos nomes, ou um ficheiro de um deles.',
  'Records that rows with `@records` are about. Inline as CSV or as rows of JSON with the same names, or a file of either.':
    'Registos de que tratam as linhas com `@records`. No pedido como CSV ou como linhas de JSON com os mesmos nomes, ou um ficheiro de um deles.',
  'The other version, for `same_as_model` and `drift`.': 'A outra versão, para `same_as_model` e `drift`.',
  'The artefact `resume` of an earlier job with the same inputs: what it settled is taken, and what it left open is gone on with.':
    'O artefacto `resume` de um trabalho anterior com as mesmas entradas: o que decidiu aproveita-se, e o que deixou em aberto continua-se.',
  'Its name.': 'O seu nome.',
  'A decimal that reads back as the same number, or text; null: it is missing.':
    'Um decimal que se lê como o mesmo número, ou texto; null: está em falta.',
  'Of the number as the model takes it, hexadecimal; null for text.':
    'Do número como o modelo o recebe, em hexadecimal; null em texto.',
  'A value of an input.': 'Um valor de uma entrada.',
  'An error of the service itself, and no finding about the model; an input that violates was found and replayed; the budget ended before it was settled; it cannot be asked of this model; the row or the record is wrong; nothing is in the region; no input violates.':
    'Um erro do próprio serviço, e não um resultado sobre o modelo; encontrou-se e reproduziu-se uma entrada que viola; o orçamento acabou antes de se decidir; não se pode perguntar a este modelo; a linha ou o registo está errado; nada está na região; nenhuma entrada viola.',
  'So many.': 'Tantas.',
  'How many came to each verdict.': 'Quantas deram cada veredito.',
  'One input, two of a property of pairs, or the two ends of a range.':
    'Uma entrada, duas numa propriedade de pares, ou os dois extremos de um intervalo.',
  'Features that differ from the record, or between the two inputs.':
    'Características que diferem do registo, ou entre as duas entradas.',
  'From the record; null where there is none.': 'Ao registo; null onde não há.',
  'What the runtime says.': 'O que o motor diz.',
  'Inputs that show a verdict.': 'Entradas que mostram um veredito.',
  'Enumerate what violates around records': 'Enumerar o que viola em redor de registos',
  'Records, each with the inputs around it; a column `radius` says how far. Inline as CSV or as rows of JSON with the same names, or a file of either.':
    'Registos, cada um com as entradas em redor; uma coluna `radius` diz até onde. No pedido como CSV ou como linhas de JSON com os mesmos nomes, ou um ficheiro de um deles.',
  'By how much features may change, as `epsilon` of a table: `*=0.05`, `income=500;dti=2%`; absent: each record says it.':
    'Quanto podem mudar as características, como `epsilon` numa tabela: `*=0.05`, `income=500;dti=2%`; ausente: cada registo o diz.',
  'Features that may change, `;` between them; absent: those with a radius.':
    'Características que podem mudar, com `;` entre elas; ausente: as que têm raio.',
  'What is looked at, as in a table of properties.': 'O que se vê, como numa tabela de propriedades.',
  'What must hold, as in a table of properties; absent: the answer of the record itself.':
    'O que tem de valer, como numa tabela de propriedades; ausente: a resposta do próprio registo.',
  'What an enumeration may cost.': 'O que uma enumeração pode custar.',
  'Boxes that the search looks at for each record, at most.': 'Caixas que a procura vê em cada registo, no máximo.',
  'Boxes that are written for each record, at most: the nearest.':
    'Caixas que se escrevem de cada registo, no máximo: as mais próximas.',
  'Its id.': 'O seu id.',
  'All boxes; the nearest ones; nothing is in the region; the record is wrong; it cannot be asked; an error of the service itself, and no finding about the model.':
    'Todas as caixas; as mais próximas; nada está na região; o registo está errado; não se pode perguntar; um erro do próprio serviço, e não um resultado sobre o modelo.',
  'Why, where the status does not say it.': 'Porquê, onde o estado não o diz.',
  'Boxes that were found.': 'Caixas que se encontraram.',
  'Inputs in them: a whole number.': 'Entradas que há nelas: um número inteiro.',
  'Inputs that were looked at: a whole number.': 'Entradas que se viram: um número inteiro.',
  'The one by the other.': 'Um pelo outro.',
  'Distance of the nearest; null where there is none.': 'Distância da mais próxima; null onde não há.',
  'Every violation nearer than this is in a box; null: all are.':
    'Cada violação mais próxima do que isto está numa caixa; null: todas estão.',
  'What is around a record.': 'O que há em redor de um registo.',
  'In the order of the records.': 'Na ordem dos registos.',
  'Boxes of all records.': 'Caixas de todos os registos.',
  'All inputs around records that violate, as boxes.': 'Todas as entradas em redor de registos que violam, em caixas.',
};
