import type { Tx } from '../../platform/database/tx.js';
import { conflict, Failure, invalidField } from '../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import type { TillStaff } from '../access/index.js';
import {
  findPaymentMethod,
  isOnReader,
  listPaymentMethods,
  type PaymentMethod,
} from '../payments/index.js';
import { tenderFields } from '../pos/index.js';
import { type Paid, type RungUp, takePayment } from '../transactions/index.js';
import { ofTender, renaming } from './rename-fields.js';
import type { ExchangeRequest } from './schemas.js';

const difference = (field: string, message: string): Failure =>
  invalidField(field, message, 'EXCHANGE_DIFFERENCE');

/** The till learns the difference from the refusal and asks how it is settled. */
const unsettled = (
  field: string,
  message: string,
  { differenceMinor, currency }: { differenceMinor: Minor; currency: string },
): Failure =>
  new Failure('invalid', 'EXCHANGE_DIFFERENCE', `${field}: ${message}`, {
    fields: { [field]: [message] },
    details: { difference: formatMoney(differenceMinor, currency) },
  });

/** `differenceMinor`: what the new goods cost more than the returned ones are worth. */
export function refuseOtherWay(
  { tender, refund_to }: ExchangeRequest,
  differenceMinor: Minor,
  currency: string,
): void {
  const amount = formatMoney(Math.abs(differenceMinor), currency);
  if (tender !== undefined && refund_to !== undefined) {
    throw difference('refund_to', 'Send either tender or refund_to.');
  }
  if (differenceMinor > 0 && tender === undefined) {
    const message = `The new goods cost ${amount} more; send how it is paid.`;
    throw unsettled('tender', message, { differenceMinor, currency });
  }
  if (differenceMinor < 0 && refund_to === undefined) {
    const message = `The new goods cost ${amount} less; send where it goes.`;
    throw unsettled('refund_to', message, { differenceMinor, currency });
  }
  if (differenceMinor <= 0 && tender !== undefined) {
    throw difference('tender', 'There is nothing to pay.');
  }
}

export type Payable = {
  caller: TillStaff;
  body: ExchangeRequest;
  sale: RungUp;
  /** The store credit of the return, and what it pays of the new goods. */
  credit: { code: string; amountMinor: Minor } | undefined;
};

/**
 * Pays the new goods: the store credit of the return first, then the tender. A card on the reader
 * is charged afterwards by the ordinary route, so that the sale stays partly paid until then.
 */
export async function payGoods(
  platform: Platform,
  tx: Tx,
  payable: Payable,
): Promise<Paid | undefined> {
  const { credit, body } = payable;
  let paid: Paid | undefined;
  if (credit !== undefined) {
    const { code: method } = await creditMethod(tx);
    const tendered = formatMoney(credit.amountMinor, payable.sale.currency);
    const byCredit = { method, tendered, storeCreditCode: credit.code };
    // A refusal is about the new goods: the caller has named no payment.
    paid = await renaming(
      () => 'line_items',
      () => pay(platform, tx, payable, byCredit),
    );
  }
  const { tender } = body;
  if (tender === undefined || paid?.status === 'completed') return paid;
  if (isOnReader(await findPaymentMethod(tx, tender.payment_method_id), tender)) return paid;
  paid = await renaming(ofTender, () => pay(platform, tx, payable, tenderFields(tender)));
  if (paid.status === 'completed') return paid;
  throw difference(
    'tender.tendered_amount',
    'The difference of an exchange is paid in one payment, in full.',
  );
}

const pay = (
  platform: Platform,
  tx: Tx,
  { caller, body, sale }: Payable,
  tender: Pick<Parameters<typeof takePayment>[2], 'method' | 'tendered'> &
    Partial<ReturnType<typeof tenderFields>>,
): Promise<Paid> =>
  takePayment(platform, tx, {
    ...tender,
    ageCheck: body.age_check ?? body.tender?.age_check,
    sale: sale.number,
    operatorId: caller.userId,
    registerId: caller.till.terminalId,
    maySee: () => true,
  });

async function creditMethod(tx: Tx): Promise<PaymentMethod> {
  const methods = await listPaymentMethods(tx);
  const method = methods.find(one => one.method_type === 'store_credit' && one.is_active);
  if (method !== undefined) return method;
  throw conflict(
    'NO_STORE_CREDIT_METHOD',
    'An exchange needs an active payment method of type store_credit.',
  );
}
