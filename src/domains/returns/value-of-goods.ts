import { unitMinorOf } from '../../platform/currencies.js';
import type { Reader } from '../../platform/database/tx.js';
import { minor } from '../../platform/money.js';
import { paymentsOfTransaction, refundsOfTransaction } from '../payments/index.js';
import type { Sale, SaleLine } from '../transactions/index.js';
import { earlierReturns } from './repository.js';
import { type ReturnValue, refundableOf, totalOf, valueOfReturn } from './rules.js';

/** What units of a sale are worth now, after all earlier returns and refunds but those of `except`. */
export async function valueOfGoods(
  reader: Reader,
  sale: Sale,
  lines: readonly SaleLine[],
  returning: readonly { key: string; quantity: number }[],
  except?: string,
): Promise<ReturnValue> {
  const earlier = await earlierReturns(reader, sale.id, except);
  const payments = await paymentsOfTransaction(reader, sale.id);
  const refunds = await refundsOfTransaction(reader, sale.id);
  return valueOfReturn({
    lines: lines.map(line => ({
      key: line.id,
      quantity: line.quantity,
      netMinor:
        minor(line.subtotal, sale.currency) -
        minor(line.discount, sale.currency) -
        (sale.prices_include_tax ? minor(line.tax, sale.currency) : 0),
      taxMinor: minor(line.tax, sale.currency),
    })),
    totalMinor: minor(sale.total_amount, sale.currency),
    earlier: new Map(
      earlier.lines.map(({ line_id, quantity, refunded }) => [
        line_id,
        { quantity, refundedMinor: minor(refunded, sale.currency) },
      ]),
    ),
    earlierShippingMinor: minor(earlier.shipping, sale.currency),
    returning,
    unitMinor: unitMinorOf(sale.currency),
    leftMinor: totalOf(refundableOf(payments, refunds)) - minor(earlier.promised, sale.currency),
  });
}
