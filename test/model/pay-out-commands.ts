import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { money } from './cents.js';
import { drawerOf, endSale, openShiftAt, settle, shownRefund } from './refunds.js';
import { type Model, pickFrom, prefer, type Refund } from './state.js';
import { expectReply, step } from './step.js';
import { approvalFor } from './till-commands.js';
import { mayRefund, type Till } from './tills.js';
import type { World } from './world.js';

const index = fc.nat(30);

export const waitingForCash = (m: Model): Refund[] =>
  m.refunds.filter(refund => refund.action === 'pay_out_cash');

type Listed = { id: string; refund_id: string; transaction_id: string };

/** The pay-outs of this run as a till lists them; they must be those of the model, in order. */
export async function listPayOuts(m: Model, w: World, till: Till): Promise<Listed[]> {
  const reply = await w.call('GET', '/pos/pay-outs/', till);
  expectReply(reply, 200);
  const own = new Set(m.sales.map(sale => sale.number));
  const listed = (reply.body as Listed[]).filter(one => own.has(one.transaction_id));
  expect(listed).toMatchObject(
    waitingForCash(m).map(refund => ({
      transaction_id: refund.sale.number,
      amount: money(refund.amount),
      cause: refund.cause,
      currency: 'USD',
    })),
  );
  return listed;
}

export const payOut = step(
  'pay out',
  fc.record({ till: index, which: index, byNumber: fc.boolean() }),
  async (m, w, { till: t, which, byNumber }) => {
    const till = pickFrom(w.house.tills, t);
    const waiting = waitingForCash(m);
    const listed = await listPayOuts(m, w, till);
    const refund = prefer(m.refunds, which, one => waiting.includes(one));
    const found = listed[waiting.indexOf(refund)] ?? (await w.refundOf(refund.payment, refund));
    const path = `/pos/pay-outs/${byNumber ? found.refund_id : found.id}/pay/`;
    const key = randomUUID();
    const reply = await w.call('POST', path, till, undefined, key);
    if (!waiting.includes(refund)) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    settle(refund, 'cash');
    refund.shift = openShiftAt(m, till);
    expectReply(reply, 200, shownRefund(refund));
    const again = await w.call('POST', path, till, undefined, key);
    expect([again.status, again.text]).toEqual([200, reply.text]);
    const other = pickFrom(w.house.tills, which);
    expectReply(await w.call('POST', path, other), 409, 'INVALID_STATE');
    return refund.shift === null ? 'without a shift' : 'from a shift';
  },
  m => m.refunds.length > 0,
);

/** Two tills pay the same refund at the same moment: one of them does. */
export const payOutTwice = step(
  'pay out at two tills',
  fc.record({ first: fc.nat(2), second: fc.nat(2), which: index }),
  async (m, w, { first, second, which }) => {
    const refund = pickFrom(waitingForCash(m), which);
    const { id } = await w.refundOf(refund.payment, refund);
    const tills = [pickFrom(w.house.tills, first), pickFrom(w.house.tills, second)] as const;
    const replies = await Promise.all(
      tills.map(till => w.call('POST', `/pos/pay-outs/${id}/pay/`, till)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = replies.findIndex(({ status }) => status === 200);
    settle(refund, 'cash');
    refund.shift = openShiftAt(m, tills[winner === 0 ? 0 : 1]);
    return 'once';
  },
  m => waitingForCash(m).length > 0,
);

export const waitingForSlip = (m: Model): Refund[] =>
  m.refunds.filter(refund => refund.action === 'confirm_on_terminal');

export const confirmRefund = step(
  'confirm a refund',
  fc.record({ which: index, slip: fc.integer({ min: 1, max: 3 }) }),
  async (m, w, { which, slip }) => {
    const refund = prefer(m.refunds, which, one => one.action === 'confirm_on_terminal');
    return confirmWith(w, refund, `SLIP-${slip}`);
  },
  m => m.refunds.length > 0,
);

export async function confirmWith(w: World, refund: Refund, reference: string): Promise<string> {
  const { id } = await w.refundOf(refund.payment, refund);
  const reply = await w.keyed(`/payments/refunds/${id}/confirm/`, 'office', { reference });
  const isRepeated = refund.way === 'external' && refund.reference === reference;
  if (refund.action !== 'confirm_on_terminal' && !isRepeated) {
    expectReply(reply, 409, 'INVALID_STATE');
    return 'INVALID_STATE';
  }
  if (!isRepeated) settle(refund, 'external');
  refund.reference = reference;
  expectReply(reply, 200, { ...shownRefund(refund), reference });
  return isRepeated ? 'again' : 'confirmed';
}

/** Any till cancels a sale that is not paid in full. */
export const cancelSale = step(
  'cancel a sale',
  fc.record({ till: index, sale: index, isApproved: fc.constantFrom(true, true, false) }),
  async (m, w, { till: t, sale: n, isApproved }) => {
    const till = pickFrom(w.house.tills, t);
    const sale = prefer(m.sales, n, ({ status }) => status === 'partially_paid');
    const approval = await approvalFor(w, till, 'void', sale, sale.paid, isApproved);
    const reply = await w.keyed(`/pos/transactions/${sale.number}/cancel/`, till, {
      reason: 'The customer left',
      ...approval,
    });
    if (sale.status !== 'voided') {
      if (sale.status !== 'pending' && sale.status !== 'partially_paid') {
        expectReply(reply, 409, 'INVALID_STATE');
        return 'INVALID_STATE';
      }
      if (sale.isLayaway) {
        expectReply(reply, 409, 'IS_LAYAWAY');
        return 'IS_LAYAWAY';
      }
      const isAllowed = mayRefund(till) || approval.approval_request_id !== undefined;
      if (sale.paid > 0 && !isAllowed) {
        expectReply(reply, 403, 'APPROVAL_REQUIRED');
        return 'APPROVAL_REQUIRED';
      }
    }
    const outcome = sale.status === 'voided' ? 'again' : `${sale.source} ${sale.status}`;
    if (sale.status !== 'voided') endSale(m, sale, drawerOf(m, till));
    expectReply(reply, 200, {
      transaction: { transaction_id: sale.number, status: 'voided', total_paid: money(sale.paid) },
      refunds: m.refunds.filter(refund => refund.sale === sale).map(shownRefund),
    });
    return outcome;
  },
  m => m.sales.length > 0,
);
