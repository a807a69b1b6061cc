export function specsOf(base: string, isMeant: (file: string) => boolean): string[];
export function meetsServers(file: string, seen?: Set<string>): boolean;
