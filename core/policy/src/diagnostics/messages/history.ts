import { error, warning } from '../declare.js';

/** Events, windows, keys, counts and sums. */
export const history = {
  event_field_unknown: error(
    '`{tool}` has no argument `{field}`',
    '`{tool}` não tem o argumento `{field}`',
    'nearest names: {nearest}',
    'nomes mais próximos: {nearest}',
  ),
  event_class_empty: error(
    'no tool is in class `@{name}`, so there are no such events',
    'nenhuma ferramenta está na classe `@{name}`, logo não há tais eventos',
  ),
  event_field_repeated: error('the field `{field}` is named twice', 'o campo `{field}` aparece duas vezes'),
  event_field_types: error(
    '`{field}` is {left} of `{first}` and {right} of `{second}`',
    '`{field}` é {left} em `{first}` e {right} em `{second}`',
    'write one condition for each of the tools',
    'escreva uma condição para cada ferramenta',
  ),
  history_key_unknown: error(
    '`{key}` cannot tell callers apart',
    '`{key}` não distingue quem chama',
    'use `by principal`, `by session`, `by customer`, `by args.<name>`, or `by anyone` for the calls of all',
    'use `by principal`, `by session`, `by customer`, `by args.<nome>`, ou `by anyone` para as chamadas de todos',
  ),
  window_empty: warning(
    'a window of no length sees only events of this very instant',
    'uma janela sem duração só vê eventos deste mesmo instante',
  ),
  sum_field_type: error(
    '`{field}` is {type}, which does not add up',
    '`{field}` é {type}, que não se soma',
    'sums are of money, numbers or durations',
    'somam-se dinheiro, números ou durações',
  ),
  sum_currency: error(
    'the sum is in {field}, its bound in {bound}',
    'a soma é em {field}, o limite em {bound}',
    'name one currency on both sides',
    'use a mesma moeda nos dois lados',
  ),
  sum_including_this: error(
    '`including this` needs `{field}` on the call, and {tools} has no such argument',
    '`including this` precisa de `{field}` na chamada, e {tools} não tem esse argumento',
  ),
  cap_scope: warning(
    'the rule is also about {tools}, whose calls this does not count',
    'a regra também é sobre {tools}, cujas chamadas isto não conta',
    'what is limited can be split over the tools; name them all, e.g. `[a, b].{state}`',
    'o que é limitado pode ser repartido pelas ferramentas; indique todas, p. ex. `[a, b].{state}`',
  ),
  count_bound: error(
    'a count is compared with a whole number, not with `{literal}`',
    'uma contagem compara-se com um número inteiro, não com `{literal}`',
  ),
  count_constant: warning(
    'a count is never negative, so this is always {result}',
    'uma contagem nunca é negativa, logo isto é sempre {result}',
  ),
};
