/** Jobs: submission, reading, events. */
export const JOBS_PT: Readonly<Record<string, string>> = {
  'Work that is submitted as a job: one route for every mode. Jobs are read, streamed and cancelled here; files they made are listed and downloaded.':
    'O que se submete como trabalho: um só caminho para todos os modos. Aqui os trabalhos são lidos, seguidos e cancelados; os ficheiros que fizeram são listados e descarregados.',
  'List jobs': 'Listar os trabalhos',
  'Jobs of the account, newest first. A filter, limit or cursor that is not valid counts as not sent.':
    'Trabalhos da conta, do mais recente para o mais antigo. Um filtro, limite ou cursor inválido conta como não enviado.',
  'Only jobs of this mode.': 'Só trabalhos deste modo.',
  'Only jobs in this state.': 'Só trabalhos neste estado.',
  'Jobs in a page.': 'Trabalhos por página.',
  '`next_cursor` of the page before.': '`next_cursor` da página anterior.',
  'Submit a job': 'Submeter um trabalho',
  'Stores a job of the mode named and waits for its end as long as `Prefer: wait=N` says (seconds, default 2, at most 30). With `Prefer: respond-async` the answer comes at once. A request with an `Idempotency-Key` can be sent again within 24 hours: it answers the job it made the first time, as it is by then.':
    'Guarda um trabalho do modo indicado e espera pelo seu fim o tempo que `Prefer: wait=N` disser (segundos, 2 por omissão, no máximo 30). Com `Prefer: respond-async` a resposta vem de imediato. Um pedido com `Idempotency-Key` pode ser enviado de novo durante 24 horas: responde o trabalho que fez da primeira vez, tal como estiver então.',
  'Makes the request safe to send again for 24 hours.': 'Torna seguro repetir o pedido durante 24 horas.',
  '`wait=N` (seconds, at most 30) or `respond-async`.': '`wait=N` (segundos, no máximo 30) ou `respond-async`.',
  'The job ended within the wait, or had ended when the request was sent again.':
    'O trabalho terminou durante a espera, ou já tinha terminado quando o pedido foi repetido.',
  '`true` when an earlier request with this Idempotency-Key made the job.':
    '`true` quando foi um pedido anterior com esta Idempotency-Key que fez o trabalho.',
  'The preference that was followed.': 'A preferência que foi seguida.',
  'The job is stored and goes on. `Location` names it.': 'O trabalho está guardado e continua. `Location` indica-o.',
  'Path of the job.': 'Caminho do trabalho.',
  'Seconds to wait before the next try, while the first request is still running.':
    'Segundos a esperar antes da próxima tentativa, enquanto o primeiro pedido ainda está em curso.',
  'Seconds to wait before reading the job.': 'Segundos a esperar antes de ler o trabalho.',
  'The body is not valid: not JSON, an unknown field or mode, a wrong type, something the mode cannot read. `errors` has JSON pointers.':
    'O corpo não é válido: não é JSON, um campo ou modo desconhecido, um tipo errado, algo que o modo não consegue ler. `errors` traz ponteiros JSON.',
  'The key lacks the grant of the mode or may not use the profile, or the account is suspended.':
    'A chave não tem a permissão do modo ou não pode usar o perfil, ou a conta está suspensa.',
  'The Idempotency-Key was used for another request, or the first request with it is still running.':
    'A Idempotency-Key foi usada para outro pedido, ou o primeiro pedido com ela ainda está em curso.',
  'The body is larger than this operation or the mode takes inline.':
    'O corpo é maior do que esta operação ou o modo aceita.',
  'Too many requests, too many queued jobs, or not enough units left.':
    'Demasiados pedidos, demasiados trabalhos em fila, ou unidades insuficientes.',
  'No jobs are taken now. Nothing was stored or charged.':
    'De momento não se aceitam trabalhos. Nada foi guardado nem cobrado.',
  'Read a job': 'Ler um trabalho',
  'Id of the job.': 'Id do trabalho.',
  'Seconds the answer may be held until the state changes, 0 to 30.':
    'Segundos que a resposta pode esperar até o estado mudar, de 0 a 30.',
  '`result` puts the result inline.': '`result` põe o resultado na resposta.',
  'The job, in any state.': 'O trabalho, em qualquer estado.',
  'The id is malformed, `wait` not 0 to 30, or `include` unknown.':
    'O id está mal formado, `wait` não está entre 0 e 30, ou `include` é desconhecido.',
  "The job is unknown, another account's, or was purged.":
    'O trabalho é desconhecido, é de outra conta, ou foi eliminado.',
  'The result was asked for and is over 4 MiB; `artifact_id` names where it is.':
    'O resultado foi pedido e tem mais de 4 MiB; `artifact_id` diz onde está.',
  'Cancel a job': 'Cancelar um trabalho',
  'A queued job is cancelled at once; a running one is asked to stop and is cancelled within two seconds. A job that has ended stays as it is.':
    'Um trabalho em fila é cancelado de imediato; a um em curso pede-se que pare, e fica cancelado em dois segundos. Um trabalho terminado fica como está.',
  'The job is cancelled or asked to stop, or had ended.':
    'O trabalho está cancelado ou foi-lhe pedido que parasse, ou já tinha terminado.',
  "The job is unknown, the id malformed, or the job another account's.":
    'O trabalho é desconhecido, o id está mal formado, ou o trabalho é de outra conta.',
  "Stream a job's progress": 'Seguir o progresso de um trabalho',
  'The events of the job as text/event-stream, from the first or from after `Last-Event-ID`, then those to come; the server closes after the event that ends the job. Events: `job.queued`, `job.started`, `job.progress`, `job.retried`, `artifact.created`, `job.cancel_requested`, `job.succeeded`, `job.failed`, `job.cancelled`, `job.expired`, and those of the mode. Numbers rise by one; of more than a thousand progress events the oldest are dropped.':
    'Os eventos do trabalho como text/event-stream, desde o primeiro ou a seguir a `Last-Event-ID`, depois os que vierem; o servidor fecha após o evento que termina o trabalho. Eventos: `job.queued`, `job.started`, `job.progress`, `job.retried`, `artifact.created`, `job.cancel_requested`, `job.succeeded`, `job.failed`, `job.cancelled`, `job.expired`, e os do modo. Os números sobem de um em um; de mais de mil eventos de progresso, os mais antigos são descartados.',
  'Number of the last event you have; `Last-Event-ID` wins.':
    'Número do último evento que tem; `Last-Event-ID` prevalece.',
  'Number of the last event you have.': 'Número do último evento que tem.',
  'The stream. Of a job that has ended it is replayed and closed.':
    'O fluxo. O de um trabalho terminado é repetido e fechado.',
  'Too many open streams for the key or the job, or too many requests.':
    'Demasiados fluxos abertos para a chave ou para o trabalho, ou demasiados pedidos.',
  'Send it as `cursor` to get the next page.': 'Envie-o como `cursor` para obter a página seguinte.',
  'A job.': 'Um trabalho.',
  'Jobs, newest first.': 'Trabalhos, do mais recente para o mais antigo.',
  'Id of the job: `slv_` and a ULID.': 'Id do trabalho: `slv_` e um ULID.',
  'The mode of the request.': 'O modo do pedido.',
  'The execution profile it runs under; null: the default one.':
    'O perfil de execução sob o qual corre; null: o que vale por omissão.',
  'Label given with the request.': 'Etiqueta dada com o pedido.',
  'Metadata given with the request.': 'Metadados dados com o pedido.',
  'When the present attempt began.': 'Quando começou a tentativa atual.',
  'When the job expires if it has not ended.': 'Quando o trabalho expira, se não tiver terminado.',
  'When a running job was asked to stop.': 'Quando se pediu a um trabalho em curso que parasse.',
  'Rises when a worker was lost and the job began anew.':
    'Sobe quando um processo de trabalho se perdeu e o trabalho recomeçou.',
  'Place among the queued jobs of the account, counted up to 1,000.':
    'Lugar entre os trabalhos em fila da conta, contado até 1000.',
  'Expected time to the end, from the pace so far.': 'Tempo previsto até ao fim, pelo ritmo até agora.',
  'Keyed digest of the request: equal for equal requests of the account.':
    'Resumo do pedido, com chave: igual para pedidos iguais da conta.',
  'Null until the job has ended.': 'Null até o trabalho terminar.',
  'From start to end of the last attempt.': 'Do início ao fim da última tentativa.',
  'Size of the result as JSON.': 'Tamanho do resultado como JSON.',
  'Where the result is when it is too large to be answered inline (over 4 MiB).':
    'Onde está o resultado quando é demasiado grande para vir na resposta (mais de 4 MiB).',
  'When the ended job is purged.': 'Quando o trabalho terminado é eliminado.',
  'Number of the event, rising by one for each job; also its `id` in the stream.':
    'Número do evento, que sobe de um em um em cada trabalho; também o seu `id` no fluxo.',
  'Name of the event; also its `event` in the stream.': 'Nome do evento; também o seu `event` no fluxo.',
  'When it happened.': 'Quando aconteceu.',
  'The job it is about.': 'O trabalho a que se refere.',
  'State of the job from then on.': 'Estado do trabalho a partir daí.',
  'What the job is doing.': 'O que o trabalho está a fazer.',
  'How much of it is done.': 'Quanto está feito.',
  'How much there is to do; null when nobody knows.': 'Quanto há a fazer; null quando não se sabe.',
  'What is counted.': 'O que se conta.',
  'The data of an event in the stream of a job.': 'Os dados de um evento no fluxo de um trabalho.',
  'A job to submit. `mode` chooses the alternative.': 'Um trabalho a submeter. `mode` escolhe a alternativa.',
  'The result, by the mode of the job: in the answer to a submission, and with `include=result`; else null.':
    'O resultado, conforme o modo do trabalho: na resposta a uma submissão, e com `include=result`; de outro modo null.',
  'Which product solves it; needs the grant of the mode.': 'Que produto o resolve; precisa da permissão do modo.',
  'Execution profile, see GET /v1/profiles.': 'Perfil de execução, ver GET /v1/profiles.',
  'A name for lists.': 'Um nome para listas.',
  'At most 16 entries of your own, kept with the job.': 'No máximo 16 entradas suas, guardadas com o trabalho.',
  'Milliseconds from now after which the job expires, time in the queue included.':
    'Milissegundos a partir de agora ao fim dos quais o trabalho expira, incluindo o tempo em fila.',
  'A page of jobs: without results, but with the answer of each in short.':
    'Uma página de trabalhos: sem resultados, mas com a resposta de cada um em resumo.',
  'Only jobs with this label.': 'Só trabalhos com esta etiqueta.',
  'How far a job is.': 'Até onde vai um trabalho.',
  'With `job.progress` only.': 'Só com `job.progress`.',
  'How many.': 'Quantos.',
  'The files a job made.': 'Os ficheiros que um trabalho fez.',
  'Ids of the first rules that decided.': 'Ids das primeiras regras que decidiram.',
  'The answer in a word of the mode; null where there is no single one.':
    'A resposta numa palavra do modo; null onde não há uma só.',
  'Why, as a word that never changes.': 'Porquê, numa palavra que nunca muda.',
  'The tool the answer is about.': 'A ferramenta a que a resposta se refere.',
  'Where there is no single answer: how many there are of each kind.':
    'Onde não há uma só resposta: quantas há de cada tipo.',
  'The answer of a job in short.': 'A resposta de um trabalho em resumo.',
  'The answer in short, in lists too; null until the job has succeeded, and of a mode that gives none.':
    'A resposta em resumo, também em listas; null até o trabalho ter êxito, e num modo que não a dá.',
  'The job.': 'O trabalho.',
  'The job with its result inline, or the artefact with a result too large for that; null without one.':
    'O trabalho com o resultado na resposta, ou o artefacto com um resultado grande demais para isso; null sem resultado.',
  'Its event stream.': 'O seu fluxo de eventos.',
  'The list of its artefacts.': 'A lista dos seus artefactos.',
  'Paths to a job and to what belongs to it.': 'Caminhos para um trabalho e para o que lhe pertence.',
  'State of a job. `succeeded` means the question was answered, also when the answer is unwelcome or `unknown`; `failed` is the fault of the service and is not charged; `expired` is the deadline.':
    'Estado de um trabalho. `succeeded` quer dizer que a pergunta foi respondida, mesmo que a resposta seja indesejada ou `unknown`; `failed` é culpa do serviço e não é cobrado; `expired` é o prazo.',
  'Where a queued job is; not in lists.': 'Onde está um trabalho em fila; não em listas.',
  'Units held at the submission.': 'Unidades reservadas na submissão.',
  'What a job costs.': 'O que um trabalho custa.',
  'What is told of the request of a job.': 'O que se diz do pedido de um trabalho.',
  'What happened.': 'O que aconteceu.',
  'Why a job failed.': 'Porque é que um trabalho falhou.',
  'Why the job failed; null when it did not.': 'Porque é que o trabalho falhou; null quando não falhou.',
  '`internal`, `worker_lost`, `secret_unavailable`, `storage_full`, `engine_unavailable`, `solver_crashed`, `solver_memory` or `solver_time` (the budget of its profile was used up), or a problem of the mode.':
    '`internal`, `worker_lost`, `secret_unavailable`, `storage_full`, `engine_unavailable`, `solver_crashed`, `solver_memory` ou `solver_time` (o orçamento do seu perfil esgotou-se), ou um problema do modo.',
};
