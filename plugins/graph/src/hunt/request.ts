import type { z } from 'zod';
import { GraphRequest } from '../request/request.js';

/** As mode `graph` takes it. */
export const GraphHuntRequest = GraphRequest;
export type GraphHuntInput = z.output<typeof GraphHuntRequest>;
