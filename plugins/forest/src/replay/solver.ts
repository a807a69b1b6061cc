import { defineSolver } from '@ostiary/plugin-api';

/** onnxruntime in child processes of its own, one for models of one job. */
export const runtime = defineSolver({
  id: 'onnxruntime',
  entry: new URL('./runtime-worker.js', import.meta.url),
  memoryMb: 2_048,
  warm: 0,
  recycleAfter: 50,
  engine: { name: 'onnxruntime', version: '1.30.0' },
});
