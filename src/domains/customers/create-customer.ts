import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { addUser, type User } from '../people/index.js';
import { homeStore } from './country-of.js';
import { refusePriceFields, toColumns } from './customer-input.js';
import { refuseKnownContact } from './refuse-known-contact.js';
import type { CreateBody } from './schemas.js';

/** Creates a customer from a name and one contact. A contact that is known answers 409. */
export async function createCustomer(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  { store_id: storeRef, ...input }: Static<typeof CreateBody>,
): Promise<User> {
  refusePriceFields(caller, input);
  const store = await homeStore(platform, caller, storeRef);
  const columns = toColumns(input, { country: store?.country ?? '', now: platform.clock.now() });
  if (!`${columns.first_name ?? ''}${columns.last_name ?? ''}`.trim()) {
    throw invalidField('name', 'A customer needs a name.');
  }
  if (!columns.email && !columns.phone) {
    throw invalidField('phone', 'A customer needs a phone number or an e-mail address.');
  }
  await refuseKnownContact(tx, columns, null);
  return addUser(tx, platform, {
    ...columns,
    role: 'customer',
    home_store_id: store?.id ?? null,
  });
}
