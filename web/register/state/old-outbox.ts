import { recordLater } from './journal/send.js';
import type { Tender } from './sale.js';
import type { SaleRequest } from './sale-request.js';
import { stored } from './stored.js';

/** A cash sale that an earlier release kept outside the journal, while the service did not answer. */
export type OldSale = {
  employee: string;
  employeeName: string;
  terminal: string;
  total: string;
  claim: SaleRequest;
  /** Null if the service had not created the sale. */
  number: string | null;
  payment: { key: string; tender: Tender };
  /** Sent without a response, or refused: the service may have booked it. */
  attempted: boolean;
};

const outbox = stored<OldSale[]>('outbox', []);

function dataOf({ number, total, payment, claim, attempted, employee }: OldSale) {
  const payments = [payment.tender];
  if (number !== null) {
    return { employee_id: employee, transaction: number, total_amount: total, payments };
  }
  return { ...claim, payments, ...(attempted && { may_be_booked: true }) };
}

/**
 * Makes entries of the sales that an earlier release has left; what the service may have booked is held
 * for a person. A till without a journal keeps them until it has one.
 */
export async function moveOldSales(terminal: string): Promise<void> {
  for (const old of outbox.get().filter(one => one.terminal === terminal)) {
    const { key } = old.payment;
    await recordLater({
      terminal,
      key: `outbox-${key}`,
      kind: 'sale',
      data: dataOf(old),
      about: { total: old.total, employeeName: old.employeeName },
    });
    outbox.set(all => all.filter(({ payment }) => payment.key !== key));
  }
}
