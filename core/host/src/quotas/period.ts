/** The calendar month in UTC that a time lies in; `end` is the first moment of the next one. */
export function periodOf(now: Date): { readonly start: Date; readonly end: Date } {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}
