/** A heading of the contract and the host's routes under it. Plugins name theirs in `RouteDeclaration.area`. */
export interface Area {
  readonly name: string;
  readonly description: string;
  /** Beginnings of paths. */
  readonly paths: readonly string[];
}

export const HOST_AREAS: readonly Area[] = [
  {
    name: 'Jobs and files',
    description:
      'Work that is submitted as a job: one route for every mode. Jobs are read, streamed and cancelled here; files they made are listed and downloaded.',
    paths: ['/v1/solves', '/v1/artifacts', '/v1/uploads'],
  },
  {
    name: 'Account',
    description: 'What a key can do, what it is held to, and what is running.',
    paths: ['/v1/capabilities', '/v1/account', '/v1/version', '/v1/profiles'],
  },
  {
    name: 'Contract documents',
    description: 'This contract, in English and in Portuguese.',
    paths: ['/openapi.yaml', '/openapi.pt.yaml'],
  },
];
