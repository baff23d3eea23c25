import fc from 'fast-check';
import { customer } from '../../src/seed/data.js';
import { billFor, money } from './cents.js';
import { drawerOf, endSale, openShiftAt, shownRefund } from './refunds.js';
import { available, dueOf, hold, type Model, pickFrom, prefer, type Sale } from './state.js';
import { expectReply, step } from './step.js';
import { approvalFor, readLines } from './till-commands.js';
import { mayRefund } from './tills.js';
import { LAYAWAY_FEE } from './world.js';

const index = fc.nat(30);

const layawaysOf = (m: Model): Sale[] => m.sales.filter(sale => sale.isLayaway);

const isOpen = ({ status }: Sale): boolean => status === 'partially_paid';

/** Keeps goods for the demo's customer; sometimes more than there are. */
export const keepGoods = step(
  'keep goods',
  fc.record({
    till: index,
    goods: index,
    quantity: fc.integer({ min: 1, max: 4 }),
    share: fc.constantFrom(1, 10, 25, 50, 99, 100),
  }),
  async (m, w, { till: t, goods: g, quantity, share }) => {
    const till = pickFrom(w.house.tills, t);
    const goods = pickFrom(
      m.goods.filter(one => !one.digital),
      g,
    );
    const bill = billFor([{ ...goods, quantity }]);
    const deposit = Math.floor((bill.total * share) / 100);
    if (deposit === 0) return 'nothing to pay';
    const reply = await w.keyed('/layaways/', till, {
      line_items: [{ sku: goods.sku, quantity }],
      customer_id: customer.id,
      deposit: { payment_method_id: 'cash', tendered_amount: money(deposit) },
    });
    if (deposit === bill.total) {
      expectReply(reply, 400, 'DEPOSIT_TOO_LARGE');
      return 'DEPOSIT_TOO_LARGE';
    }
    if (available(goods) < quantity) {
      expectReply(reply, 409, 'INSUFFICIENT_STOCK');
      return 'INSUFFICIENT_STOCK';
    }
    expectReply(reply, 201, {
      status: 'open',
      total_amount: money(bill.total),
      total_paid: money(deposit),
    });
    const number: string = reply.body.transaction_id;
    const sale: Sale = {
      number,
      source: 'pos',
      status: 'partially_paid',
      lines: await readLines(
        w,
        number,
        bill.items.map(item => ({ ...item, goods })),
      ),
      total: bill.total,
      paid: deposit,
      change: 0,
      payments: [
        {
          id: reply.body.payment.id,
          kind: 'cash',
          amount: deposit,
          status: 'succeeded',
          isUnproven: false,
          shift: openShiftAt(m, till),
          refunds: [],
        },
      ],
      stock: 'untouched',
      usesCode: false,
      isKnown: true,
      expiresAt: null,
      isLayaway: true,
      fulfillment: null,
    };
    hold(sale);
    m.sales.push(sale);
    return 'kept';
  },
);

export const cancelLayaway = step(
  'cancel a layaway',
  fc.record({ till: index, sale: index, isApproved: fc.constantFrom(true, true, false) }),
  async (m, w, { till: t, sale: n, isApproved }) => {
    const till = pickFrom(w.house.tills, t);
    const sale = prefer(layawaysOf(m), n, isOpen);
    const approval = await approvalFor(w, till, 'void', sale, sale.paid, isApproved);
    const reply = await w.keyed(`/layaways/${sale.number}/cancel/`, till, approval);
    const isAgain = sale.status === 'voided';
    if (!isAgain && !isOpen(sale)) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (!isAgain && !mayRefund(till) && approval.approval_request_id === undefined) {
      expectReply(reply, 403, 'APPROVAL_REQUIRED');
      return 'APPROVAL_REQUIRED';
    }
    const fee = Math.min(LAYAWAY_FEE, sale.paid);
    if (!isAgain) endSale(m, sale, drawerOf(m, till), fee);
    expectReply(reply, 200, {
      status: 'cancelled',
      total_paid: money(sale.paid),
      ...(!isAgain && { fee: money(fee) }),
      refunds: m.refunds.filter(refund => refund.sale === sale).map(shownRefund),
    });
    return isAgain ? 'again' : `${dueOf(sale) > 0 ? 'partly' : 'fully'} paid`;
  },
  m => layawaysOf(m).length > 0,
);
