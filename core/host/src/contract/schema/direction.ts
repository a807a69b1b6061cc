/** What is sent to the service, or what it answers. */
export type Direction = 'input' | 'output';
