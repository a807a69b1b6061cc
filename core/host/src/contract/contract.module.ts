import { Module } from '@nestjs/common';
import { ContractDocuments } from './documents.js';
import { ContractController } from './http/contract.controller.js';
import { PagesController } from './http/pages.controller.js';

/** The contract: its documents, the reference page, and a page for each problem. */
@Module({
  controllers: [ContractController, PagesController],
  providers: [ContractDocuments],
  exports: [ContractDocuments],
})
export class ContractModule {}
