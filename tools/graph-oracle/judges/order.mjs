/** P3: each pattern as a small machine over the calls of a run (S2), inside its scope. */
const attempt = (event, tool) => event.e === 'attempt' && event.tool === tool;
const success = (event, tool) => event.e === 'success' && event.tool === tool;

/** `start`, `step(state, event)` to `{ state, bad }`, and `owed(state)`: whether an end of the run now breaks it. */
const PATTERNS = {
  absence: ({ first }) => ({
    start: 0,
    step: (state, event) => ({ state, bad: attempt(event, first) }),
    owed: () => false,
  }),
  existence: ({ first }) => ({
    start: 0,
    step: (state, event) => ({ state: state || Number(success(event, first)), bad: false }),
    owed: (state) => state === 0,
  }),
  at_most: ({ first, count = 1 }) => ({
    start: 0,
    step(state, event) {
      const made = state + Number(attempt(event, first));
      return { state: made, bad: made > count };
    },
    owed: () => false,
  }),
  precedence: ({ first, second }) => ({
    start: 0,
    step: (state, event) => ({
      state: state || Number(success(event, first)),
      bad: state === 0 && attempt(event, second),
    }),
    owed: () => false,
  }),
  alternate_precedence: ({ first, second }) => ({
    start: 0,
    step: (state, event) => ({
      state: attempt(event, second) ? 0 : state || Number(success(event, first)),
      bad: state === 0 && attempt(event, second),
    }),
    owed: () => false,
  }),
  response: ({ first, second }) => ({
    start: 0,
    step: (state, event) => ({
      state: success(event, second) ? 0 : state || Number(attempt(event, first)),
      bad: false,
    }),
    owed: (state) => state === 1,
  }),
  bounded_response: ({ first, second, count = 1 }) => ({
    start: null,
    step(left, event) {
      if (success(event, second)) return { state: null, bad: false };
      if (event.e === 'success' || event.e === 'failure') return { state: left, bad: left === 0 };
      if (event.e !== 'attempt') return { state: left, bad: false };
      if (left === null) return { state: attempt(event, first) ? count : null, bad: false };
      return { state: left - 1, bad: false };
    },
    owed: (left) => left !== null,
  }),
  chain_response: (rule) => PATTERNS.bounded_response({ ...rule, count: 1 }),
  not_coexistence: ({ first, second }) => ({
    start: 0,
    step(state, event) {
      const next = state | Number(attempt(event, first)) | (2 * Number(attempt(event, second)));
      return { state: next, bad: next === 3 };
    },
    owed: () => false,
  }),
};

const VACUOUS_WITHOUT = {
  precedence: ({ second }) => [[second]],
  alternate_precedence: ({ second }) => [[second]],
  not_coexistence: ({ first, second }) => [[first], [second]],
  existence: () => [],
};

export function order(plan, rule) {
  const pattern = PATTERNS[rule.pattern](rule);
  const { after, until } = rule.scope ?? {};
  const fresh = { open: true, inner: pattern.start };
  const needs = [
    ...(VACUOUS_WITHOUT[rule.pattern]?.(rule) ?? [[rule.first]]),
    ...(after === undefined ? [] : [[after]]),
  ];
  return {
    start: after === undefined ? fresh : { open: false },
    /** The rule is vacuous when of one of these groups nothing is ever attempted. */
    needs,
    rename: (state) => state,
    owed: (state) => state.open && pattern.owed(state.inner),
    step(state, event) {
      if (event.e === 'end') {
        const judged = event.how === 'normal' || (event.how === 'failure' && rule.even_on_failure === true);
        return { state, bad: judged && state.open && pattern.owed(state.inner) ? 'sure' : null };
      }
      if (!state.open) return { state: after !== undefined && attempt(event, after) ? fresh : state, bad: null };
      const { state: inner, bad } = pattern.step(state.inner, event);
      if (bad) return { state, bad: 'sure' };
      if (until === undefined || !success(event, until)) return { state: { open: true, inner }, bad: null };
      return { state: { open: false }, bad: pattern.owed(inner) ? 'sure' : null };
    },
  };
}
