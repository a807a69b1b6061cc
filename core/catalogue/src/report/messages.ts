/** Every problem a reader can report, in both languages of the service. `{name}` stands for a parameter. */
export const CATALOGUE_MESSAGES = {
  wrong_type: { en: 'expected {expected}, found {found}', pt: 'esperado {expected}, encontrado {found}' },
  field_missing: { en: '`{field}` is missing', pt: 'falta `{field}`' },
  field_unknown: {
    en: '`{field}` is not known here; known: {known}',
    pt: '`{field}` não é conhecido aqui; conhecidos: {known}',
  },
  value_invalid: { en: '`{value}` is not {expected}', pt: '`{value}` não é {expected}' },
  range_empty: {
    en: 'the lower bound {min} is above the upper bound {max}',
    pt: 'o limite inferior {min} está acima do superior {max}',
  },
  enum_empty: {
    en: 'the set of values is empty: no call could be well formed',
    pt: 'o conjunto de valores está vazio: nenhuma chamada poderia ser bem formada',
  },
  enum_unfit: {
    en: 'no value of `enum` is of type `{type}`: the set is ignored, and more values count as well formed',
    pt: 'nenhum valor de `enum` é do tipo `{type}`: o conjunto é ignorado, e mais valores contam como bem formados',
  },
  name_invalid: { en: '`{name}` cannot be a name: {why}', pt: '`{name}` não pode ser um nome: {why}' },
  name_reserved: { en: '`{name}` is reserved and cannot be a name', pt: '`{name}` é reservado e não pode ser um nome' },
  tool_duplicate: {
    en: 'tool `{name}` is already defined at {other}',
    pt: 'a ferramenta `{name}` já está definida em {other}',
  },
  tool_confusable: {
    en: 'tool `{name}` looks like `{like}` at {other}',
    pt: 'a ferramenta `{name}` parece `{like}` em {other}',
  },
  tool_mixed_scripts: {
    en: 'tool `{name}` mixes scripts: {scripts}',
    pt: 'a ferramenta `{name}` mistura escritas: {scripts}',
  },
  tool_name_made: {
    en: 'no usable operationId: the tool is named `{name}`',
    pt: 'sem operationId utilizável: a ferramenta chama-se `{name}`',
  },
  tool_skipped: {
    en: 'not a function tool (`{type}`): left out, so every call of it is refused',
    pt: 'não é uma ferramenta de função (`{type}`): fica de fora, por isso toda chamada é recusada',
  },
  tools_empty: { en: 'there are no tools', pt: 'não há ferramentas' },
  tools_unclassified: {
    en: 'tools without classes, taken as `write`: {count}',
    pt: 'ferramentas sem classes, tomadas como `write`: {count}',
  },
  hint_not_believed: {
    en: '`{hint}` is only a hint: it cannot make a call less strict, so the tool stays `write`',
    pt: '`{hint}` é só uma indicação: não pode tornar uma chamada menos estrita, e a ferramenta continua `write`',
  },
  list_incomplete: {
    en: 'the list goes on (nextCursor): tools of the other pages are refused',
    pt: 'a lista continua (nextCursor): as ferramentas das outras páginas são recusadas',
  },
  override_unknown: { en: 'no tool is named `{name}`', pt: 'nenhuma ferramenta se chama `{name}`' },
  override_argument_unknown: {
    en: 'no argument is at `{path}`; known there: {known}',
    pt: 'nenhum argumento está em `{path}`; conhecidos ali: {known}',
  },
  override_unfit: {
    en: '`{member}` does not go with `{type}`, which is what the document says it is',
    pt: '`{member}` não combina com `{type}`, que é o que o documento diz',
  },
  override_alone: {
    en: '`{member}` stands alone: nothing else is stated beside it',
    pt: '`{member}` fica sozinho: nada mais se indica ao lado',
  },
  group_cycle: {
    en: 'the group `{group}` lies in itself',
    pt: 'o grupo `{group}` está contido em si mesmo',
  },
  count_invalid: {
    en: '{count} where {least} to {most} are taken',
    pt: '{count} onde se aceitam de {least} a {most}',
  },
  too_many_guarded: {
    en: 'checks and confirmations guard more than {limit} tools in all',
    pt: 'as verificações e confirmações guardam mais de {limit} ferramentas no total',
  },
  role_tool_unknown: { en: 'no tool is named `{name}`', pt: 'nenhuma ferramenta se chama `{name}`' },
  role_argument_unknown: {
    en: '`{tool}` has no argument `{name}`; known: {known}',
    pt: '`{tool}` não tem o argumento `{name}`; conhecidos: {known}',
  },
  role_arguments_unlike: {
    en: '`{guarded}` of `{tool}` is of type `{type}` and `{name}` of type `{other}`: they never have the same value',
    pt: '`{guarded}` de `{tool}` é do tipo `{type}` e `{name}` do tipo `{other}`: nunca têm o mesmo valor',
  },
  role_of_itself: {
    en: '`{name}` cannot check, confirm or undo itself',
    pt: '`{name}` não se pode verificar, confirmar ou desfazer a si mesma',
  },
  check_cycle: {
    en: '`{name}` waits for its own check, over {over}: no run could call any of them',
    pt: '`{name}` espera pela sua própria verificação, através de {over}: nenhuma execução as poderia chamar',
  },
  check_always_passes: {
    en: 'a check that passes by not failing cannot be `infallible`: it would check nothing',
    pt: 'uma verificação que passa por não falhar não pode ser `infallible`: não verificaria nada',
  },
  classes_contradict: {
    en: '`{one}` and `{other}` cannot both hold of `{tool}`: {why}',
    pt: '`{one}` e `{other}` não podem valer ambas para `{tool}`: {why}',
  },
  compensates_read: {
    en: '`{name}` changes nothing: there is nothing to undo',
    pt: '`{name}` não muda nada: não há nada a desfazer',
  },
  compensates_compensation: {
    en: '`{name}` itself undoes another tool: what is undone is a step, not a compensation',
    pt: '`{name}` desfaz ela própria outra ferramenta: desfaz-se um passo, não uma compensação',
  },
  compensates_irreversible: {
    en: '`{name}` is `irreversible` and has a compensation: one of the two is not so',
    pt: '`{name}` é `irreversible` e tem uma compensação: uma das duas coisas não é assim',
  },
  role_not_believed: {
    en: '`{role}` makes a rule easier to keep, and a server nobody vouches for says so: state it in `overrides`',
    pt: '`{role}` torna uma regra mais fácil de cumprir, e quem o diz é um servidor por quem ninguém responde: indique-o em `overrides`',
  },
  too_many_tools: { en: '{count} tools, at most {limit}', pt: '{count} ferramentas, no máximo {limit}' },
  too_deep: { en: 'nested deeper than {limit}', pt: 'aninhado além de {limit}' },
  too_large: {
    en: 'more than {limit} types, after references are followed',
    pt: 'mais de {limit} tipos, depois de seguidas as referências',
  },
  warnings_cut: { en: '{count} further warnings are not shown', pt: 'mais {count} avisos não são mostrados' },
  format_unknown: {
    en: 'not a catalogue in any known form: {known}',
    pt: 'não é um catálogo em nenhuma forma conhecida: {known}',
  },
  form_zod: {
    en: 'this is an object of Zod as a program holds it, not JSON Schema; send what `z.toJSONSchema(schema)` gives (in Zod 3: the package zod-to-json-schema)',
    pt: 'isto é um objeto do Zod tal como um programa o tem, não JSON Schema; envie o que `z.toJSONSchema(schema)` dá (no Zod 3: o pacote zod-to-json-schema)',
  },
  form_langchain: {
    en: 'this is an object of LangChain as a program holds it; send what `convertToOpenAITool(tool)` gives (in Python: `convert_to_openai_tool(tool)`)',
    pt: 'isto é um objeto do LangChain tal como um programa o tem; envie o que `convertToOpenAITool(tool)` dá (em Python: `convert_to_openai_tool(tool)`)',
  },
  form_text: {
    en: 'this is text; a catalogue is the JSON itself, not JSON or YAML in quotes',
    pt: 'isto é texto; um catálogo é o próprio JSON, não JSON ou YAML entre aspas',
  },
  form_names: {
    en: 'this is only a name; a tool is an object with its arguments: `{"name": "...", "parameters": {"type": "object", "properties": {...}}}`',
    pt: 'isto é só um nome; uma ferramenta é um objeto com os seus argumentos: `{"name": "...", "parameters": {"type": "object", "properties": {...}}}`',
  },
  form_mcp_config: {
    en: 'this says how MCP servers are started, not what tools they have; send what a server answers to `tools/list`',
    pt: 'isto diz como se iniciam servidores MCP, não que ferramentas têm; envie o que um servidor responde a `tools/list`',
  },
  form_schema: {
    en: 'this is the schema of one set of arguments; give the tool its name: `{"name": "...", "parameters": <this schema>}`',
    pt: 'isto é o esquema dos argumentos de uma ferramenta; dê-lhe o nome: `{"name": "...", "parameters": <este esquema>}`',
  },
  form_gemini: {
    en: 'this is a declaration for the API of Gemini; send the list under `functionDeclarations` itself, with each `type` in small letters',
    pt: 'isto é uma declaração para a API do Gemini; envie só a lista em `functionDeclarations`, com cada `type` em minúsculas',
  },
  form_bedrock: {
    en: 'this is a declaration for Amazon Bedrock; send for each tool `{"name", "description", "input_schema"}` with what stands under `inputSchema.json`',
    pt: 'isto é uma declaração para o Amazon Bedrock; envie para cada ferramenta `{"name", "description", "input_schema"}` com o que está em `inputSchema.json`',
  },
  schema_text: {
    en: 'this is text where a JSON Schema is expected; from a Pydantic model send what `Model.model_json_schema()` gives',
    pt: 'isto é texto onde se espera um JSON Schema; de um modelo Pydantic envie o que `Model.model_json_schema()` dá',
  },
  openapi_version: {
    en: 'OpenAPI {version} is not read; 3.0 and 3.1 are',
    pt: 'OpenAPI {version} não é lido; 3.0 e 3.1 são',
  },
  ref_unresolved: { en: '`{ref}` leads nowhere in this document', pt: '`{ref}` não leva a nada neste documento' },
  ref_external: {
    en: '`{ref}` lies outside this document and is not followed',
    pt: '`{ref}` está fora deste documento e não é seguido',
  },
  ref_cycle: {
    en: '`{ref}` contains itself, so any value is allowed',
    pt: '`{ref}` contém-se a si mesmo, por isso qualquer valor é permitido',
  },
  schema_any: {
    en: 'this schema allows any value: a policy can only test its presence',
    pt: 'este esquema permite qualquer valor: uma política só pode testar a sua presença',
  },
  schema_inexpressible: {
    en: '`{keyword}` cannot be expressed here, so any value is allowed',
    pt: '`{keyword}` não pode ser expresso aqui, por isso qualquer valor é permitido',
  },
  schema_never: {
    en: 'this schema allows no value: the field is left out',
    pt: 'este esquema não permite valor algum: o campo fica de fora',
  },
  schema_conflict: {
    en: 'the parts of `{keyword}` have no common type, so any value is allowed',
    pt: 'as partes de `{keyword}` não têm tipo comum, por isso qualquer valor é permitido',
  },
  union_widened: {
    en: 'the alternatives of `{keyword}` are merged into one type that allows more',
    pt: 'as alternativas de `{keyword}` são unidas num tipo que permite mais',
  },
  constraint_ignored: {
    en: '`{keyword}` is not part of the model: more values count as well formed',
    pt: '`{keyword}` não faz parte do modelo: mais valores contam como bem formados',
  },
  null_item: {
    en: 'an item may be null in the source; here a null item is ill typed',
    pt: 'um item pode ser nulo na fonte; aqui um item nulo é mal tipado',
  },
  argument_renamed: {
    en: 'another argument is named `{name}`: this one becomes `{other}`',
    pt: 'outro argumento chama-se `{name}`: este passa a ser `{other}`',
  },
  money_currency: {
    en: 'a bare number needs `currency` or `currencyFrom` to be money',
    pt: 'um número simples precisa de `currency` ou `currencyFrom` para ser dinheiro',
  },
  currency_from_unknown: {
    en: '`currencyFrom` names `{field}`, which is not a string field beside it',
    pt: '`currencyFrom` nomeia `{field}`, que não é um campo de texto ao lado',
  },
} as const satisfies Record<string, { en: string; pt: string }>;

export type CatalogueSlug = keyof typeof CATALOGUE_MESSAGES;
export type MessageParams = Readonly<Record<string, string | number>>;

/** The text of a problem in one language, its parameters filled in. */
export function catalogueMessage(slug: CatalogueSlug, params: MessageParams, language: 'en' | 'pt' = 'en'): string {
  return CATALOGUE_MESSAGES[slug][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return whole;
    return OWN_WORDS.has(name) ? String(value) : shorten(String(value));
  });
}

/** Parameters that are the reader's own words, given whole. */
const OWN_WORDS: ReadonlySet<string> = new Set(['known', 'expected']);

/** Messages never echo more than 80 characters of the customer's input. */
function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
