/** Three values: true, false and undefined. */
export const not = (a) => (a === undefined ? undefined : !a);

export function every(truths) {
  let all = true;
  for (const truth of truths) {
    if (truth === false) return false;
    if (truth === undefined) all = undefined;
  }
  return all;
}

export function some(truths) {
  let any = false;
  for (const truth of truths) {
    if (truth === true) return true;
    if (truth === undefined) any = undefined;
  }
  return any;
}

export const ordered = (op, order) =>
  ({ '==': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 })[op];
