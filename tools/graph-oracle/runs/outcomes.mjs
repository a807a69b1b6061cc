/** Code that asks, and everything that can come of it. */
/** Who answers a question: `free` may answer either way and both happen, `opaque` is not known (S4). */
class Asked extends Error {
  constructor(who, count) {
    super('asked');
    Object.assign(this, { who, count });
  }
}

/**
 * What can come of a piece of code that asks: a tree of `{ who, ways: [tree] }` with leaves of what the code gave.
 * The code runs once for each row of answers.
 */
export function outcomes(code, answers = []) {
  let at = 0;
  const choose = (who, options) => {
    if (options.length === 1) return options[0];
    if (at === answers.length) throw new Asked(who, options.length);
    return options[answers[at++]];
  };
  try {
    return { leaf: code(choose) };
  } catch (asked) {
    if (!(asked instanceof Asked)) throw asked;
    const { who, count } = asked;
    return { who, ways: Array.from({ length: count }, (_, answer) => outcomes(code, [...answers, answer])) };
  }
}
