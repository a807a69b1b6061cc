export function withProgress<T>(
  name: string,
  step: () => Promise<T>,
  options: { readonly say: (line: string) => void; readonly state?: () => string; readonly everyMs?: number },
): Promise<T>;
