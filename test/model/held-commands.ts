import fc from 'fast-check';
import { billFor, money } from './cents.js';
import { openShiftAt } from './refunds.js';
import { type Goods, type Held, type Model, pickFrom, prefer } from './state.js';
import { expectReply, step } from './step.js';
import { readLines } from './till-commands.js';
import type { Till } from './tills.js';
import { STORE_ID, type World } from './world.js';

const index = fc.nat(30);
const HELD = '/pos/held-sales/';

const lines = fc.array(fc.record({ goods: fc.nat(3), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 2,
});
/** Mostly what the list shows; sometimes what it showed before the last change. */
const age = fc.constantFrom(0, 0, 0, 1);

const itemsOf = (m: Model, chosen: readonly { goods: number; quantity: number }[]) =>
  chosen.map(({ goods, quantity }) => ({ goods: pickFrom(m.goods, goods), quantity }));

const billOf = (items: readonly { goods: Goods; quantity: number }[]) =>
  billFor(items.map(({ goods, quantity }) => ({ ...goods, quantity })));

const bodyOf = (items: Held['items']) => ({
  name: 'Blue coat',
  line_items: items.map(({ goods, quantity }) => ({ sku: goods.sku, quantity })),
});

const shown = (held: Held) => ({
  id: held.id,
  version: held.version,
  status: held.resumedAt === null ? 'held' : 'resumed',
  terminal_id: held.resumedAt ?? held.terminal,
  total_amount: money(held.total),
  line_items: held.items.map(({ goods, quantity }) => ({ sku: goods.sku, quantity })),
});

const refuses = (reply: Parameters<typeof expectReply>[0], held: Held): string => {
  const terminal_id = held.resumedAt ?? held.terminal;
  const details = { terminal_id, version: held.version };
  expectReply(reply, 409, { code: 'HELD_ELSEWHERE', details });
  return 'HELD_ELSEWHERE';
};

export const holdSale = step(
  'hold a sale',
  fc.record({ till: index, lines }),
  async (m, w, { till: t, lines: chosen }) => {
    const till = pickFrom(w.house.tills, t);
    const items = itemsOf(m, chosen);
    const reply = await w.call('POST', HELD, till, bodyOf(items));
    const held: Held = {
      id: reply.body.id,
      version: 1,
      terminal: till.terminal,
      resumedAt: null,
      items,
      total: billOf(items).total,
    };
    expectReply(reply, 201, shown(held));
    m.held.push(held);
    return 'held';
  },
);

/** A repetition by the till that won gets the same answer. */
export const resumeSale = step(
  'resume a held sale',
  fc.record({ till: index, which: index, age }),
  async (m, w, { till: t, which, age }) => {
    const { terminal } = pickFrom(w.house.tills, t);
    const held = prefer(m.held, which, one => one.resumedAt === null);
    const version = Math.max(1, held.version - age);
    const url = `${HELD}${held.id}/resume/`;
    const reply = await w.call('POST', url, pickFrom(w.house.tills, t), { version });
    const isAgain = held.resumedAt === terminal && held.version === version + 1;
    if (!isAgain && (held.resumedAt !== null || held.version !== version)) {
      return refuses(reply, held);
    }
    if (!isAgain) {
      held.resumedAt = terminal;
      held.version += 1;
    }
    expectReply(reply, 200, shown(held));
    return isAgain ? 'again' : 'resumed';
  },
  m => m.held.length > 0,
);

/** Mostly the till that continues the sale. */
const tillFor = (w: World, held: Held, t: number): Till => {
  const own = w.house.tills.find(({ terminal }) => terminal === held.resumedAt);
  return t % 4 > 0 && own ? own : pickFrom(w.house.tills, t);
};

export const putBackSale = step(
  'put a held sale back',
  fc.record({ till: index, which: index, age, lines }),
  async (m, w, { till: t, which, age, lines: chosen }) => {
    const held = prefer(m.held, which, one => one.resumedAt !== null);
    const till = tillFor(w, held, t);
    const items = itemsOf(m, chosen);
    const version = Math.max(1, held.version - age);
    const reply = await w.call('POST', HELD, till, { id: held.id, version, ...bodyOf(items) });
    const isPutBack = held.resumedAt === till.terminal && held.version === version;
    const isAgain =
      held.resumedAt === null && held.terminal === till.terminal && held.version === version + 1;
    if (!isPutBack && !isAgain) return refuses(reply, held);
    if (isPutBack) {
      held.resumedAt = null;
      held.terminal = till.terminal;
      held.version += 1;
      held.items = items;
      held.total = billOf(items).total;
    }
    expectReply(reply, 201, shown(held));
    return isPutBack ? 'put back' : 'again';
  },
  m => m.held.length > 0,
);

/** The till sells what it continues, then removes it from the list; others are refused. */
export const sellHeldSale = step(
  'sell a held sale',
  fc.record({ till: index, which: index }),
  async (m, w, { till: t, which }) => {
    const held = prefer(m.held, which, one => one.resumedAt !== null);
    const till = tillFor(w, held, t);
    const isMine = held.resumedAt === till.terminal;
    if (isMine) await sell(m, w, till, held);
    const reply = await w.call('DELETE', `${HELD}${held.id}/`, till);
    if (held.resumedAt !== null && !isMine) return refuses(reply, held);
    expectReply(reply, 204);
    m.held.splice(m.held.indexOf(held), 1);
    return isMine ? 'sold' : 'removed';
  },
  m => m.held.length > 0,
);

async function sell(m: Model, w: World, till: Till, { items }: Held): Promise<void> {
  const bill = billOf(items);
  const reply = await w.call('POST', '/pos/transactions/create/', till, {
    store_id: STORE_ID,
    employee_id: till.employee,
    line_items: bill.items.map(item => ({
      sku: item.sku,
      quantity: item.quantity,
      unit_price: money(item.price),
      subtotal: money(item.gross),
    })),
    subtotal: money(bill.subtotal),
    tax_amount: money(bill.tax),
    total_amount: money(bill.total),
    payment: { payment_method_id: 'cash', tendered_amount: money(bill.total) },
  });
  expectReply(reply, 201, { transaction: { status: 'completed' } });
  const number: string = reply.body.transaction.transaction_id;
  const goods = items.map(item => item.goods);
  m.sales.push({
    number,
    source: 'pos',
    status: 'completed',
    lines: await readLines(
      w,
      number,
      bill.items.map((item, n) => ({ ...item, goods: goods[n] as Goods })),
    ),
    total: bill.total,
    paid: bill.total,
    change: 0,
    payments: [
      {
        id: reply.body.transaction.payment_id,
        kind: 'cash',
        amount: bill.total,
        status: 'succeeded',
        isUnproven: false,
        shift: openShiftAt(m, till),
        refunds: [],
      },
    ],
    stock: 'untouched',
    usesCode: false,
    expiresAt: null,
    fulfillment: null,
  });
}
