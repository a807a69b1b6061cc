import { Controller, Get, Inject, Res } from '@nestjs/common';
import { Route, type RouteAnswer } from '@ostiary/plugin-api';
import { ServedEverywhere } from '../../plugins/served-here.js';
import type { Response } from 'express';
import { type ContractDocument, ContractDocuments } from '../documents.js';

const ANSWER: RouteAnswer = {
  status: 200,
  when: 'The document, byte for byte as committed.',
  mediaType: 'application/yaml',
  headers: { ETag: 'Digest of the document.' },
};

@ServedEverywhere()
@Controller()
export class ContractController {
  constructor(@Inject(ContractDocuments) private readonly documents: ContractDocuments) {}

  @Get('openapi.yaml')
  @Route({
    operationId: 'getContract',
    summary: 'The OpenAPI 3.1 contract',
    area: 'Contract documents',
    access: { kind: 'public' },
    answers: [ANSWER],
  })
  english(@Res() response: Response): void {
    send(this.documents.english, response);
  }

  @Get('openapi.pt.yaml')
  @Route({
    operationId: 'getContractInPortuguese',
    summary: 'The same contract with its prose in Portuguese',
    area: 'Contract documents',
    access: { kind: 'public' },
    answers: [ANSWER],
  })
  portuguese(@Res() response: Response): void {
    send(this.documents.portuguese, response);
  }
}

/** By `end` and not by `send`: Express would answer 304 to a conditional request, which the contract does not have. */
function send({ bytes, etag }: ContractDocument, response: Response): void {
  response.status(200).setHeaders(
    new Map([
      ['Content-Type', 'application/yaml; charset=utf-8'],
      ['Content-Length', String(bytes.length)],
      ['Cache-Control', 'public, max-age=300'],
      ['ETag', etag],
    ]),
  );
  response.end(bytes);
}
