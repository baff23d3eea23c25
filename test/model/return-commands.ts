import fc from 'fast-check';
import { atMost, money, part, sum } from './cents.js';
import { followRefunds, giveBack, openRefund, shownRefund } from './refunds.js';
import {
  amountOf,
  type Destination,
  givenBack,
  leftOf,
  type Model,
  pickFrom,
  prefer,
  putBack,
  type Refund,
  type Return,
  type ReturnLine,
  type Sale,
  type SoldLine,
  takeOut,
} from './state.js';
import { expectReply, step } from './step.js';
import { actor, approvalFor, whoIs } from './till-commands.js';
import { mayRefund } from './tills.js';

const index = fc.nat(30);

const counts = (r: Return): boolean => r.status !== 'rejected' && r.status !== 'cancelled';
const isOpen = (r: Return): boolean =>
  r.status === 'pending' || r.status === 'approved' || r.status === 'received';

export const isReturnable = (sale: Sale): boolean =>
  sale.status === 'completed' || sale.status === 'partially_refunded';

/** Value of units of a line after earlier returns: the last unit takes the rounding remainder. */
function worthOf(line: SoldLine, quantity: number, earlier: readonly ReturnLine[]): number {
  const before = sum(earlier.map(e => e.quantity));
  const given = sum(earlier.map(e => e.amount));
  const paid = line.net + line.tax;
  const left = Math.max(0, paid - given);
  if (before + quantity === line.quantity) return left;
  const upTo = (units: number) =>
    part(line.net, units, line.quantity) + part(line.tax, units, line.quantity);
  return Math.min(upTo(before + quantity) - upTo(before), left);
}

export function appraise(m: Model, sale: Sale, wanted: ReadonlyMap<SoldLine, number>) {
  const earlier = m.returns.filter(r => r.sale === sale && counts(r));
  const lines = sale.lines.filter(line => wanted.has(line));
  const amounts = lines.map(line =>
    worthOf(
      line,
      wanted.get(line) ?? 0,
      earlier.flatMap(r => r.lines).filter(e => e.line === line),
    ),
  );
  const isAll = sale.lines.every(line => line.quantity - line.returned === (wanted.get(line) ?? 0));
  const beside = sale.total - sum(sale.lines.map(line => line.net + line.tax));
  const shipping = isAll ? Math.max(0, beside - sum(earlier.map(r => r.shipping))) : 0;
  const promised = sum(earlier.filter(isOpen).map(amountOf));
  const left = Math.max(0, sum(sale.payments.map(leftOf)) - promised);
  const parts = atMost(left, [...amounts, shipping]);
  return {
    lines: lines.map((line, n) => ({
      line,
      quantity: wanted.get(line) ?? 0,
      amount: parts[n] ?? 0,
    })),
    shipping: parts[lines.length] ?? 0,
  };
}

export const askForReturn = step(
  'ask for a return',
  fc.record({
    sale: index,
    lines: fc.array(fc.record({ line: fc.nat(3), share: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    all: fc.boolean(),
  }),
  async (m, w, { sale: n, lines, all }) => {
    const sale = prefer(
      m.sales,
      n,
      found => isReturnable(found) && found.lines.some(line => line.quantity > line.returned),
    );
    const wanted = new Map<SoldLine, number>();
    for (const { line, share } of lines) wanted.set(pickFrom(sale.lines, line), share);
    if (all) {
      wanted.clear();
      for (const line of sale.lines) {
        if (line.quantity > line.returned) wanted.set(line, line.quantity - line.returned);
      }
      if (wanted.size === 0) return 'nothing left';
    }
    const reply = await w.keyed('/returns/', 'office', {
      transaction: sale.number,
      return_reason: 'defective',
      line_items: [...wanted].map(([line, quantity]) => ({
        original_line_item: line.id,
        quantity,
      })),
    });
    if (!isReturnable(sale)) {
      expectReply(reply, 400, 'NOT_RETURNABLE');
      return 'NOT_RETURNABLE';
    }
    if ([...wanted].some(([line, quantity]) => quantity > line.quantity - line.returned)) {
      expectReply(reply, 400, 'RETURN_EXCEEDS_SALE');
      return 'RETURN_EXCEEDS_SALE';
    }
    const made: Return = {
      id: reply.body.id,
      sale,
      status: 'pending',
      isWithheld: false,
      ...appraise(m, sale, wanted),
    };
    expectReply(reply, 201, {
      status: 'pending',
      refund_amount: money(amountOf(made)),
      shipping_refund: money(made.shipping),
      line_items: made.lines.map(line => ({
        original_line_item: line.line.id,
        quantity: line.quantity,
        refund_amount: money(line.amount),
      })),
    });
    // Returned goods have left the stock, whether or not the job has posted the sale yet.
    takeOut(sale);
    for (const { line, quantity } of made.lines) line.returned += quantity;
    m.returns.push(made);
    return all ? 'everything' : 'some';
  },
  m => m.sales.length > 0,
);

const MOVES = {
  approve: ['pending', 'approved'],
  reject: ['pending', 'rejected'],
  cancel: ['pending', 'cancelled'],
  receive: ['approved', 'received'],
} as const;
type Move = keyof typeof MOVES;

export const moveReturn = step(
  'move a return',
  fc.record({
    which: index,
    wanted: fc.constantFrom<Move | 'on'>(
      'on',
      'on',
      'on',
      'on',
      'approve',
      'receive',
      'reject',
      'cancel',
    ),
  }),
  async (m, w, { which, wanted }) => {
    const found = prefer(m.returns, which, r => r.status === 'pending' || r.status === 'approved');
    const next = found.status === 'approved' ? 'receive' : 'approve';
    const move = wanted === 'on' ? next : wanted;
    const [from, to] = MOVES[move];
    const reply = await w.call('POST', `/returns/${found.id}/${move}/`, 'office');
    const isDrop = move === 'reject' || move === 'cancel';
    if (found.status !== from || (!isDrop && found.sale.status === 'voided')) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    expectReply(reply, 200, { status: to });
    found.status = to;
    if (isDrop) drop(found);
    return move;
  },
  m => m.returns.length > 0,
);

/** Gives the units back to their sale; units of a voided sale go back to stock. */
export function drop(dropped: Return): void {
  for (const { line, quantity } of dropped.lines) line.returned -= quantity;
  if (dropped.sale.status !== 'voided') return;
  putBack(dropped.lines.map(({ line, quantity }) => ({ goods: line.goods, quantity })));
}

/** A void leaves open returns to a job that cancels them. */
export function dropReturnsOfVoided(m: Model): void {
  for (const found of m.returns) {
    if (found.sale.status !== 'voided' || !isOpen(found)) continue;
    found.status = 'cancelled';
    drop(found);
  }
}

export const completeReturn = step(
  'complete a return',
  fc.record({
    which: index,
    to: fc.constantFrom<Destination>('original', 'original', 'cash', 'store_credit'),
    restock: fc.boolean(),
    actor,
  }),
  async (m, w, { which, to, restock, actor: chosen }) => {
    const found = prefer(m.returns, which, r => r.status === 'received');
    const { sale } = found;
    const { who, named, drawer, isShut } = whoIs(m, w, chosen);
    const parts = partsNow(found);
    const amount = sum(parts);
    const approval = await approvalFor(w, who, 'return', sale, amount, chosen.isApproved);
    const reply = await w.keyed(`/returns/${found.id}/complete/`, who, {
      refund_to: to,
      restock,
      ...approval,
      ...(named && { shift_id: named.id }),
    });
    if (found.status !== 'received' || sale.status === 'voided') {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (!mayRefund(who) && amount > 0) {
      if (to !== 'original' && takesUnproven(sale, amount)) {
        expectReply(reply, 409, 'PAYMENT_UNVERIFIED');
        return 'PAYMENT_UNVERIFIED';
      }
      if (approval.approval_request_id === undefined) {
        expectReply(reply, 403, 'APPROVAL_REQUIRED');
        return 'APPROVAL_REQUIRED';
      }
    }
    if (isShut) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'closed shift';
    }
    found.lines = found.lines.map((line, n) => ({ ...line, amount: parts[n] ?? 0 }));
    found.shipping = parts[found.lines.length] ?? 0;
    found.status = 'completed';
    const refunds = giveBack(m, sale, amount, { cause: 'return', to, drawer });
    if (restock) {
      putBack(found.lines.map(({ line, quantity }) => ({ goods: line.goods, quantity })));
    }
    expectReply(reply, 200, {
      status: 'completed',
      refund_amount: money(amount),
      total_return_value: money(sum(refunds.filter(isPaid).map(refund => refund.amount))),
      refunds: refunds.map(shownRefund),
      ...(to === 'store_credit' && amount > 0 && { store_credit: { balance: money(amount) } }),
    });
    if (to === 'store_credit' && amount > 0) {
      m.credits.push({ code: reply.body.store_credit.code, balance: amount });
    }
    return `to ${to} by ${chosen.by}`;
  },
  m => m.returns.length > 0,
);

/** Manual refunds may have left less than the return was promised. */
export const partsNow = (found: Return): number[] =>
  atMost(sum(found.sale.payments.map(leftOf)), [
    ...found.lines.map(line => line.amount),
    found.shipping,
  ]);

const isPaid = (refund: Refund): boolean => refund.status === 'succeeded';

/** True if a card payment that nobody has confirmed would be paid out another way. */
function takesUnproven(sale: Sale, amount: number): boolean {
  let rest = amount;
  return [...sale.payments].reverse().some(payment => {
    const share = Math.min(rest, leftOf(payment));
    rest -= share;
    return share > 0 && payment.isUnproven;
  });
}

export const refund = step(
  'refund by hand',
  fc.record({
    sale: index,
    payment: index,
    percent: fc.constantFrom(0, 1, 10, 30, 50, 101, null),
    actor,
  }),
  async (m, w, { sale: n, payment: p, percent, actor: chosen }) => {
    const paid = m.sales.filter(sale => sale.payments.length > 0);
    const sale = prefer(paid, n, isReturnable);
    const payment = pickFrom(sale.payments, p);
    const left = payment.amount - givenBack(payment);
    const amount = percent === null ? left : percent > 100 ? left + 1 : part(left, percent, 100);
    const { who, named, drawer, isShut } = whoIs(m, w, chosen);
    const approval = await approvalFor(w, who, 'refund', sale, amount, chosen.isApproved);
    const reply = await w.keyed('/payments/refunds/', who, {
      payment: payment.id,
      reason: 'Scratched',
      ...(percent !== null && { amount: money(amount) }),
      ...approval,
      ...(named && { shift_id: named.id }),
    });
    if (!isReturnable(sale)) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (!mayRefund(who) && approval.approval_request_id === undefined) {
      expectReply(reply, 403, 'APPROVAL_REQUIRED');
      return 'APPROVAL_REQUIRED';
    }
    if (isShut) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'closed shift';
    }
    if (payment.status === 'failed') {
      expectReply(reply, 409, 'NOTHING_TO_REFUND');
      return 'NOTHING_TO_REFUND';
    }
    if (amount < 1 || amount > left) {
      expectReply(reply, 400, 'REFUND_EXCEEDS_PAYMENT');
      return 'REFUND_EXCEEDS_PAYMENT';
    }
    const opened = openRefund(m, { sale, payment, amount, cause: 'refund', drawer });
    followRefunds(sale);
    expectReply(reply, 201, shownRefund(opened));
    return `${sale.source} ${opened.status} by ${chosen.by}`;
  },
  m => m.sales.some(sale => sale.payments.length > 0),
);
