import type { Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { eraseInApprovals } from '../approvals/index.js';
import { eraseInDocuments } from '../content/index.js';
import { contactsOfOrders } from '../fulfillments/index.js';
import { eraseInRefunds } from '../payments/index.js';
import { eraseViews, type Known, knownTexts, type Mentions, mentionsOf } from '../people/index.js';
import { eraseInJournal } from '../pos/index.js';
import { eraseInReturnReasons } from '../returns/index.js';
import { eraseInTasks } from '../tasks/index.js';
import { eraseInReasons, namesOnSales, type SaleOfPerson } from '../transactions/index.js';

/**
 * What names the person in texts of staff; read before the records are erased. Of customers who
 * delete their own account only verified addresses count outside their own records.
 */
export async function readMentions(
  tx: Tx,
  sales: readonly SaleOfPerson[],
  ids: readonly string[],
  verifiedEmails?: readonly string[],
): Promise<Mentions> {
  const saleIds = sales.map(sale => sale.id);
  const own = await knownTexts(tx, ids);
  const inOrders = await contactsOfOrders(tx, saleIds);
  const typed: Known = {
    ...inOrders,
    names: [...inOrders.names, ...(await namesOnSales(tx, saleIds))],
    texts: [...inOrders.texts, ...sales.flatMap(sale => sale.email ?? [])],
  };
  const proven = verifiedEmails && { names: [], texts: [...verifiedEmails], phones: [] };
  return mentionsOf(own, typed, proven);
}

/** Takes the person out of texts that staff wrote; what the texts say about the sales stays. */
export async function eraseMentions(
  tx: Tx,
  platform: Platform,
  sales: readonly SaleOfPerson[],
  mentions: Mentions,
): Promise<void> {
  const saleIds = sales.map(sale => sale.id);
  const numbers = sales.map(sale => sale.transaction_number);
  await eraseViews(tx, mentions);
  await eraseInApprovals(tx, mentions, numbers);
  const taskIds = await eraseInTasks(tx, mentions, numbers);
  if (saleIds.length > 0) {
    await eraseInReturnReasons(tx, saleIds, mentions);
    await eraseInRefunds(tx, saleIds, mentions);
    await eraseInJournal(tx, saleIds, mentions);
    await eraseInReasons(tx, saleIds, mentions);
  }
  await eraseInDocuments(tx, platform, mentions, { saleIds, taskIds });
}
