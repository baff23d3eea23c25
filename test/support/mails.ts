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

/** Writes the texts that a store has for a mail, such as `DOWNTOWN/gift_card/en`. */
export async function writeMail(
  shop: Shop,
  path: string,
  template: { subject?: string; intro?: string; closing?: string },
): Promise<void> {
  const { status, text } = await shop.call('PUT', `/mail-templates/${path}/`, {
    token: await shop.officeToken('admin'),
    body: template,
  });
  if (status !== 200) throw new Error(text);
}
