import { Migration } from '@mikro-orm/migrations';

/**
 * Entries are found by their job alone. Row-level security adds the account to every condition, so for the end of a job the planner took
 * the index by account, and read all that the account had ever held. See docs/adr/0139.
 */
export class M036LedgerByJob extends Migration {
  override up(): void {
    this.addSql('drop index core.quota_ledger_account');
  }
}
