import { Migration } from '@mikro-orm/migrations';

/** What an account may read of packages is kept by the plugin that sells it. See docs/adr/0137. */
export class M034AccountsWithoutFeed extends Migration {
  override up(): void {
    this.addSql('alter table core.accounts drop column feed_url, drop column feed_scopes, drop column feed_expires_at');
  }
}
