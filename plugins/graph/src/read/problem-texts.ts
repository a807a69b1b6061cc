import type { Words } from '@ostiary/report';
import type { TextProblemSlug } from '../gate/index.js';
import type { AssumeProblemSlug, ReadProblem, TraceProblemSlug } from '../model/index.js';
import type { ReadProblemSlug } from './source/problems.js';

/** Why a document is refused, in both languages. `{name}` stands for a parameter, `{nearest?...}` for what is said when there is one. */
export const PROBLEM_TEXTS: Readonly<
  Record<TextProblemSlug | ReadProblemSlug | AssumeProblemSlug | TraceProblemSlug, Words>
> = {
  graph_text_encoding: {
    en: 'The text is not valid UTF-8: {encoding}.',
    pt: 'O texto não é UTF-8 válido: {encoding}.',
  },
  graph_text_empty: { en: 'There is nothing in it.', pt: 'Não contém nada.' },
  graph_text_too_large: {
    en: 'Too large: at most {limit} ({what}).',
    pt: 'Grande demais: no máximo {limit} ({what}).',
  },
  graph_text_too_deep: { en: 'Nested deeper than {limit}.', pt: 'Mais de {limit} níveis.' },
  graph_text_syntax: { en: 'Not valid {form}: {reason}', pt: '{form} inválido: {reason}' },
  graph_key_doubled: {
    en: '`{key}` stands twice in one object; programs differ in which one they take.',
    pt: '`{key}` está duas vezes num objeto; os programas não concordam em qual tomar.',
  },
  graph_yaml_key: { en: 'A key must be a single value.', pt: 'Uma chave tem de ser um valor simples.' },
  graph_yaml_tag: { en: 'The tag {tag} is not taken.', pt: 'A etiqueta {tag} não é aceite.' },
  graph_yaml_directive: { en: 'The directive {directive} is not taken.', pt: 'A diretiva {directive} não é aceite.' },
  graph_yaml_documents: { en: 'There is more than one document.', pt: 'Há mais de um documento.' },
  graph_yaml_merge: {
    en: '`<<` merges for some programs and is a key for others; write the members out.',
    pt: '`<<` funde em alguns programas e é uma chave noutros; escreva os membros por extenso.',
  },
  graph_yaml_alias: {
    en: 'The alias {alias} stands for nothing, or for what it is in.',
    pt: 'O alias {alias} não representa nada, ou representa aquilo em que está.',
  },
  graph_xml_doctype: { en: 'A document type is not taken.', pt: 'Um tipo de documento não é aceite.' },
  graph_value: { en: 'Expected {expected}, found {found}.', pt: 'Esperado {expected}, encontrado {found}.' },
  graph_bounds: { en: 'Expected {expected}, found {found}.', pt: 'Esperado {expected}, encontrado {found}.' },
  graph_field_unknown: {
    en: '`{field}` is not known here.{nearest? Is it `{nearest}`?}',
    pt: '`{field}` não é conhecido aqui.{nearest? Será `{nearest}`?}',
  },
  graph_field_missing: { en: '`{field}` is missing.', pt: 'Falta `{field}`.' },
  graph_field_misplaced: { en: '`{field}` does not belong here: {why}.', pt: '`{field}` não pertence aqui: {why}.' },
  graph_id_doubled: { en: '`{id}` is there already, at {first}.', pt: '`{id}` já existe, em {first}.' },
  graph_reference_dangling: {
    en: 'There is no node `{id}`.{nearest? Is it `{nearest}`?}',
    pt: 'Não existe o nó `{id}`.{nearest? Será `{nearest}`?}',
  },
  graph_start_missing: {
    en: 'There is no node at which a run begins.',
    pt: 'Não há nó em que uma execução comece.',
  },
  graph_start_doubled: {
    en: 'A run begins at `{id}`, and at `{first}` too.',
    pt: 'Uma execução começa em `{id}`, e também em `{first}`.',
  },
  graph_too_large: { en: 'At most {limit} {what}.', pt: 'No máximo {limit} {what}.' },
  graph_format_unknown: {
    en: 'This is no format that is read: {formats}. Say with `format` which it is.',
    pt: 'Este não é um formato que se lê: {formats}. Diga com `format` qual é.',
  },
  graph_format_ambiguous: {
    en: 'This may be {candidates}. Say with `format` which it is.',
    pt: 'Isto pode ser {candidates}. Diga com `format` qual é.',
  },
  graph_not_verifiable: { en: 'Nothing of {format} to verify: {why}.', pt: 'Nada de {format} para verificar: {why}.' },
  graph_line_unread: { en: 'This line is not read: {line}', pt: 'Esta linha não se lê: {line}' },
  graph_trace_syntax: { en: 'This line is not valid JSON.', pt: 'Esta linha não é JSON válido.' },
  graph_trace_shape: { en: 'Expected {expected}, found {found}.', pt: 'Esperado {expected}, encontrado {found}.' },
  graph_trace_too_large: { en: 'At most {limit} {what}.', pt: 'No máximo {limit} {what}.' },
  graph_trace_unknown: {
    en: 'This is neither OTLP JSON with `resourceSpans` nor a LangSmith run with `run_type`: {found}.',
    pt: 'Isto não é OTLP JSON com `resourceSpans` nem uma execução do LangSmith com `run_type`: {found}.',
  },
  graph_assume_unknown: {
    en: 'There is nothing called `{name}` that this could be about.{nearest? Is it `{nearest}`?}',
    pt: 'Não existe nada chamado `{name}` de que isto pudesse tratar.{nearest? Será `{nearest}`?}',
  },
  graph_assume_idle: {
    en: 'There is nothing of `{name}` that this would change.',
    pt: 'Não há nada de `{name}` que isto mudasse.',
  },
  graph_assume_doubled: { en: 'The same is said already, at {first}.', pt: 'O mesmo já está dito, em {first}.' },
  graph_binding_unknown: {
    en: '`bindings` names a node `{node}` that the graph does not have.{nearest? Is it `{nearest}`?}',
    pt: '`bindings` indica um nó `{node}` que o grafo não tem.{nearest? Será `{nearest}`?}',
  },
};

/** The sentence of a problem, with its parameters. */
export function problemText({ slug, params }: ReadProblem): Words {
  const text = Object.hasOwn(PROBLEM_TEXTS, slug) ? PROBLEM_TEXTS[slug as ReadProblemSlug] : { en: slug, pt: slug };
  return { en: filled(text.en, params), pt: filled(text.pt, params) };
}

function filled(text: string, params: ReadProblem['params']): string {
  return text
    .replaceAll(/\{(\w+)\?((?:[^{}]|\{\w+\})*)\}/g, (_, name: string, said: string) =>
      Object.hasOwn(params, name) ? said : '',
    )
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}
