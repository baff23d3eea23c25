import { inSnapshot, type Reader } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { canInChain, type Staff, storeScope } from '../access/index.js';
import { knownAs } from '../people/index.js';
import { withoutCodes } from '../stored-value/index.js';
import { salesOfPerson } from '../transactions/index.js';
import { creditCodesOf, type Person, sectionsOf } from './export-repository.js';
import { findCustomer } from './find-customer.js';
import { viewBy } from './read-profile.js';
import { insertView } from './repository.js';

/**
 * What the stores of a member of staff hold about a customer, without codes that can be spent; with
 * `customer.export_all` everything. The export is recorded.
 */
export async function exportCustomer(platform: Platform, caller: Staff, id: string) {
  const { id: customerId } = await findCustomer(platform.db, id);
  await insertView(platform.db, viewBy(platform, caller, customerId, 'export'));
  const stores = canInChain(caller, 'customer.export_all') ? undefined : storeScope(caller);
  return exportOf(platform, customerId, async (reader, person) => {
    const sections = await sectionsOf(reader, person, stores);
    return withoutCodes(sections, await creditCodesOf(reader, person));
  });
}

/** Everything that is held about a customer, for the customer. */
export const exportData = (platform: Platform, id: string) => exportOf(platform, id, sectionsOf);

/**
 * An address that nobody verified may belong to somebody else, also one that the customer typed in
 * an order. So the export has all records of verified addresses, and of other addresses only the
 * mails that name an order of the customer.
 */
async function exportOf(
  { db, clock }: Platform,
  id: string,
  read: (reader: Reader, person: Person) => Promise<Record<string, object[]>>,
) {
  const customer = await findCustomer(db, id);
  const data = await inSnapshot(db, async reader => {
    const { ids, verifiedEmails } = await knownAs(reader, customer.id);
    const sales = await salesOfPerson(reader, ids, verifiedEmails);
    return read(reader, { ids, emails: verifiedEmails, saleIds: sales.map(sale => sale.id) });
  });
  return { exported_at: clock.now().toISOString(), customer_id: customer.id, data };
}
