import { withSecret } from '../../src/platform/mail/secret.js';
import type { Shop } from './service.js';

/** The mails to an address as their recipient reads them, oldest first. */
export async function mailsTo({ platform }: Pick<Shop, 'platform'>, address: string) {
  const rows = await platform.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('id')
    .execute();
  return rows.map(row => withSecret(platform.config, row));
}
