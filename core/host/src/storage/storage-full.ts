/** What the operating system says when there is no room, or no right, to write; and what PostgreSQL says of its own disk. */
const CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', '53100']);

/** Whether an error, or what caused it, means that nothing more can be stored. */
export function isStorageFull(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string' && CODES.has(code)) return true;
  }
  return false;
}
