import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { paymentsOfTransaction, refundsOfTransaction } from '../payments/index.js';
import type { Sale } from '../transactions/index.js';
import { requireReturnable, returnableSale } from './create-return.js';
import { visibleReturn } from './find-return.js';
import { linesOfReturns, methodsOfPayments, type ReturnRow } from './repository.js';
import { isOpen, refundableOf, spread } from './rules.js';
import { type ReturnLines, valueReturn } from './write-return.js';

type Input = Pick<ReturnLines, 'line_items'> & { transaction: string; announced?: string };

/**
 * What a return would refund if it were opened and completed now, and to which payments. With
 * `announced`, what that open return would refund if these of its goods arrived.
 */
export async function previewReturn(reader: Reader, caller: Staff, input: Input) {
  const sale = await returnableSale(reader, caller, input.transaction);
  requireReturnable(sale);
  const { announced } = input;
  const refundMinor =
    announced === undefined
      ? (await valueReturn(reader, sale, input)).value.refundMinor
      : await valueOfArrived(
          reader,
          sale,
          await announcedReturn(reader, caller, sale, announced),
          input,
        );
  const payments = await paymentsOfTransaction(reader, sale.id);
  const refunds = await refundsOfTransaction(reader, sale.id);
  const methods = await methodsOfPayments(reader, sale.id);
  const shares = spread(refundMinor, refundableOf(payments, refunds));
  return {
    transaction: sale.transaction_number,
    currency: sale.currency,
    refund_amount: formatMoney(refundMinor, sale.currency),
    payments: shares.map(({ paymentId, amountMinor }) => ({
      name: methods.get(paymentId)?.name ?? '',
      method_type: methods.get(paymentId)?.method_type ?? '',
      card_last_four: methods.get(paymentId)?.card_last_four ?? null,
      amount: formatMoney(amountMinor, sale.currency),
    })),
  };
}

async function announcedReturn(
  reader: Reader,
  caller: Staff,
  sale: Sale,
  ref: string,
): Promise<ReturnRow> {
  const row = await visibleReturn(reader, caller, ref);
  if (isOpen(row.status) && row.transaction_id === sale.id) return row;
  throw invalidField('announced', 'This is no open return of the sale.');
}

/** A return whose goods all arrive keeps its amount; a part is valued as if nothing else were open. */
async function valueOfArrived(
  reader: Reader,
  sale: Sale,
  open: ReturnRow,
  input: Input,
): Promise<number> {
  const { quantities, value } = await valueReturn(reader, sale, input, open.id);
  const arrived = new Map(
    input.line_items.map((item, index) => [
      item.original_line_item.toLowerCase(),
      quantities[index] ?? 0,
    ]),
  );
  const lines = await linesOfReturns(reader, [open.id]);
  const isWhole =
    arrived.size === lines.length &&
    lines.every(line => arrived.get(line.line_id) === line.quantity);
  return isWhole ? minor(open.refund_amount, sale.currency) : value.refundMinor;
}
