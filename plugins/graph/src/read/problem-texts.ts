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
  graph_text_empty: { en: 'It is empty.', pt: 'Está vazio.' },
  graph_text_too_large: {
    en: 'Too large: at most {limit} ({what}).',
    pt: 'Grande demais: no máximo {limit} ({what}).',
  },
  graph_text_too_deep: { en: 'Nested deeper than {limit}.', pt: 'Mais de {limit} níveis.' },
  graph_text_syntax: { en: 'Not valid {form}: {reason}', pt: '{form} inválido: {reason}' },
  graph_key_doubled: {
    en: '`{key}` occurs twice in one object; programs differ in which one they take.',
    pt: '`{key}` ocorre duas vezes num objeto; os programas não concordam em qual tomar.',
  },
  graph_yaml_key: { en: 'A key must be a single value.', pt: 'Uma chave tem de ser um valor simples.' },
  graph_yaml_tag: { en: 'The tag {tag} is not accepted.', pt: 'A etiqueta {tag} não é aceite.' },
  graph_yaml_directive: {
    en: 'The directive {directive} is not accepted.',
    pt: 'A diretiva {directive} não é aceite.',
  },
  graph_yaml_documents: { en: 'There is more than one document.', pt: 'Há mais de um documento.' },
  graph_yaml_merge: {
    en: '`<<` merges for some programs and is a key for others; write the members out.',
    pt: '`<<` funde em alguns programas e é uma chave noutros; escreva os membros por extenso.',
  },
  graph_yaml_alias: {
    en: 'The alias {alias} refers to nothing, or to something that contains it.',
    pt: 'O alias {alias} não se refere a nada, ou refere-se a algo que o contém.',
  },
  graph_xml_doctype: { en: 'A document type is not accepted.', pt: 'Um tipo de documento não é aceite.' },
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
    en: 'There is no node where a run begins.',
    pt: 'Não há nó em que uma execução comece.',
  },
  graph_start_doubled: {
    en: 'A run begins at `{id}`, and at `{first}` too.',
    pt: 'Uma execução começa em `{id}`, e também em `{first}`.',
  },
  graph_too_large: { en: 'At most {limit} {what}.', pt: 'No máximo {limit} {what}.' },
  graph_format_unknown: {
    en: 'This is none of the formats that can be read: {formats}. Name its format in `format`.',
    pt: 'Isto não é nenhum dos formatos que se podem ler: {formats}. Indique o formato em `format`.',
  },
  graph_format_ambiguous: {
    en: 'This may be {candidates}. Name its format in `format`.',
    pt: 'Isto pode ser {candidates}. Indique o formato em `format`.',
  },
  graph_not_verifiable: {
    en: 'This {format} document has nothing to verify: {why}.',
    pt: 'Este documento {format} não tem nada para verificar: {why}.',
  },
  graph_line_unread: { en: 'This line cannot be read: {line}', pt: 'Esta linha não se pode ler: {line}' },
  graph_trace_syntax: { en: 'This line is not valid JSON.', pt: 'Esta linha não é JSON válido.' },
  graph_trace_shape: { en: 'Expected {expected}, found {found}.', pt: 'Esperado {expected}, encontrado {found}.' },
  graph_trace_too_large: { en: 'At most {limit} {what}.', pt: 'No máximo {limit} {what}.' },
  graph_trace_unknown: {
    en: 'This is neither OTLP JSON with `resourceSpans` nor a LangSmith run with `run_type`: {found}.',
    pt: 'Isto não é OTLP JSON com `resourceSpans` nem uma execução do LangSmith com `run_type`: {found}.',
  },
  graph_assume_unknown: {
    en: 'There is nothing called `{name}` to assume this about.{nearest? Is it `{nearest}`?}',
    pt: 'Não existe nada chamado `{name}` de que supor isto.{nearest? Será `{nearest}`?}',
  },
  graph_assume_idle: {
    en: 'This would change nothing about `{name}`.',
    pt: 'Isto não mudaria nada em `{name}`.',
  },
  graph_assume_doubled: { en: 'This is assumed already, at {first}.', pt: 'Isto já está suposto, em {first}.' },
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
