import type { z } from 'zod';
import { GraphRequest } from '../request/request.js';

/** As mode `graph` takes it, but for the version before: what is found is compared with the scan before. */
export const GraphHuntRequest = GraphRequest.omit({ compare_with: true });
export type GraphHuntInput = z.output<typeof GraphHuntRequest>;
