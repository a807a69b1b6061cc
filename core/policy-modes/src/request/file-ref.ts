/** A file in place of a value of the request. */
export interface FileRef {
  readonly upload_id: string;
}

/** Whether a value is a file by its upload, and nothing else. */
export function isFile(value: unknown): value is FileRef {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'upload_id';
}
