import { atomically, type Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Reply, Settle } from '../../platform/http/idempotency.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import type { TillStaff } from '../access/index.js';
import { finishRefunds } from '../payments/index.js';
import { buyerById } from '../people/index.js';
import { createSale } from '../pos/index.js';
import {
  createReturn,
  linkExchange,
  type ReturnRow,
  returnableSale,
  settleReturn,
  takeIn,
} from '../returns/index.js';
import { creditsOfReturns, guardCodes } from '../stored-value/index.js';
import { applyRefunds, markExchange, type RungUp, type Sale } from '../transactions/index.js';
import { type Exchange, presentExchange, type ShownExchange } from './present.js';
import { priceGoods } from './price-goods.js';
import { ofReturn, renaming } from './rename-fields.js';
import type { ExchangeRequest } from './schemas.js';
import { payGoods, refuseOtherWay } from './settle-difference.js';

type Written = Exchange & { waiting: string[] };

/**
 * Exchanges goods: the return, the new sale and the difference are one database transaction. The
 * returned goods pay for the new ones through a store credit. Refunds of a difference that need a
 * processor run after the commit, as those of a return do.
 */
export async function exchangeGoods(
  platform: Platform,
  caller: TillStaff,
  body: ExchangeRequest,
  settle: Settle,
): Promise<Reply<ShownExchange>> {
  const { db, clock } = platform;
  const old = await returnableSale(db, caller, body.transaction);
  const goods = await priceGoods(platform, caller, body, await customerOf(platform, body, old));
  const { reply, ...written } = await guardCodes(platform, caller.userId, codeIn(body), () =>
    createSale(platform, caller, goods, run =>
      atomically(db, async tx => {
        const ringUp = async () => (await run(tx)).sale;
        const done = await exchange(platform, tx, caller, body, ringUp);
        return { ...done, reply: await settle(tx, 201, await presentExchange(tx, done)) };
      }),
    ),
  );
  if (written.waiting.length === 0) return reply;
  await finishRefunds(platform, written.waiting);
  return atomically(db, async tx => {
    await applyRefunds(tx, written.row.transaction_id, clock.now());
    return settle(tx, 201, await presentExchange(tx, written));
  });
}

/** The gift card that the exchange names: to pay with, or to top up. */
const codeIn = ({ tender, line_items }: ExchangeRequest): string | undefined =>
  tender?.gift_card_code ?? line_items.find(line => line.gift_card_code)?.gift_card_code;

/** The customer of the old sale is that of the new one, unless the till names another. */
async function customerOf(
  { db }: Platform,
  { customer_id }: ExchangeRequest,
  old: Sale,
): Promise<string | undefined> {
  if (customer_id !== undefined || old.customer_id === null) return customer_id;
  const known = await buyerById(db, old.customer_id);
  return known?.role === 'customer' && known.is_active ? known.id : undefined;
}

/** Locks the old sale first, as voids and returns do. */
async function exchange(
  platform: Platform,
  tx: Tx,
  caller: TillStaff,
  body: ExchangeRequest,
  ringUp: () => Promise<RungUp>,
): Promise<Written> {
  const now = platform.clock.now();
  const opened = await renaming(ofReturn, () =>
    createReturn(
      tx,
      caller,
      {
        transaction: body.transaction,
        return_reason: body.return_reason ?? 'other',
        notes: body.notes,
        line_items: body.returns,
      },
      now,
    ),
  );
  await takeIn(tx, caller, opened.id, now);
  const sale = await ringUp();
  if (sale.totalMinor === 0) throw invalidField('line_items', 'The new goods cost nothing.');
  const differenceMinor = sale.totalMinor - minor(opened.refund_amount, sale.currency);
  refuseOtherWay(body, differenceMinor, sale.currency);
  const completion = {
    refundTo: body.refund_to ?? ('store_credit' as const),
    restock: body.restock ?? true,
    approvalRequestId: body.approval_request_id,
    exchangeMinor: sale.totalMinor,
  };
  const { row, waiting } = await settleReturn(tx, caller, opened.id, completion, now);
  await linkExchange(tx, row.id, sale.id);
  await markExchange(tx, sale.id, {
    return_id: row.id,
    return_number: row.return_number,
    transaction_id: row.transaction_number,
  });
  const credit = await creditOf(tx, row, sale);
  const paid = await payGoods(platform, tx, { caller, body, sale, credit });
  return { row: { ...row, exchange_number: sale.number }, sale, paid, waiting };
}

async function creditOf(tx: Tx, row: ReturnRow, sale: RungUp) {
  const [credit] = await creditsOfReturns(tx, [row.id]);
  if (credit === undefined) return undefined;
  return {
    code: credit.code,
    amountMinor: Math.min(minor(row.refund_amount, sale.currency), sale.totalMinor),
  };
}
