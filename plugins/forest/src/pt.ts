/** Portuguese for every text of the plugin in the contract. */
export const pt: Readonly<Record<string, string>> = {
  'Verify a tree ensemble': 'Verificar um conjunto de árvores',
  'The number is at least this. Null if no lower bound is known.':
    'O número é pelo menos este. Null se não se conhece um limite inferior.',
  'The number is at most this. Null if no upper bound is known.':
    'O número é no máximo este. Null se não se conhece um limite superior.',
  'Proved bounds of a number.': 'Limites provados de um número.',
  'A violated row. It is announced after its witness was replayed.':
    'Uma linha violada. Anuncia-se depois de reproduzida a testemunha.',
  'The id of the row.': 'O id da linha.',
  'The kind of property.': 'O tipo de propriedade.',
  'The record. Null if the row is about a region.': 'O registo. Null se a linha é sobre uma região.',
  'The features that differ.': 'As características que diferem.',
  'The format of the file.': 'O formato do ficheiro.',
  'The model that got this input.': 'O modelo que recebeu esta entrada.',
  'The tool that wrote the file, as the file names it.':
    'A ferramenta que escreveu o ficheiro, com o nome que o ficheiro lhe dá.',
  'The SHA-256 of the file.': 'O SHA-256 do ficheiro.',
  'The number of trees.': 'O número de árvores.',
  'The number of nodes in all trees.': 'O número de nós em todas as árvores.',
  'The number of features.': 'O número de características.',
  'The labels of the model. Null for a regression.': 'As classes do modelo. Null numa regressão.',
  'The model, as it was read.': 'O modelo, tal como foi lido.',
  'The most boxes that the search visits for each question. The same request gives the same bytes.':
    'O máximo de caixas que a procura visita em cada pergunta. O mesmo pedido dá os mesmos bytes.',
  'After this many seconds no new work starts. What is still open can be resumed. If absent, or longer than the profile allows, the time of the profile applies.':
    'Passados estes segundos, nenhum trabalho novo começa. O que ficou em aberto pode ser retomado. Se faltar, ou for mais do que o perfil permite, vale o tempo do perfil.',
  'Whether to write certificates for `ostiary forest verify`.':
    'Se se escrevem certificados para `ostiary forest verify`.',
  'How much each question may cost, and whether certificates are written.':
    'Quanto pode custar cada pergunta, e se se escrevem certificados.',
  '`same`: onnxruntime gives the same bits alone, in a batch and with several threads. `same_label`: it gives the same bits with one thread; another order of additions gives other bits but the same answer. `same_sums`: the model is not ONNX, and onnxruntime adds its trees up to the same bits. `numeric_tie`: another order of additions gives another answer. `not_replayed`: nothing was replayed.':
    '`same`: o onnxruntime dá os mesmos bits sozinho, em lote e com vários fios. `same_label`: dá os mesmos bits com um fio; outra ordem de somas dá outros bits, mas a mesma resposta. `same_sums`: o modelo não é ONNX, e o onnxruntime soma as suas árvores com os mesmos bits. `numeric_tie`: outra ordem de somas dá outra resposta. `not_replayed`: nada foi reproduzido.',
  'The rows, in the order of the table.': 'As linhas, na ordem da tabela.',
  'The other model. Null if there is none.': 'O outro modelo. Null se não há.',
  'The number of records in the request.': 'O número de registos no pedido.',
  'The runtime that replayed the witnesses. Null if there were none.':
    'O motor que reproduziu as testemunhas. Null se não as houve.',
  'The version of the search.': 'A versão da procura.',
  'The number of questions that are still open, including those where only a bound is. If it is above 0, the job has the artefact `resume`, and a request that names it continues with them.':
    'O número de perguntas ainda em aberto, incluindo aquelas em que só um limite o está. Se for maior do que 0, o trabalho tem o artefacto `resume`, e um pedido que o indica continua-as.',
  'The number of records that are still open. If it is above 0, the job has the artefact `resume`, and a request that names it continues with them.':
    'O número de registos ainda em aberto. Se for maior do que 0, o trabalho tem o artefacto `resume`, e um pedido que o indica continua-os.',
  'The answers to a table of properties.': 'As respostas a uma tabela de propriedades.',
  'The line of the row in the table. Null for JSON.': 'O número da linha no texto da tabela. Null em JSON.',
  'The title from the table.': 'O título da tabela.',
  'The label that the model gives the record. Null for a regression, or if the record is wrong.':
    'A classe que o modelo dá ao registo. Null numa regressão, ou se o registo está errado.',
  'The label that the record expects. Null if it names none.':
    'A classe que o registo espera. Null se não indica nenhuma.',
  'Whether the model gives the expected label. Null if one of the two labels is null.':
    'Se o modelo dá a classe esperada. Null se uma das duas classes é null.',
  'The number of records of which both labels are known: that of the model and the expected one.':
    'O número de registos de que se conhecem as duas classes: a do modelo e a esperada.',
  'The share of their weight in the weight of the compared records. Null if these all weigh the same.':
    'A parte do seu peso no peso dos registos comparados. Null se todos estes pesam o mesmo.',
  'The share of the weight of the records with each verdict. Null if all records weigh the same, or the row is about a region.':
    'A parte do peso dos registos com cada veredito. Null se todos os registos pesam o mesmo, ou se a linha é sobre uma região.',
  'The share with this verdict, from 0 to 1.': 'A parte com este veredito, de 0 a 1.',
  'Which share of the weight got each verdict.': 'Que parte do peso teve cada veredito.',
  'For how many cases the record stands, as the file says. It has no effect on what is found.':
    'Por quantos casos está o registo, como diz o ficheiro. Não tem efeito no que se encontra.',
  'The share of the weight of the records with a box around them. Null if all records weigh the same.':
    'A parte do peso dos registos com uma caixa em redor. Null se todos os registos pesam o mesmo.',
  'The number of records whose label is not the expected one.': 'O número de registos cuja classe não é a esperada.',
  'The unit of the value. Absent if the schema gives none.':
    'A unidade do valor. Ausente se o esquema não der nenhuma.',
  'The note from the table.': 'A nota da tabela.',
  'The cells of the columns that the table does not know, by name, as they were written.':
    'As células das colunas que a tabela não conhece, por nome, tal como foram escritas.',
  'The reason, if the verdict does not say it by itself.': 'A razão, se o veredito por si não a diz.',
  'What is wrong with the row.': 'O que está errado na linha.',
  'How many records got each verdict. Null if the row is about a region.':
    'Quantos registos tiveram cada veredito. Null se a linha é sobre uma região.',
  'The record that is shown. Null if there is none.': 'O registo que se mostra. Null se não há.',
  'Proved bounds of the number that the row asks for. Null if there are none.':
    'Limites provados do número que a linha pergunta. Null se não os há.',
  'The inputs that show the verdict.': 'As entradas que mostram o veredito.',
  'Whether only another order of additions may violate the row.': 'Se só outra ordem de somas pode violar a linha.',
  'The conditions, with the exact numbers that were used.': 'As condições, com os números exatos que se usaram.',
  'The number of boxes that the search visited, including those of the jobs that this one continues.':
    'O número de caixas que a procura visitou, incluindo as dos trabalhos que este continua.',
  'The answer to one row of the table.': 'A resposta a uma linha da tabela.',
  'How far the search has come with a question.': 'Até onde chegou a procura numa pergunta.',
  'The number of boxes that the search has visited so far.': 'O número de caixas que a procura já visitou.',
  'The name of the problem. It never changes.': 'O nome do problema. Nunca muda.',
  'The column of the table. Null if the whole row is meant.': 'A coluna da tabela. Null se se trata da linha inteira.',
  'The line of the text. Null for JSON.': 'A linha do texto. Null em JSON.',
  'The character of the line at which the cell begins. Null for JSON.':
    'O carácter da linha em que a célula começa. Null em JSON.',
  'The place in JSON. Null for CSV.': 'O lugar no JSON. Null em CSV.',
  'What is wrong.': 'O que está errado.',
  'One thing that is wrong with a row.': 'Uma coisa errada numa linha.',
  'How severe a violation of the row is.': 'Quão grave é uma violação da linha.',
  'A value for each feature.': 'Um valor para cada característica.',
  'The label that the model gives. Null for a regression.': 'A classe que o modelo dá. Null numa regressão.',
  'The scores that the model gives.': 'As pontuações que o modelo dá.',
  'The bits of the scores, in hexadecimal.': 'Os bits das pontuações, em hexadecimal.',
  'An input, with the answer of the model.': 'Uma entrada, com a resposta do modelo.',
  'The model: an ONNX tree ensemble, XGBoost JSON or LightGBM text.':
    'O modelo: um conjunto de árvores em ONNX, JSON de XGBoost ou texto de LightGBM.',
  'The schema: what each feature can be. Inline as CSV or as JSON rows with the same column names, or as a file of either.':
    'O esquema: o que cada característica pode ser. No pedido como CSV ou como linhas de JSON com os mesmos nomes de colunas, ou como um ficheiro de um deles.',
  'The properties, one in each row. Inline as CSV or as JSON rows with the same column names, or as a file of either.':
    'As propriedades, uma em cada linha. No pedido como CSV ou como linhas de JSON com os mesmos nomes de colunas, ou como um ficheiro de um deles.',
  'The records for rows with `@records`. Inline as CSV or as JSON rows with the same column names, or as a file of either.':
    'Os registos para as linhas com `@records`. No pedido como CSV ou como linhas de JSON com os mesmos nomes de colunas, ou como um ficheiro de um deles.',
  'The other version of the model, for `same_as_model` and `drift`.':
    'A outra versão do modelo, para `same_as_model` e `drift`.',
  'The artefact `resume` of an earlier job with the same inputs. What that job settled is kept, and the search continues with what it left open.':
    'O artefacto `resume` de um trabalho anterior com as mesmas entradas. O que esse trabalho decidiu mantém-se, e a procura continua com o que deixou em aberto.',
  'The name of the feature.': 'O nome da característica.',
  'A decimal that reads back as the same number, or a text. Null if the value is missing.':
    'Um decimal que se lê como o mesmo número, ou um texto. Null se o valor está em falta.',
  'The bits of the number as the model gets it, in hexadecimal. Null for text.':
    'Os bits do número tal como o modelo o recebe, em hexadecimal. Null em texto.',
  'The value of one feature in an input.': 'O valor de uma característica numa entrada.',
  '`internal_error`: an error of the service itself, not a finding about the model. `violated`: an input violates the property; for `recourse`, it is proved that no allowed change leads to what is expected. `undecided`: the search did not settle it, usually because its budget ended. `unsupported`: this cannot be asked of this model. `input_error`: the row or the record is wrong. `vacuous`: the region holds no input, or no record meets the conditions. `proved`: the property holds.':
    '`internal_error`: um erro do próprio serviço, e não um resultado sobre o modelo. `violated`: uma entrada viola a propriedade; em `recourse`, está provado que nenhuma mudança permitida leva ao esperado. `undecided`: a procura não decidiu, em geral porque o orçamento acabou. `unsupported`: isto não se pode perguntar a este modelo. `input_error`: a linha ou o registo está errado. `vacuous`: a região não tem nenhuma entrada, ou nenhum registo cumpre as condições. `proved`: a propriedade cumpre-se.',
  'The number with this verdict.': 'O número com este veredito.',
  'How many got each verdict.': 'Quantos tiveram cada veredito.',
  'One input, the two inputs of a pair, or the two ends of a range.':
    'Uma entrada, as duas entradas de um par, ou os dois extremos de um intervalo.',
  'The features that differ from the record, or between the two inputs.':
    'As características que diferem do registo, ou entre as duas entradas.',
  'The distance from the record. Null if there is none.': 'A distância ao registo. Null se não há.',
  'What the replay showed.': 'O que a reprodução mostrou.',
  'Inputs that show a verdict.': 'Entradas que mostram um veredito.',
  'Enumerate violations around records': 'Enumerar violações em redor de registos',
  'The records to search around. A column `radius` says how far. Inline as CSV or as JSON rows with the same column names, or as a file of either.':
    'Os registos em redor dos quais se procura. Uma coluna `radius` diz até onde. No pedido como CSV ou como linhas de JSON com os mesmos nomes de colunas, ou como um ficheiro de um deles.',
  'How much each feature may change, written as `epsilon` in a table: `*=0.05`, `income=500;dti=2%`. If absent, each record gives its own radius.':
    'Quanto pode mudar cada característica, escrito como `epsilon` numa tabela: `*=0.05`, `income=500;dti=2%`. Se faltar, cada registo indica o seu raio.',
  'The features that may change, separated by `;`. If absent, all that have a radius.':
    'As características que podem mudar, separadas por `;`. Se faltar, todas as que têm raio.',
  'The output to check, written as in a table of properties.':
    'A saída a verificar, escrita como numa tabela de propriedades.',
  'What must hold, written as in a table of properties. If absent, the answer of the record must stay.':
    'O que se tem de cumprir, escrito como numa tabela de propriedades. Se faltar, a resposta do registo tem de se manter.',
  'How much an enumeration may cost.': 'Quanto pode custar uma enumeração.',
  'The most boxes that the search visits for each record.': 'O máximo de caixas que a procura visita em cada registo.',
  'The most boxes to find around each record, nearest first.':
    'O máximo de caixas a encontrar em redor de cada registo, as mais próximas primeiro.',
  'The id of the record.': 'O id do registo.',
  '`complete`: all boxes were found. `partial`: only the nearest were found. `vacuous`: the region holds no input. `input_error`: the record is wrong. `unsupported`: this cannot be asked of this model. `internal_error`: an error of the service itself, not a finding about the model.':
    '`complete`: encontraram-se todas as caixas. `partial`: só se encontraram as mais próximas. `vacuous`: a região não tem nenhuma entrada. `input_error`: o registo está errado. `unsupported`: isto não se pode perguntar a este modelo. `internal_error`: um erro do próprio serviço, e não um resultado sobre o modelo.',
  'The reason, if the status does not say it by itself.': 'A razão, se o estado por si não a diz.',
  'The number of boxes that were found.': 'O número de caixas encontradas.',
  'The number of inputs in these boxes, as a whole number.': 'Quantas entradas há nestas caixas, como número inteiro.',
  'The number of all inputs in the region, as a whole number.':
    'Quantas entradas há em toda a região, como número inteiro.',
  '`points` divided by `region_points`. Null if the region holds no input.':
    '`points` a dividir por `region_points`. Null se a região não tem nenhuma entrada.',
  'The distance of the nearest box. Null if there is none.': 'A distância da caixa mais próxima. Null se não há.',
  'Every violation nearer than this lies in a box. Null if all of them do.':
    'Todas as violações mais próximas do que isto estão numa caixa. Null se todas estão.',
  'What lies around one record.': 'O que há em redor de um registo.',
  'The records, in their order.': 'Os registos, pela sua ordem.',
  'The number of boxes around all records.': 'O número de caixas em redor de todos os registos.',
  'The violating inputs around records, as boxes.': 'As entradas em redor de registos que violam, em caixas.',
};
