import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { can, maySee, type Staff } from '../access/index.js';
import { paymentsOfTransaction, refundsOfTransaction } from '../payments/index.js';
import { findStore } from '../stores/index.js';
import { presentSale } from './present.js';
import { parseSaleRef } from './references.js';
import { findSale, linesOf, type Sale } from './repository.js';
import { peopleOfSale } from './sale-people-repository.js';

/** A sale by number, document id or id. A sale outside the caller's stores answers 404. */
export async function visibleSale(reader: Reader, caller: Staff, text: string): Promise<Sale> {
  const ref = parseSaleRef(text);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined || !maySee(caller, sale.store_id)) {
    throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  }
  return sale;
}

/** A sale with its store, people, lines, payments and refunds. */
export async function readSale(reader: Reader, caller: Staff, sale: Sale) {
  const [store, people, lines, payments, refunds] = await Promise.all([
    findStore(reader, sale.store_id),
    peopleOfSale(reader, sale),
    linesOf(reader, sale.id),
    paymentsOfTransaction(reader, sale.id),
    refundsOfTransaction(reader, sale.id),
  ]);
  return presentSale(sale, {
    store: { id: sale.store_id, name: store?.name ?? '' },
    people,
    showsCustomer: can(caller, 'customer.read'),
    lines,
    payments,
    refunds,
    showsCodes: can(caller, 'refund.issue'),
  });
}
