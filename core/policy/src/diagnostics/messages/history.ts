import { declare } from '../declare.js';

/** Events, windows, keys, counts and sums. */
export const history = declare({
  event_field_unknown: {
    severity: 'error',
    message: { en: '`{tool}` has no argument `{field}`', pt: '`{tool}` não tem o argumento `{field}`' },
    hint: { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  },
  event_field_repeated: {
    severity: 'error',
    message: { en: 'the field `{field}` is named twice', pt: 'o campo `{field}` aparece duas vezes' },
    hint: null,
  },
  history_key_unknown: {
    severity: 'error',
    message: { en: '`{key}` cannot tell callers apart', pt: '`{key}` não distingue quem chama' },
    hint: {
      en: 'use `by principal`, `by session`, `by customer` or `by args.<name>`',
      pt: 'use `by principal`, `by session`, `by customer` ou `by args.<nome>`',
    },
  },
  window_empty: {
    severity: 'warning',
    message: {
      en: 'a window of no length sees only events of this very instant',
      pt: 'uma janela sem duração só vê eventos deste mesmo instante',
    },
    hint: null,
  },
  sum_field_type: {
    severity: 'error',
    message: { en: '`{field}` is {type}, which does not add up', pt: '`{field}` é {type}, que não se soma' },
    hint: { en: 'sums are of money, numbers or durations', pt: 'somam-se dinheiro, números ou durações' },
  },
  sum_currency: {
    severity: 'error',
    message: { en: 'the sum is in {field}, its bound in {bound}', pt: 'a soma é em {field}, o limite em {bound}' },
    hint: { en: 'name one currency on both sides', pt: 'use a mesma moeda nos dois lados' },
  },
  sum_including_this: {
    severity: 'error',
    message: {
      en: '`including this` needs `{field}` on the call, and {tools} has no such argument',
      pt: '`including this` precisa de `{field}` na chamada, e {tools} não tem esse argumento',
    },
    hint: null,
  },
  count_bound: {
    severity: 'error',
    message: {
      en: 'a count is compared with a whole number, not with `{literal}`',
      pt: 'uma contagem compara-se com um número inteiro, não com `{literal}`',
    },
    hint: null,
  },
  count_constant: {
    severity: 'warning',
    message: {
      en: 'a count is never negative, so this is always {result}',
      pt: 'uma contagem nunca é negativa, logo isto é sempre {result}',
    },
    hint: null,
  },
});
