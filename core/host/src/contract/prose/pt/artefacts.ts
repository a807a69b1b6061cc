/** Artefacts: listing, download, log of reads. */
export const ARTEFACTS_PT: Readonly<Record<string, string>> = {
  'Download an artefact': 'Descarregar um artefacto',
  'The bytes, with a strong ETag (the sha256) and `Repr-Digest`. One byte range can be asked for; any other Range is answered with the whole. Every read is logged.':
    'Os bytes, com um ETag forte (o sha256) e `Repr-Digest`. Pode pedir-se um intervalo de bytes; a qualquer outro Range responde-se com o todo. Cada leitura fica registada.',
  'The whole content.': 'Todo o conteúdo.',
  'The byte range asked for.': 'O intervalo de bytes pedido.',
  "The artefact is unknown, the id malformed, the artefact another account's, or its record was dropped.":
    'O artefacto é desconhecido, o id está mal formado, o artefacto é de outra conta, ou a sua ficha já foi eliminada.',
  'Its retention has ended. The record and the log of its reads can still be read.':
    'O prazo de retenção terminou. A ficha e o registo das leituras ainda podem ser lidos.',
  'Who has read an artefact': 'Quem leu um artefacto',
  'Also of an expired one.': 'Também de um expirado.',
  'Entries in a page.': 'Entradas por página.',
  'Reads of the artefact, newest first.': 'Leituras do artefacto, da mais recente para a mais antiga.',
  'Reads of an artefact, newest first.': 'Leituras de um artefacto, da mais recente para a mais antiga.',
  "List a job's artefacts": 'Listar os artefactos de um trabalho',
  'Expired ones stay in the list.': 'Os expirados ficam na lista.',
  'All artefacts of the job, oldest first; none yet is an empty list.':
    'Todos os artefactos do trabalho, do mais antigo para o mais recente; enquanto não há nenhum, uma lista vazia.',
  'Id of the artefact: `art_` and a ULID.': 'Id do artefacto: `art_` e um ULID.',
  'The job that made it.': 'O trabalho que o fez.',
  'File name.': 'Nome do ficheiro.',
  'Bytes.': 'Em bytes.',
  'Of the bytes, hex.': 'Dos bytes, em hexadecimal.',
  'Of an expired artefact the bytes are gone; this record and the log of its reads stay as long as `retention` of the account says.':
    'De um artefacto expirado já não há os bytes; esta ficha e o registo das leituras ficam o tempo que `retention` da conta disser.',
  'Id of the artefact.': 'Id do artefacto.',
  'One byte range, e.g. `bytes=0-99`.': 'Um intervalo de bytes, p. ex. `bytes=0-99`.',
  'The ETag that the range is meant for; with any other the whole is answered.':
    'O ETag a que o intervalo se refere; com qualquer outro responde-se com o todo.',
  'The range, and the size of the whole.': 'O intervalo, e o tamanho do todo.',
  'The name of the file.': 'O nome do ficheiro.',
  'The sha256 of the whole content, quoted.': 'O sha256 de todo o conteúdo, entre aspas.',
  'Always `bytes`.': 'Sempre `bytes`.',
  'Digest of the whole content (RFC 9530).': 'Resumo criptográfico de todo o conteúdo (RFC 9530).',
  'Downloads begun.': 'Descarregamentos começados.',
  'A file a job made.': 'Um ficheiro que um trabalho fez.',
  'Artefacts of a job, oldest first.': 'Artefactos de um trabalho, do mais antigo para o mais recente.',
  'The network the request came from: /24 of IPv4, /48 of IPv6.':
    'A rede de onde veio o pedido: /24 em IPv4, /48 em IPv6.',
  'The byte range answered, e.g. `0-99`; null: the whole.':
    'O intervalo de bytes respondido, p. ex. `0-99`; null: o todo.',
  'One read of an artefact.': 'Uma leitura de um artefacto.',
  'How a read ended. `started`: on its way, or the server was lost while it sent.':
    'Como terminou uma leitura. `started`: a caminho, ou o servidor perdeu-se enquanto enviava.',
  'Its bytes.': 'Os seus bytes.',
  'Who has read it.': 'Quem o leu.',
  'Paths to an artefact and to what belongs to it.': 'Caminhos para um artefacto e para o que lhe pertence.',
  "The key lacks the grant of the job's mode, or a further one that the mode asks for files of this kind; or the account is suspended.":
    'A chave não tem a permissão do modo do trabalho, ou outra que o modo pede para ficheiros deste tipo; ou a conta está suspensa.',
  'What it is, in a word: `report`, `sarif`, `junit`, `findings`, `policy`, `rulebook`, `witness`, `proof`, `log`, `csv`, `jsonl`, `result` (the result of a job, too large to be inline), or a word of the mode.':
    'O que é, numa palavra: `report`, `sarif`, `junit`, `findings`, `policy`, `rulebook`, `witness`, `proof`, `log`, `csv`, `jsonl`, `result` (o resultado de um trabalho, grande demais para vir na resposta), ou uma palavra do modo.',
  'By whom it is vouched for; null of artefacts older than signatures.':
    'Quem responde por ele; null em artefactos anteriores às assinaturas.',
  'Id of the key.': 'Id da chave.',
  'The signature, base64.': 'A assinatura, em base64.',
  'Signature over the text `artifact/<id>/<sha256>`. GET /v1/version has the public keys of this service.':
    'Assinatura do texto `artifact/<id>/<sha256>`. GET /v1/version tem as chaves públicas deste serviço.',
  '`kid=<key>;sig=:<base64>:`: Ed25519 over the text `artifact/<id>/<sha256>`.':
    '`kid=<chave>;sig=:<base64>:`: Ed25519 sobre o texto `artifact/<id>/<sha256>`.',
};
