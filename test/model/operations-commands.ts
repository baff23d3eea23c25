import fc from 'fast-check';
import { cancelChallenge, giveUp, releaseCode } from './checkout-commands.js';
import { dropReturnsOfVoided } from './return-commands.js';
import {
  dueOf,
  type Fulfillment,
  type Model,
  pickFrom,
  prefer,
  type Sale,
  takeOut,
} from './state.js';
import { expectReply, step } from './step.js';

const index = fc.nat(30);
const MINUTE_MS = 60_000;

export const adjust = step(
  'adjust stock',
  fc.record({
    goods: fc.nat(2),
    quantity: fc.integer({ min: -8, max: 8 }).filter(pieces => pieces !== 0),
  }),
  async (m, w, { goods: g, quantity }) => {
    const goods = pickFrom(m.goods, g);
    const reply = await w.call('POST', '/inventory-levels/adjust/', 'office', {
      store: 'DOWNTOWN',
      sku: goods.sku,
      quantity,
      reason: 'Found or lost',
    });
    if (quantity < 0 && goods.onHand + quantity < 0) {
      expectReply(reply, 409, 'INSUFFICIENT_STOCK');
      return 'INSUFFICIENT_STOCK';
    }
    goods.onHand += quantity;
    expectReply(reply, 200, {
      on_hand: goods.onHand,
      reserved: goods.reserved,
      available: goods.onHand - goods.reserved,
    });
    return 'adjusted';
  },
);

export const count = step(
  'count stock',
  fc.record({ goods: fc.nat(2), counted: fc.nat(12) }),
  async (m, w, { goods: g, counted }) => {
    const goods = pickFrom(m.goods, g);
    const reply = await w.call('POST', '/inventory-levels/count/', 'office', {
      store: 'DOWNTOWN',
      counts: [{ sku: goods.sku, counted }],
    });
    expectReply(reply, 200, {
      lines: [{ expected: goods.onHand, counted, difference: counted - goods.onHand }],
    });
    goods.onHand = counted;
    return 'counted';
  },
);

export const consumeEvents = step('let the jobs follow', fc.nat(20), async (m, w, first) => {
  await w.settle(first);
  for (const sale of m.sales) {
    if (sale.status === 'completed' || sale.status === 'partially_refunded') takeOut(sale);
    if (sale.status === 'refunded') takeOut(sale);
    if (sale.status !== 'voided') continue;
    releaseCode(m, sale);
    if (sale.fulfillment && isWaiting(sale.fulfillment)) sale.fulfillment.status = 'cancelled';
  }
  dropReturnsOfVoided(m);
  return 'done';
});

export const isWaiting = ({ status }: Fulfillment): boolean =>
  status === 'pending' || status === 'processing' || status === 'ready_for_pickup';

export const pass = step(
  'let time pass',
  fc.constantFrom(31, 31, 10, 73 * 60),
  async (m, w, minutes) => {
    m.now += minutes * MINUTE_MS;
    w.house.offset = m.now;
    // Logins expire with time, and keys belong to a login.
    w.last = undefined;
    return `${minutes} minutes`;
  },
);

export const runJobs = step('run what is due', fc.constant(null), async (m, w) => {
  await w.runJobs(m.checkouts.map(({ id }) => id));
  for (const checkout of m.checkouts) {
    if (checkout.expiresAt > m.now) continue;
    if (checkout.status === 'payment_requires_action') cancelChallenge(m, checkout, 'expired');
    if (checkout.status !== 'completed' && checkout.status !== 'cancelled') {
      checkout.status = 'expired';
    }
  }
  for (const sale of m.sales) {
    if (sale.status !== 'pending' || sale.expiresAt === null || sale.expiresAt > m.now) continue;
    giveUp(m, sale, 'expired');
    if (sale.fulfillment && isWaiting(sale.fulfillment)) sale.fulfillment.status = 'expired';
  }
  return 'done';
});

type Move = { from: string[]; to: string; needs?: 'live' | 'paid' };
const NEW = ['pending', 'processing'];
const WAITING = [...NEW, 'ready_for_pickup'];
export const MOVES: Record<Fulfillment['type'], Record<string, Move>> = {
  pickup: {
    process: { from: ['pending'], to: 'processing', needs: 'live' },
    'mark-ready': { from: NEW, to: 'ready_for_pickup', needs: 'live' },
    'picked-up': { from: ['ready_for_pickup'], to: 'picked_up', needs: 'paid' },
    cancel: { from: WAITING, to: 'cancelled' },
  },
  ship: {
    process: { from: ['pending'], to: 'processing', needs: 'live' },
    ship: { from: NEW, to: 'shipped', needs: 'paid' },
    deliver: { from: ['shipped'], to: 'delivered' },
    cancel: { from: NEW, to: 'cancelled' },
  },
  digital: {
    process: { from: ['pending'], to: 'processing', needs: 'live' },
    deliver: { from: NEW, to: 'delivered', needs: 'paid' },
    cancel: { from: NEW, to: 'cancelled' },
  },
};

export const isLive = (sale: Sale): boolean =>
  !['voided', 'expired', 'refunded'].includes(sale.status);
export const orders = (m: Model): Sale[] => m.sales.filter(sale => sale.fulfillment !== null);

export const moveOrder = step(
  'move an order',
  fc.record({
    order: index,
    action: fc.constantFrom('process', 'mark-ready', 'picked-up', 'ship', 'ship', 'deliver'),
    /** Ships one unit of one article only. */
    onePiece: fc.boolean(),
  }),
  async (m, w, { order: n, action, onePiece }) => {
    const sale = prefer(orders(m), n, one => isLive(one));
    const fulfillment = sale.fulfillment as Fulfillment;
    const left = toSend(sale, fulfillment);
    const [first] = left.keys();
    const part = onePiece && first !== undefined ? new Map([[first, 1]]) : left;
    const body =
      action === 'ship' && onePiece && first !== undefined
        ? { items: [{ sku: first, quantity: 1 }] }
        : undefined;
    const reply = await w.call(
      'POST',
      `/fulfillments/${fulfillment.id}/${action}/`,
      'office',
      body,
    );
    const move = MOVES[fulfillment.type][action];
    if (!move?.from.includes(fulfillment.status) || (move.needs && !isLive(sale))) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (move.needs === 'paid' && dueOf(sale) > 0) {
      expectReply(reply, 409, 'PAYMENT_DUE');
      return 'PAYMENT_DUE';
    }
    if (action === 'ship' && left.size === 0) {
      expectReply(reply, 409, 'NOTHING_TO_SHIP');
      return 'NOTHING_TO_SHIP';
    }
    fulfillment.status = move.to;
    if (action === 'ship') {
      send(sale, fulfillment, part);
      if (toSend(sale, fulfillment).size > 0) fulfillment.status = 'processing';
    }
    expectReply(reply, 200, { status: fulfillment.status });
    return `${fulfillment.type} ${action}`;
  },
  m => orders(m).length > 0,
);

/** Units bought and neither shipped nor returned before shipping. */
export function toSend(sale: Sale, { sent, unsent }: Fulfillment): Map<string, number> {
  const left = new Map<string, number>();
  for (const { goods, quantity, returned } of sale.lines) {
    const gone = sent.get(goods.sku) ?? 0;
    const rest = quantity - gone - Math.max(unsent.get(goods.sku) ?? 0, returned - gone);
    if (rest > 0) left.set(goods.sku, rest);
  }
  return left;
}

function send(sale: Sale, { sent, unsent }: Fulfillment, part: Map<string, number>): void {
  for (const { goods, returned } of sale.lines) {
    const gone = sent.get(goods.sku) ?? 0;
    unsent.set(goods.sku, Math.max(unsent.get(goods.sku) ?? 0, returned - gone));
  }
  for (const [sku, pieces] of part) sent.set(sku, (sent.get(sku) ?? 0) + pieces);
}
