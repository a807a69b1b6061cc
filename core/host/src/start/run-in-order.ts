/** Runs all steps one after the other, each also when one before it failed; then throws what the first failure threw. */
export async function runInOrder(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
