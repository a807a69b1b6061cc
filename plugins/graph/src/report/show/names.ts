/** Code points of a name that a sentence carries; the JSON report has all of them. */
const LONGEST = 80;

/** A text cut to some code points, with a sign that it was. */
export function short(text: string, most: number): string {
  // No more of a long text is looked at than could be shown.
  const points = Array.from(text.slice(0, 2 * most + 2));
  return points.length <= most ? points.join('') : `${points.slice(0, most - 1).join('')}…`;
}

/** A name of others as code within a sentence, whatever it holds. */
export function named(name: string): string {
  const shown = short(name, LONGEST).replaceAll('`', "'").replaceAll(/\s+/g, ' ');
  return `\`${shown.trim() === '' ? ' ' : shown}\``;
}
