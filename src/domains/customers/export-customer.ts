import { inSnapshot } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { knownAs } from '../people/index.js';
import { salesOfPerson } from '../transactions/index.js';
import { sectionsOf } from './export-repository.js';
import { findCustomer } from './find-customer.js';
import { viewBy } from './read-profile.js';
import { insertView } from './repository.js';

/** Everything that is held about a customer, for a member of staff. The export is recorded. */
export async function exportCustomer(platform: Platform, caller: Staff, id: string) {
  const { id: customerId } = await findCustomer(platform.db, id);
  await insertView(platform.db, viewBy(platform, caller, customerId, 'export'));
  return exportData(platform, customerId);
}

/**
 * Everything that is held about a customer. An address that nobody verified may belong to somebody
 * else, also one that the customer typed in an order. So the export has all records of verified
 * addresses, and of other addresses only the mails that name an order of the customer.
 */
export async function exportData(platform: Platform, id: string) {
  const { db, clock } = platform;
  const customer = await findCustomer(db, id);
  const data = await inSnapshot(db, async reader => {
    const { ids, verifiedEmails } = await knownAs(reader, customer.id);
    const sales = await salesOfPerson(reader, ids, verifiedEmails);
    const saleIds = sales.map(sale => sale.id);
    return sectionsOf(reader, { ids, emails: verifiedEmails, saleIds });
  });
  return { exported_at: clock.now().toISOString(), customer_id: customer.id, data };
}
