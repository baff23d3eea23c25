import type { Reader } from '../../platform/database/tx.js';
import type { Formats } from '../../platform/local-formats.js';
import { formatMoney, minor } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { linesOfReturns, refundsOfReturns, returnOfExchange } from '../returns/index.js';
import { creditsOfReturns, maskedCode } from '../stored-value/index.js';
import { methodName, type Texts } from '../texts/index.js';
import { describeLine, type Sale } from '../transactions/index.js';

type Entry = { label: string; amount: string };

/** The return of an exchange: the returned goods, and their refunds. */
export type ExchangePart = {
  title: string;
  goods: Entry[];
  refunds: Entry[];
  /** The store credit that pays for the new goods, and the label of that payment. */
  accountId: string | null;
  paymentLabel: string;
};

export async function readExchange(
  reader: Reader,
  sale: Sale,
  { texts, formats }: { texts: Texts; formats: Formats },
): Promise<ExchangePart | undefined> {
  const row = sale.exchange_of && (await returnOfExchange(reader, sale.id));
  if (!row) return undefined;
  const lines = await linesOfReturns(reader, [row.id]);
  const [credit] = await creditsOfReturns(reader, [row.id]);
  const refunds = (await refundsOfReturns(reader, [row.id])).filter(
    refund => refund.status !== 'failed' && refund.value_account_id !== credit?.id,
  );
  const exchangedMinor = Math.min(
    minor(row.refund_amount, sale.currency),
    minor(sale.total_amount, sale.currency),
  );
  const creditMinor =
    credit === undefined ? 0 : minor(credit.amount, sale.currency) - exchangedMinor;
  const print = (amountMinor: number): string =>
    formats.amount(formatMoney(-amountMinor, sale.currency));
  return {
    title: texts.receipt.returnedGoods(row.transaction_number),
    goods: lines.map(line => ({
      label: `${formats.quantity(shownQuantity(line.quantity, line.unit))} x ${describeLine(line)}`,
      amount: print(minor(line.refund_amount, sale.currency)),
    })),
    refunds: [
      ...refunds.map(refund => ({
        label: texts.receipt.refund(refund.refund_id),
        amount: print(minor(refund.amount, sale.currency) + minor(refund.rounding, sale.currency)),
      })),
      ...(credit === undefined || creditMinor === 0
        ? []
        : [{ label: creditLabel(credit.code, texts), amount: print(creditMinor) }]),
    ],
    accountId: credit?.id ?? null,
    paymentLabel: texts.receipt.exchange(row.return_number),
  };
}

const creditLabel = (code: string, texts: Texts): string =>
  `${methodName({ code: 'store_credit', name: '' }, texts)} ${maskedCode(code)}`;
