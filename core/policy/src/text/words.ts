/** What each word is listed under; the words of a list are separated by spaces. */
export function byWord<Class extends string>(lists: Readonly<Record<Class, string>>): ReadonlyMap<string, Class> {
  const listed = Object.entries<string>(lists) as [Class, string][];
  return new Map(listed.flatMap(([found, words]) => words.split(' ').map((word) => [word, found] as const)));
}
