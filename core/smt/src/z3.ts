import { defineSolver } from '@ostiary/plugin-api';

/** z3 in warm child processes; speak to a borrowed one through `smtClient`. See docs/adr/0033. */
export const z3 = defineSolver({
  id: 'z3',
  entry: new URL('./worker.js', import.meta.url),
  memoryMb: 1_024,
  warm: 1,
  recycleAfter: 2_000,
  engine: { name: 'z3', version: '5.1.0' },
});
