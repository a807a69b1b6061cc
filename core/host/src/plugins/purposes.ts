/** Bytes that no purpose of uploads may go beyond. */
export const LARGEST_UPLOAD = 1024 * 1024 * 1024;
