import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { eraseMails } from '../../platform/mail/repository.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { eraseAgentCheckouts } from '../agents/index.js';
import { eraseChecks } from '../compliance/index.js';
import { eraseDocuments } from '../content/index.js';
import { addressesOfOrders, eraseParcels, salesOnTheWay } from '../fulfillments/index.js';
import {
  endSessionsWhere,
  erasePeople,
  eraseVisits,
  knownAs,
  lockCustomers,
  type Mentions,
  type User,
  userSaved,
  usersById,
} from '../people/index.js';
import { eraseHeldSales, eraseJournalOf } from '../pos/index.js';
import { eraseUses } from '../promotions/index.js';
import { eraseQuotes } from '../quotes/index.js';
import { eraseReturnNotes } from '../returns/index.js';
import { eraseReviews } from '../reviews/index.js';
import { deleteSavedCards, eraseReasons } from '../stored-value/index.js';
import {
  deleteAlertsOf,
  deleteRemindersOf,
  eraseCheckouts,
  isPaying,
} from '../storefront/index.js';
import { eraseSales, isPayable, type SaleOfPerson, salesOfPerson } from '../transactions/index.js';
import { erasePayloads } from '../webhooks/index.js';
import { eraseMentions, readMentions } from './erase-mentions.js';
import { customerErased } from './events.js';
import { findCustomer } from './find-customer.js';
import { refuseSharedCustomer } from './refuse-shared-customer.js';
import { hasPendingRefunds } from './repository.js';

/**
 * Erases names, contacts and addresses of a customer everywhere. Amounts, lines and the points stay:
 * they are the books. Refused while an order is on its way, because the address is needed until
 * then. A repeated request changes nothing. Staff know whose the address of a record is; customers
 * who delete their account themselves erase by verified addresses only.
 */
export function eraseCustomer(
  platform: Platform,
  id: string,
  by: Staff | 'retention' | 'customer',
): Promise<User> {
  return atomically(platform.db, async tx => {
    const { id: current, erased_at } = await findCustomer(tx, id);
    if (erased_at !== null) return findCustomer(tx, current);
    const { ids, ...known } = await knownAs(tx, current);
    const emails = by === 'customer' ? known.verifiedEmails : known.emails;
    // New sales of the customer wait from here on.
    const locked = await lockCustomers(tx, ids);
    if (locked.length === 0) throw notFound('Customer');
    if (typeof by === 'object') await refuseSharedCustomer(tx, by, ids);
    const sales = await salesOfPerson(tx, ids, emails);
    await refuseOpenOrders(tx, ids, sales);
    const verified = by === 'customer' ? known.verifiedEmails : undefined;
    const mentions = await readMentions(tx, sales, ids, verified);
    for (const userId of ids) await endSessionsWhere(tx, platform, { userId });
    await eraseOrders(tx, platform, sales, { ids, emails, mentions });
    await eraseHeldSales(tx, ids);
    await eraseReviews(tx, ids);
    await eraseJournalOf(
      tx,
      ids,
      sales.map(sale => sale.id),
    );
    await erasePeople(tx, ids, platform.clock.now());
    await eraseDocuments(tx, ids);
    for (const user of await usersById(tx, ids)) await record(tx, userSaved(user));
    await record(tx, customerErased(current));
    return findCustomer(tx, current);
  });
}

/**
 * Erases contacts in sales, parcels, checkouts, mails and events of processors; with `before`, mails
 * and visits since then stay. Anybody can type any address in an order: for an address that occurs
 * in the sales only, just the mails that name one of these sales are erased.
 */
export async function eraseOrders(
  tx: Tx,
  platform: Platform,
  sales: readonly SaleOfPerson[],
  person: {
    ids: readonly string[];
    emails: readonly string[];
    mentions: Mentions;
    before?: Date;
  },
): Promise<void> {
  const now = platform.clock.now();
  const saleIds = sales.map(sale => sale.id);
  const { ids, emails, before } = person;
  await eraseMentions(tx, platform, sales, person.mentions);
  await eraseAgentCheckouts(tx, emails, saleIds);
  await eraseCheckouts(tx, ids, saleIds);
  await eraseVisits(tx, ids, emails, before ?? null);
  await eraseMails(tx, emails, { before });
  const typed = [
    ...sales.flatMap(sale => sale.email ?? []),
    ...(await addressesOfOrders(tx, saleIds)),
  ];
  const naming = sales.map(sale => sale.transaction_number);
  await eraseMails(tx, typed, { before, naming });
  if (before === undefined) {
    await deleteAlertsOf(tx, emails);
    await deleteRemindersOf(tx, emails);
  }
  await eraseChecks(tx, ids, saleIds);
  await eraseReasons(tx, ids);
  if (before === undefined) {
    await deleteSavedCards(tx, ids);
    await eraseQuotes(tx, ids, emails);
  }
  if (saleIds.length === 0) return;
  await eraseParcels(tx, saleIds, now);
  await eraseReturnNotes(tx, saleIds);
  await eraseUses(tx, saleIds);
  await erasePayloads(tx, saleIds);
  await eraseSales(tx, saleIds, now);
}

async function refuseOpenOrders(
  tx: Tx,
  ids: readonly string[],
  sales: readonly SaleOfPerson[],
): Promise<void> {
  const saleIds = sales.map(sale => sale.id);
  const onTheWay = new Set(await salesOnTheWay(tx, saleIds));
  const open = sales.filter(
    sale =>
      onTheWay.has(sale.id) || isPayable(sale.status) || sale.status === 'payment_requires_action',
  );
  const isBusy =
    open.length > 0 || (await isPaying(tx, ids)) || (await hasPendingRefunds(tx, saleIds));
  if (!isBusy) return;
  throw conflict(
    'ORDER_ON_ITS_WAY',
    'An order, a payment or a refund of this customer is not finished; erase the data afterwards.',
    { transaction_ids: open.map(sale => sale.transaction_number) },
  );
}
