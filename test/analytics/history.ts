import fc from 'fast-check';
import { formatMoney, minor } from '../../src/platform/money.js';

/** Stores whose clocks change on different nights, by half an hour, or at midnight. */
export const SHOPS = [
  {
    id: '00000000-0000-4000-8000-00000000a001',
    code: 'NYC',
    zone: 'America/New_York',
    currency: 'USD',
  },
  {
    id: '00000000-0000-4000-8000-00000000a002',
    code: 'BER',
    zone: 'Europe/Berlin',
    currency: 'USD',
  },
  {
    id: '00000000-0000-4000-8000-00000000a003',
    code: 'DEL',
    zone: 'Asia/Kolkata',
    currency: 'EUR',
  },
  {
    id: '00000000-0000-4000-8000-00000000a004',
    code: 'AKL',
    zone: 'Pacific/Auckland',
    currency: 'USD',
  },
  // Its clock goes back from one o'clock to midnight: the date begins twice.
  {
    id: '00000000-0000-4000-8000-00000000a005',
    code: 'AZO',
    zone: 'Atlantic/Azores',
    currency: 'USD',
  },
] as const;

export const GOODS = ['MUG-WHITE', 'TEE-BLACK-M', 'BEANS-1KG', 'WINE-RED'] as const;
const CHANNELS = ['pos', 'web_commerce', 'api'] as const;

/** Autumn 2030: clocks change on 27 October, 3 November and 29 September. */
export const FIRST = Date.parse('2030-09-27T00:00:00Z');
export const LAST = Date.parse('2030-11-06T00:00:00Z');
const HOUR = 3_600_000;

export type PastLine = {
  sku: string;
  quantity: number;
  price: string;
  discount: string;
  tax: string;
  cost: string | null;
};
export type Later =
  | { kind: 'void'; at: Date }
  | { kind: 'refund'; at: Date; amount: string }
  | { kind: 'return'; at: Date; line: number; quantity: number; amount: string };
export type PastSale = {
  shop: number;
  at: Date;
  channel: (typeof CHANNELS)[number];
  isPaid: boolean;
  cardShare: number;
  lines: PastLine[];
  later: Later[];
};

/** Times cluster around midnights and around the hours in which clocks change. */
const moment = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc
    .tuple(
      fc.constantFrom('2030-09-28T14:00Z', '2030-10-27T01:00Z', '2030-11-03T06:00Z'),
      fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
    )
    .map(([at, off]) => Date.parse(at) + off),
  fc
    .tuple(
      fc.integer({ min: 0, max: 38 }),
      fc.constantFrom(-5, -4, -1, 0, 1, 2, 5.5, 12, 13),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([day, offset, ms]) => FIRST + day * 24 * HOUR - offset * HOUR + ms),
);

const line: fc.Arbitrary<PastLine> = fc
  .record({
    sku: fc.constantFrom(...GOODS),
    quantity: fc.integer({ min: 1, max: 4 }),
    priceMinor: fc.integer({ min: 0, max: 9_999 }),
    off: fc.constantFrom(0, 0, 0.1, 1),
    tax: fc.integer({ min: 0, max: 500 }),
    cost: fc.option(fc.integer({ min: 0, max: 5_000 })),
  })
  .map(({ sku, quantity, priceMinor, off, tax, cost }) => ({
    sku,
    quantity,
    price: formatMoney(priceMinor, 'USD'),
    discount: formatMoney(Math.floor(priceMinor * quantity * off), 'USD'),
    tax: formatMoney(tax, 'USD'),
    cost: cost === null ? null : formatMoney(cost, 'USD'),
  }));

const delay = fc.integer({ min: 0, max: 20 * 24 * HOUR });

export const totalOf = (lines: readonly PastLine[]): number =>
  lines.reduce(
    (sum, l) =>
      sum + minor(l.price, 'USD') * l.quantity - minor(l.discount, 'USD') + minor(l.tax, 'USD'),
    0,
  );

export const pastSale: fc.Arbitrary<PastSale> = fc
  .record({
    shop: fc.nat({ max: SHOPS.length - 1 }),
    at: moment,
    channel: fc.constantFrom(...CHANNELS),
    isPaid: fc.constantFrom(true, true, true, true, false),
    cardShare: fc.constantFrom(0, 0, 0.3, 1),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    fate: fc.constantFrom('kept', 'kept', 'void', 'refund', 'return', 'refund+void', 'return+void'),
    delays: fc.tuple(delay, delay),
    share: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
  })
  .map(({ fate, delays, share, at, ...sale }) => {
    const moments = delays.map(ms => new Date(Math.min(at + ms, LAST))).sort((a, b) => +a - +b);
    const [first = new Date(at), second = new Date(at)] = moments;
    const total = totalOf(sale.lines);
    const whole = Math.max(
      total - Math.floor(total * sale.cardShare),
      Math.floor(total * sale.cardShare),
    );
    const amount = formatMoney(Math.max(1, Math.floor(whole * share)), 'USD');
    const later: Later[] = [];
    if (sale.isPaid && total > 1) {
      if (fate.startsWith('refund')) later.push({ kind: 'refund', at: first, amount });
      if (fate.startsWith('return'))
        later.push({ kind: 'return', at: first, line: 0, quantity: 1, amount });
      if (fate.endsWith('void')) later.push({ kind: 'void', at: second });
    }
    return { ...sale, at: new Date(at), later };
  });
