/** Portuguese for the texts of this package in the contract; every plugin that takes its fields brings it. */
export const policyModesPt: Readonly<Record<string, string>> = {
  'What to do with a call.': 'O que fazer com uma chamada.',
  'Inline.': 'No próprio pedido.',
  'The policy as text. Its dialect is the one its header names, or else 2.':
    'A política como texto. O dialeto é o que o cabeçalho indica, ou então o 2.',
  'The dialect to read the text in. It must not contradict the header of the text.':
    'O dialeto em que o texto é lido. Não pode contradizer o cabeçalho do texto.',
  'The tools a call may name, in a file or inline: our own form, an MCP tools/list answer, OpenAI, LangChain or Vercel AI tool definitions, an OpenAPI 3.0 or 3.1 document, or any of these as `document` beside `overrides`. Without it, types are inferred from the policy.':
    'As ferramentas que uma chamada pode nomear, num ficheiro ou no próprio pedido: a nossa forma, uma resposta MCP tools/list, definições de ferramentas OpenAI, LangChain ou Vercel AI, um documento OpenAPI 3.0 ou 3.1, ou qualquer delas como `document` ao lado de `overrides`. Sem ele, os tipos são inferidos da política.',
  'Language of the texts in the result; absent: that of `Accept-Language`.':
    'Língua dos textos do resultado; ausente: a de `Accept-Language`.',
  'The policy that was used.': 'A política que foi usada.',
  'SHA-256 of dialect and text; the policy version that confirmations are bound to.':
    'SHA-256 do dialeto e do texto; a versão da política a que as confirmações estão presas.',
  'The dialect the text was read in.': 'O dialeto em que o texto foi lido.',
  'The name in its header.': 'O nome no seu cabeçalho.',
  'How many rules it has.': 'Quantas regras tem.',
  'SHA-256 of the catalogue as it was read; null without one.':
    'SHA-256 do catálogo tal como foi lido; null quando não há.',
  'What is odd about the policy or the catalogue, though it can be used.':
    'O que há de estranho na política ou no catálogo, embora possam ser usados.',
  'Stable code of the warning.': 'Código estável do aviso.',
  'What it is about.': 'De que se trata.',
  'What to do about it.': 'O que fazer.',
  'JSON pointer into the request.': 'Ponteiro JSON para dentro do pedido.',
  'Line in the policy text; null when it is about the catalogue.':
    'Linha no texto da política; null quando diz respeito ao catálogo.',
  'Column in the policy text.': 'Coluna no texto da política.',
  'A language of the service.': 'Uma língua do serviço.',
  'A policy with the dialect it is to be read in.': 'Uma política com o dialeto em que deve ser lida.',
  'A version of the policy language.': 'Uma versão da linguagem de políticas.',
  'What is odd about a policy or a catalogue.': 'O que há de estranho numa política ou num catálogo.',
};
