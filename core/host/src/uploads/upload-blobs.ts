/** Injection token of the `BlobStore` that holds the bytes of uploads. */
export const UPLOAD_BLOBS = Symbol('ostiary.upload_blobs');
