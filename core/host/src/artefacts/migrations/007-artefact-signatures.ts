import { Migration } from '@mikro-orm/migrations';

/** The signature of each artefact, made when the artefact is: what becomes of the row later cannot make another one. */
export class M007ArtefactSignatures extends Migration {
  override up(): void {
    this.addSql('alter table core.artefacts add column signature jsonb');
  }

  override down(): void {
    this.addSql('alter table core.artefacts drop column signature');
  }
}
