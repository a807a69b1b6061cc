import { Migration } from '@mikro-orm/migrations';

/** Finds the records that are due to be dropped. */
export class M004ArtefactRecords extends Migration {
  override up(): void {
    this.addSql('create index artefacts_records on core.artefacts (expires_at) where removed_at is not null');
  }

  override down(): void {
    this.addSql('drop index core.artefacts_records');
  }
}
