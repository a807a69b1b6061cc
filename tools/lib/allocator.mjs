/**
 * What the service's process is started with, where the environment does not say otherwise: glibc gives freed memory back to the system, also after
 * V8 has optimised PGlite, which takes hundreds of megabytes for a moment. Other allocators do not read it. See docs/adr/0072.
 */
export const ALLOCATOR = { MALLOC_TRIM_THRESHOLD_: '131072' };
