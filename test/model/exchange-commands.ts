import fc from 'fast-check';
import type { Reply } from '../support/service.js';
import { type Bill, billFor, money, signed } from './cents.js';
import { drawerOf, followRefunds, openRefund, openShiftAt, shownRefund } from './refunds.js';
import { appraise, isReturnable } from './return-commands.js';
import {
  amountOf,
  type Destination,
  type Goods,
  leftOf,
  type Model,
  type Payment,
  pickFrom,
  prefer,
  putBack,
  type Return,
  type Sale,
  type SoldLine,
  takeOut,
} from './state.js';
import { expectReply, step } from './step.js';
import { approvalFor, readLines } from './till-commands.js';
import { mayRefund, type Till } from './tills.js';
import type { World } from './world.js';

const index = fc.nat(30);

/** How the till settles the difference; `fitting` sends what the difference needs. */
const HOWS = [
  'fitting',
  'fitting',
  'fitting',
  'fitting',
  'nothing',
  'tender',
  'too little',
] as const;
type How = (typeof HOWS)[number];

type Share = { payment: Payment; amount: number };

/** What goes back and what goes out, and the money between them. */
type Trade = {
  sale: Sale;
  wanted: Map<SoldLine, number>;
  parts: ReturnType<typeof appraise>;
  value: number;
  goods: Goods;
  bill: Bill;
  /** Below zero: the customer gets it. */
  difference: number;
};

const hasGoods = (sale: Sale): boolean =>
  isReturnable(sale) && sale.lines.some(line => line.quantity > line.returned);

/** Goods of a sale for one other article; sometimes more goods than are left of the line. */
export const exchangeGoods = step(
  'exchange',
  fc.record({
    till: index,
    sale: index,
    line: index,
    more: fc.constantFrom(0, 0, 0, 0, 1),
    goods: index,
    quantity: fc.integer({ min: 1, max: 3 }),
    isSame: fc.boolean(),
    how: fc.constantFrom<How>(...HOWS),
    to: fc.constantFrom<Destination>('original', 'cash', 'store_credit'),
    change: fc.constantFrom(0, 0, 500),
    restock: fc.boolean(),
    isApproved: fc.constantFrom(true, true, false),
  }),
  async (m, w, chosen) => {
    const till = pickFrom(w.house.tills, chosen.till);
    const trade = tradeOf(m, chosen);
    const { sale, difference } = trade;
    const tendered = Math.max(
      1,
      chosen.how === 'too little' ? difference - 1 : difference + chosen.change,
    );
    const sends = sendsOf(chosen.how, difference);
    const paidOut = Math.max(0, -difference);
    const approval = await approvalFor(w, till, 'refund', sale, paidOut, chosen.isApproved);
    const reply = await w.keyed('/exchanges/', till, {
      transaction: sale.number,
      returns: [...trade.wanted].map(([line, quantity]) => ({
        original_line_item: line.id,
        quantity,
      })),
      line_items: trade.bill.items.map(({ sku, quantity }) => ({ sku, quantity })),
      restock: chosen.restock,
      ...approval,
      ...(sends === 'tender' && {
        tender: { payment_method_id: 'cash', tendered_amount: money(tendered) },
      }),
      ...(sends === 'refund_to' && { refund_to: chosen.to }),
    });
    const isPaid = sends === 'tender' && tendered >= difference;
    const refusal = refusalOf(trade, till, chosen.to, { sends, isPaid, ...approval });
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    const { to, restock } = chosen;
    await book(m, w, { ...trade, till, to, restock, tendered, reply: reply.body });
    if (difference === 0) return 'even';
    return difference > 0 ? 'paid' : 'refunded';
  },
  m => m.sales.length > 0,
);

type Choice = {
  sale: number;
  line: number;
  more: number;
  goods: number;
  quantity: number;
  isSame: boolean;
};

function tradeOf(m: Model, chosen: Choice): Trade {
  const sale = prefer(m.sales, chosen.sale, hasGoods);
  const line = prefer(sale.lines, chosen.line, one => one.quantity > one.returned);
  const left = line.quantity - line.returned;
  const returned = Math.min(left, chosen.quantity) + (chosen.more > 0 ? left : 0);
  const wanted = new Map([[line, Math.max(1, returned)]]);
  const goods = chosen.isSame ? line.goods : pickFrom(m.goods, chosen.goods);
  const quantity = chosen.isSame ? Math.max(1, returned) : chosen.quantity;
  const bill = billFor([{ ...goods, quantity }]);
  const parts = appraise(m, sale, wanted);
  const value = parts.lines.reduce((sum, one) => sum + one.amount, parts.shipping);
  return { sale, wanted, parts, value, goods, bill, difference: bill.total - value };
}

function sendsOf(how: How, difference: number): 'tender' | 'refund_to' | 'nothing' {
  if (how === 'nothing') return 'nothing';
  if (how === 'tender' || difference > 0) return 'tender';
  return difference < 0 ? 'refund_to' : 'nothing';
}

/** The checks in the order of the service. */
function refusalOf(
  { sale, wanted, bill, value, difference }: Trade,
  till: Till,
  to: Destination,
  sent: { sends: string; isPaid: boolean; approval_request_id?: string },
): [number, string] | undefined {
  if (!isReturnable(sale)) return [400, 'NOT_RETURNABLE'];
  if ([...wanted].some(([line, quantity]) => quantity > line.quantity - line.returned)) {
    return [400, 'RETURN_EXCEEDS_SALE'];
  }
  if (bill.total === 0) return [400, 'INVALID'];
  const fitting = difference > 0 ? 'tender' : difference < 0 ? 'refund_to' : 'nothing';
  if (sent.sends !== fitting) return [400, 'EXCHANGE_DIFFERENCE'];
  if (!mayRefund(till) && value > 0) {
    const { exchanged, paidOut } = sharesOf(sale, bill.total, value);
    const checked = to === 'original' ? exchanged : [...exchanged, ...paidOut];
    if (checked.some(({ payment }) => payment.isUnproven)) return [409, 'PAYMENT_UNVERIFIED'];
    const isMissing = sent.approval_request_id === undefined;
    if (difference < 0 && isMissing) return [403, 'APPROVAL_REQUIRED'];
  }
  if (difference > 0 && !sent.isPaid) return [400, 'EXCHANGE_DIFFERENCE'];
  return undefined;
}

/** The newest payments are paid out first; what is left of them takes the new goods. */
function sharesOf(sale: Sale, cost: number, value: number) {
  const left = new Map(sale.payments.map(payment => [payment, leftOf(payment)]));
  const take = (amount: number): Share[] => {
    let rest = amount;
    return [...left].reverse().flatMap(([payment, most]) => {
      const part = Math.min(rest, most);
      rest -= part;
      left.set(payment, most - part);
      return part > 0 ? [{ payment, amount: part }] : [];
    });
  };
  const paidOut = take(Math.max(0, value - cost));
  return { paidOut, exchanged: take(Math.min(value, cost)) };
}

type Booking = Trade & {
  till: Till;
  to: Destination;
  restock: boolean;
  tendered: number;
  reply: Reply['body'];
};

async function book(m: Model, w: World, booking: Booking): Promise<void> {
  const { sale, parts, value, bill, difference, till, to, reply } = booking;
  const exchanged = Math.min(value, bill.total);
  const made: Return = {
    id: reply.return.id,
    sale,
    status: 'completed',
    isWithheld: false,
    ...parts,
  };
  takeOut(sale);
  for (const { line, quantity } of made.lines) line.returned += quantity;
  const shares = sharesOf(sale, bill.total, value);
  const how = { sale, cause: 'return' as const, drawer: drawerOf(m, till) };
  const refunds = [
    ...shares.exchanged.map(share => ({ ...share, to: 'store_credit' as const })),
    ...shares.paidOut.map(share => ({ ...share, to })),
  ].map(share => openRefund(m, { ...how, ...share }));
  followRefunds(sale);
  if (booking.restock) {
    putBack(made.lines.map(({ line, quantity }) => ({ goods: line.goods, quantity })));
  }
  m.returns.push(made);
  const kept = to === 'store_credit' ? Math.max(0, -difference) : 0;
  const fresh = await sold(m, w, booking, { exchanged, kept });
  expectReply({ status: 201, body: reply, text: JSON.stringify(reply) }, 201, {
    exchanged_amount: money(exchanged),
    difference: signed(difference),
    return: {
      status: 'completed',
      refund_amount: money(amountOf(made)),
      exchange_transaction: fresh.number,
      refunds: refunds.map(shownRefund),
      ...(exchanged + kept > 0 && {
        store_credit: { amount: money(exchanged + kept), balance: money(kept) },
      }),
    },
    transaction: {
      status: 'completed',
      total_amount: money(bill.total),
      total_paid: money(bill.total),
      change_due: money(fresh.change),
    },
  });
}

/** The new sale, paid by the credit of the return and, if it costs more, in cash. */
async function sold(
  m: Model,
  w: World,
  { sale, goods, bill, difference, till, tendered, reply }: Booking,
  { exchanged, kept }: { exchanged: number; kept: number },
): Promise<Sale> {
  const number: string = reply.transaction.transaction_id;
  const shown = await w.call('GET', `/transactions/${number}/`, 'office');
  const ids: string[] = shown.body.payment_records.map((one: { id: string }) => one.id);
  const paid = (kind: 'credit' | 'cash', amount: number): Payment => ({
    id: ids.shift() ?? '',
    kind,
    amount,
    status: 'succeeded',
    isUnproven: false,
    shift: openShiftAt(m, till),
    refunds: [],
  });
  const payments: Payment[] = [];
  if (exchanged + kept > 0) {
    const credit = { code: reply.return.store_credit.code, balance: kept };
    m.credits.push(credit);
    if (exchanged > 0) payments.push({ ...paid('credit', exchanged), credit });
  }
  if (difference > 0) payments.push(paid('cash', difference));
  const fresh: Sale = {
    number,
    source: 'pos',
    status: 'completed',
    lines: await readLines(
      w,
      number,
      bill.items.map(item => ({ ...item, goods })),
    ),
    total: bill.total,
    paid: bill.total,
    change: Math.max(0, difference > 0 ? tendered - difference : 0),
    payments,
    stock: 'untouched',
    usesCode: false,
    isKnown: sale.isKnown === true,
    expiresAt: null,
    fulfillment: null,
  };
  m.sales.push(fresh);
  return fresh;
}
