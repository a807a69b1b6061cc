import { serveSolver } from '@ostiary/plugin-api/solver-worker';

serveSolver((payload) => {
  const numbers = (payload as number[]).toSorted((a, b) => a - b);
  return Promise.resolve(numbers[Math.floor((numbers.length - 1) / 2)]);
});
