import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { findStore, mailTemplates, type Store } from '../stores/index.js';
import type { MailTemplates } from '../texts/index.js';
import type { User } from './repository.js';

type Belonging = Pick<User, 'role' | 'home_store_id' | 'store_ids'>;

/** The store whose texts a mail about an account has: a customer's own, or the first one of staff. */
export const storeOf = ({ role, home_store_id: home, store_ids: stores }: Belonging) =>
  role === 'customer' ? (home ?? undefined) : stores[0];

/** The store that a page of the shop names; refuses one that does not exist. */
export async function storeOfPage(
  reader: Reader,
  ref: string | undefined,
): Promise<Store | undefined> {
  if (ref === undefined) return undefined;
  const store = await findStore(reader, ref);
  if (store === undefined) throw invalidField('store_id', 'There is no such store.');
  return store;
}

/** Name and own texts of the store of an account; people without a store get those of the service. */
export type MailPlace = { name: string; templates: MailTemplates | undefined };

export const mailPlace = (
  { publicUrl }: { publicUrl: string },
  store: Pick<Store, 'name' | 'mail_templates'> | undefined,
): MailPlace => ({
  name: store?.name ?? new URL(publicUrl).host,
  templates: store && mailTemplates(store),
});

export async function placeOfAccount(
  reader: Reader,
  config: { publicUrl: string },
  user: Belonging,
): Promise<MailPlace> {
  const storeId = storeOf(user);
  return mailPlace(config, storeId === undefined ? undefined : await findStore(reader, storeId));
}
