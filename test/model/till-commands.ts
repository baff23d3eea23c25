import fc from 'fast-check';
import { expect } from 'vitest';
import { customer } from '../../src/seed/data.js';
import { billFor, money } from './cents.js';
import { drawerOf, endSale, openShiftAt } from './refunds.js';
import {
  type Credit,
  dueOf,
  type Goods,
  type Model,
  type Payment,
  pickFrom,
  prefer,
  type Sale,
  type Shift,
} from './state.js';
import { expectReply, step } from './step.js';
import { isTill, mayRefund, type Till, type Who } from './tills.js';
import { STORE_ID, type World } from './world.js';

const index = fc.nat(30);

/** Compares the lines of a sale as the back office shows them with their expected prices. */
export async function readLines(
  w: World,
  number: string,
  items: readonly {
    goods: Goods;
    quantity: number;
    gross: number;
    discount: number;
    tax: number;
  }[],
): Promise<Sale['lines']> {
  const reply = await w.call('GET', `/transactions/${number}/`, 'office');
  expect(reply.status, reply.text).toBe(200);
  const shown: { id: string; sku: string }[] = reply.body.lineItems;
  // A cart's lines keep the order in which they were added; each has its own SKU.
  const inOrder =
    reply.body.source_system === 'web_commerce'
      ? shown.map(line => items.find(item => item.goods.sku === line.sku))
      : items;
  expect(shown, reply.text).toMatchObject(
    inOrder.map(item => ({
      sku: item?.goods.sku,
      quantity: item?.quantity,
      subtotal: money(item?.gross ?? 0),
      discount: money(item?.discount ?? 0),
      taxAmount: money(item?.tax ?? 0),
    })),
  );
  return inOrder.flatMap((item, n) => {
    if (item === undefined) return [];
    const { goods, quantity, gross, discount, tax } = item;
    return [{ id: shown[n]?.id ?? '', goods, quantity, net: gross - discount, tax, returned: 0 }];
  });
}

export const ringUp = step(
  'ring up',
  fc.record({
    till: index,
    lines: fc.array(
      fc.record({
        goods: fc.nat(3),
        quantity: fc.integer({ min: 1, max: 4 }),
        price: fc.option(fc.integer({ min: 0, max: 3_000 }), { freq: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    /** A tax amount computed by the till itself. */
    tax: fc.option(fc.integer({ min: 0, max: 500 }), { freq: 5 }),
    isKnown: fc.boolean(),
    wrongField: fc.constantFrom(...Array<string>(12).fill(''), 'line', 'subtotal', 'total'),
  }),
  async (m, w, { till: t, lines, tax, isKnown, wrongField }) => {
    const till = pickFrom(w.house.tills, t);
    const items = lines.map(line => {
      const goods = pickFrom(m.goods, line.goods);
      const { sku, exempt } = goods;
      // One price in twenty may be above ten times the list price, which needs an approval.
      const typed = line.price ?? goods.price;
      const price = typed % 20 === 7 ? typed : Math.min(typed, 10 * goods.price);
      return { goods, sku, exempt, quantity: line.quantity, price };
    });
    const bill = billFor(items, { chargedTax: tax ?? undefined });
    const claimed = (amount: number, what: string) => money(amount + (what === wrongField ? 1 : 0));
    const reply = await w.keyed('/pos/transactions/create/', till, {
      store_id: STORE_ID,
      employee_id: till.employee,
      ...(isKnown && { customer_id: customer.id }),
      line_items: bill.items.map((item, n) => ({
        sku: item.sku,
        quantity: item.quantity,
        unit_price: money(item.price),
        subtotal: claimed(item.gross, n === 0 ? 'line' : 'other lines'),
      })),
      subtotal: claimed(bill.subtotal, 'subtotal'),
      tax_amount: money(bill.tax),
      total_amount: claimed(bill.total, 'total'),
    });
    if (wrongField !== '') {
      expectReply(reply, 400, 'SUM_MISMATCH');
      return 'refused';
    }
    if (items.some(item => item.price > 10 * item.goods.price)) {
      expectReply(reply, 403, 'APPROVAL_REQUIRED');
      return 'refused';
    }
    const expectedTax = billFor(items).tax;
    expectReply(reply, 201, {
      transaction: {
        status: 'pending',
        total_amount: money(bill.total),
        price_overridden: items.some(item => item.price !== item.goods.price),
        tax_variance:
          bill.tax < expectedTax
            ? `-${money(expectedTax - bill.tax)}`
            : money(bill.tax - expectedTax),
      },
    });
    const number: string = reply.body.transaction.transaction_id;
    m.sales.push({
      number,
      source: 'pos',
      status: 'pending',
      lines: await readLines(
        w,
        number,
        bill.items.map((item, n) => ({ ...item, goods: items[n]?.goods as Goods })),
      ),
      total: bill.total,
      paid: 0,
      change: 0,
      payments: [],
      stock: 'untouched',
      usesCode: false,
      isKnown,
      expiresAt: null,
      fulfillment: null,
    });
    return 'rung up';
  },
);

const METHODS = [
  ...['cash', 'cash', 'cash', 'card', 'card', 'reader', 'reader', 'reader'],
  ...['credit', 'credit', 'gift', 'gift', 'points', 'points', 'declined', 'pay_at_store'],
] as ('cash' | 'card' | 'reader' | 'credit' | 'gift' | 'points' | 'declined' | 'pay_at_store')[];
const TENDERS = [...['all', 'all', 'all', 'all', 'all', 'some', 'some', 'more', 'nothing']] as (
  | 'all'
  | 'some'
  | 'more'
  | 'nothing'
)[];

export const pay = step(
  'pay',
  fc.record({
    till: index,
    sale: index,
    method: fc.constantFrom(...METHODS),
    tender: fc.constantFrom(...TENDERS),
    share: fc.integer({ min: 1, max: 99 }),
    credit: index,
  }),
  async (m, w, { till: t, sale: n, method: wanted, tender, share, credit: c }) => {
    const till = pickFrom(w.house.tills, t);
    const method = methodFor(m, wanted, n);
    const sale = prefer(m.sales, n, isPayable);
    const due = Math.max(0, dueOf(sale));
    const tendered = {
      all: due,
      some: Math.floor((due * share) / 100),
      more: due + share,
      nothing: 0,
    }[tender];
    if (method === 'declined') return declined(w, till, sale, tendered);
    const credit = accountFor(m, method, c);
    const code = CODES[method] ?? method;
    const isCharged = method === 'reader' && isPayable(sale) && tendered > 0 && tendered <= due;
    const reply = await w.keyed(`/pos/transactions/${sale.number}/payment/`, till, {
      payment_method_id: code,
      tendered_amount: money(tendered),
      ...(method === 'credit' && { store_credit_code: credit?.code ?? 'SC-NONE-NONE' }),
      ...(method === 'gift' && { gift_card_code: credit?.code }),
      ...(method === 'card' && share % 2 === 0 && { reference: `SLIP-${share}` }),
      ...(isCharged && { processor_transaction_id: await w.charge(tendered) }),
    });
    const refusal = refusalOf(sale, method, tendered, credit);
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    const accepted = Math.min(tendered, due);
    sale.paid += accepted;
    sale.change += tendered - accepted;
    sale.status = sale.paid === sale.total ? 'completed' : 'partially_paid';
    if (credit) credit.balance -= accepted;
    expectReply(reply, 202, {
      transaction: {
        status: sale.status,
        total_amount: money(sale.total),
        total_paid: money(sale.paid),
        change_due: money(sale.change),
        amount_due: money(dueOf(sale)),
      },
    });
    const id: string = reply.body.transaction.payment_id;
    const kind = {
      cash: 'cash',
      card: 'slip',
      reader: 'processor',
      credit: 'credit',
      gift: 'gift',
      points: 'points',
    } as const;
    sale.payments.push({
      id,
      kind: kind[method as keyof typeof kind],
      amount: accepted,
      status: 'succeeded',
      isUnproven: method === 'reader' || (method === 'card' && share % 2 === 1),
      shift: openShiftAt(m, till),
      refunds: [],
      credit,
    });
    return `${method} ${sale.status}`;
  },
  m => m.sales.length > 0,
);

const CODES: Partial<Record<(typeof METHODS)[number], string>> = {
  reader: 'card',
  credit: 'store_credit',
  gift: 'gift_card',
};

/** Cash where nothing can be tried; too many wrong gift card codes would block the till. */
function methodFor(m: Model, wanted: (typeof METHODS)[number], n: number) {
  if (wanted === 'gift' && m.cards.length === 0) return 'cash';
  return wanted === 'credit' && m.credits.length === 0 && n % 4 > 0 ? 'cash' : wanted;
}

function accountFor(m: Model, method: (typeof METHODS)[number], n: number): Credit | undefined {
  if (method === 'points') return m.points;
  if (method === 'gift') return prefer(m.cards, n, card => !card.isBlocked && card.balance > 0);
  return method === 'credit' && m.credits.length > 0 ? pickFrom(m.credits, n) : undefined;
}

const isPayable = (sale: Sale): boolean =>
  sale.status === 'pending' || sale.status === 'partially_paid';

function refusalOf(
  sale: Sale,
  method: (typeof METHODS)[number],
  tendered: number,
  credit: (Credit & { isBlocked?: boolean }) | undefined,
): [number, string] | undefined {
  const due = dueOf(sale);
  if (method === 'pay_at_store') return [400, 'METHOD_NOT_USABLE'];
  if (method === 'credit' && credit === undefined) return [400, 'UNKNOWN_STORE_CREDIT'];
  if (method === 'points' && sale.isKnown !== true) return [400, 'CUSTOMER_REQUIRED'];
  if (method === 'gift' && credit?.isBlocked) return [400, 'GIFT_CARD_NOT_USABLE'];
  if (!isPayable(sale)) return [409, 'INVALID_STATE'];
  if (tendered === 0 && due > 0) return [400, 'NOTHING_TENDERED'];
  if (tendered > due && method !== 'cash') return [400, 'NO_CHANGE_FOR_CARD'];
  if (method === 'gift' && tendered > (credit?.balance ?? 0)) return [400, 'INSUFFICIENT_BALANCE'];
  if (method === 'credit' && tendered > (credit?.balance ?? 0)) return [400, 'INSUFFICIENT_CREDIT'];
  return undefined;
}

/** The till records a declined card: nothing changes. */
async function declined(w: World, till: Till, sale: Sale, amount: number): Promise<string> {
  const reply = await w.keyed('/payments/payments/', till, {
    transaction: sale.number,
    payment_method: 'card',
    amount: money(amount),
    status: 'failed',
  });
  if (!isPayable(sale)) {
    expectReply(reply, 409, 'INVALID_STATE');
    return 'INVALID_STATE';
  }
  expectReply(reply, 201, { status: 'failed', amount: money(amount) });
  const payment: Payment = {
    id: reply.body.id,
    kind: 'slip',
    amount,
    status: 'failed',
    isUnproven: true,
    shift: null,
    refunds: [],
  };
  sale.payments.push(payment);
  return 'declined';
}

export const repeat = step(
  'repeat the last request',
  fc.constantFrom('same', 'same', 'other body'),
  async (_m, w, how) => {
    const { last } = w;
    if (last === undefined || !isKept(last.reply.status)) return 'nothing to repeat';
    const body = how === 'same' ? last.body : changed(last.body as object);
    const reply = await w.call(last.method, last.url, last.who, body, last.key);
    if (how === 'same') {
      expect(reply.status, reply.text).toBe(last.reply.status);
      expect(reply.text).toBe(last.reply.text);
      expect(reply.headers['idempotent-replayed']).toBe('true');
      return 'the same answer';
    }
    expectReply(reply, 409, 'IDEMPOTENCY_KEY_BODY_MISMATCH');
    return 'another body';
  },
);

const OTHERWISE = {
  total_amount: '7777.77',
  tendered_amount: '7777.77',
  return_reason: 'damaged',
  reason: 'Something else',
  reference: 'SLIP-OTHER',
  amount: '7777.77',
  payment_method_id: 'card_square',
  opening_float: '7777.77',
  deposit: { payment_method_id: 'cash', tendered_amount: '7777.77' },
};

/** The same request with another value in a field that its route reads. */
function changed(body: object): object {
  if ('restock' in body) return { ...body, restock: !body.restock };
  const [field, value] = Object.entries(OTHERWISE).find(([name]) => name in body) ?? [
    'payment_intent_id',
    'another',
  ];
  return { ...body, [field]: value };
}

/** 2xx and refusals by the operation itself; conflicts may be temporary. */
const isKept = (status: number): boolean => status !== 403 && status !== 409;

/** Who voids or refunds: the office, with or without a shift that pays cash, or a till. */
export const actor = fc.record({
  by: fc.constantFrom('office', 'office', 'shift', 'till'),
  till: index,
  shift: index,
  isApproved: fc.boolean(),
});
export type Actor = { by: string; till: number; shift: number; isApproved: boolean };

/** `named` is the shift that the request names. */
export function whoIs(m: Model, w: World, { by, till, shift }: Actor) {
  const who: Who = by === 'till' ? pickFrom(w.house.tills, till) : 'office';
  const named: Shift | null =
    by === 'shift' && m.shifts.length > 0 ? prefer(m.shifts, shift, one => one.isOpen) : null;
  return { who, named, drawer: drawerOf(m, who, named), isShut: named?.isOpen === false };
}

/** The approval for a till that lacks the right itself, or nothing. */
export async function approvalFor(
  w: World,
  who: Who,
  type: string,
  sale: Sale,
  amount: number,
  isApproved: boolean,
): Promise<{ approval_request_id?: string }> {
  if (!isApproved || !isTill(who) || mayRefund(who) || amount === 0) return {};
  return { approval_request_id: await w.approval(who, type, amount, sale.number) };
}

export const voidSale = step(
  'void',
  fc.record({ sale: index, actor }),
  async (m, w, { sale: n, actor: chosen }) => {
    const sale = prefer(m.sales, n, ({ status }) => status !== 'voided');
    const { who, named, drawer, isShut } = whoIs(m, w, chosen);
    const approval = await approvalFor(w, who, 'void', sale, sale.total, chosen.isApproved);
    const reply = await w.keyed(`/transactions/${sale.number}/void/`, who, {
      reason: 'Wrong',
      ...approval,
      ...(named && { shift_id: named.id }),
    });
    const records = () => ({
      payment_records: sale.payments.map(p => ({ amount: money(p.amount), status: p.status })),
    });
    if (sale.status === 'voided') {
      expectReply(reply, 200, { status: 'voided', totalAmount: money(sale.total), ...records() });
      return 'again';
    }
    if (sale.status === 'refunded' || sale.status === 'expired') {
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
    endSale(m, sale, drawer);
    expectReply(reply, 200, { status: 'voided', totalAmount: money(sale.total), ...records() });
    return `from ${sale.source} by ${chosen.by}`;
  },
  m => m.sales.length > 0,
);
