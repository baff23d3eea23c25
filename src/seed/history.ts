import { totalsOf } from '../domains/pricing/index.js';
import { addMs, DAY_MS, MINUTE_MS } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import { formatHundredths, hundredths, type Minor } from '../platform/money.js';
import * as data from './data.js';

/** Two weeks of sales. The baskets are the same in every run; only ids and dates change. */
const DAYS = 14;
const OPENING_HOUR = 9;
const CLOSING_HOUR = 20;

export type PastLine = {
  id: string;
  position: number;
  variant_id: string;
  product_id: number;
  sku: string;
  name: string;
  product_name: string;
  variant_name: string;
  quantity: number;
  unit_price: string;
  subtotal: string;
  tax: string;
  is_tax_exempt: boolean;
  tax_class: string;
  minimum_age: number | null;
  cost_at_sale: string;
  returned_quantity: number;
};

export type PastSale = {
  id: string;
  store_id: string;
  terminal_id: string;
  employee_id: string;
  currency: string;
  status: 'completed' | 'voided' | 'partially_paid' | 'partially_refunded';
  subtotal: string;
  tax_amount: string;
  prices_include_tax: boolean;
  total_amount: string;
  total_paid: string;
  change_due: string;
  tax_breakdown: object[] | null;
  created_at: Date;
  completed_at: Date | null;
  voided_at: Date | null;
  void_reason: string | null;
  payment: {
    id: string;
    method_id: string;
    amount: string;
    tendered: string;
    processor_id: string | null;
  };
  refund: { id: string; amount: string; cause: 'void' | 'return' } | null;
  return: { id: string; line_id: string; quantity: number } | null;
  lines: PastLine[];
};

/** A deterministic random generator (mulberry32): the same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Shop = {
  store: (typeof data.stores)[number];
  terminals: string[];
  cashier: string;
  rates: { taxClass: string; rateMicros: number }[];
  pricesIncludeTax: boolean;
  jurisdiction: string;
  /** A fixed offset without daylight saving, which is enough for a demo. */
  utcOffsetHours: number;
  salesPerDay: number;
};

const [downtown, airport] = data.stores as [Shop['store'], Shop['store']];

const SHOPS: Shop[] = [
  {
    store: downtown,
    terminals: ['T-001', 'T-002'],
    cashier: 'EMP001',
    rates: [{ taxClass: 'standard', rateMicros: 82_500 }],
    pricesIncludeTax: false,
    jurisdiction: 'US-NY-NYC',
    utcOffsetHours: -5,
    salesPerDay: 26,
  },
  {
    store: airport,
    terminals: ['T-101'],
    cashier: 'EMP005',
    rates: [
      { taxClass: 'standard', rateMicros: 190_000 },
      { taxClass: 'reduced', rateMicros: 70_000 },
    ],
    pricesIncludeTax: true,
    jurisdiction: 'DE-VAT',
    utcOffsetHours: 1,
    salesPerDay: 19,
  },
];

/** Never sold in the history, so that the stock stays at the documented value. */
const UNSOLD = new Set(['LAST-ONE', 'POSTER-A2']);

export function pastSales(now: Date): PastSale[] {
  const random = randomFrom(20_260_101);
  const sales: PastSale[] = [];
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1) {
    for (const shop of SHOPS) {
      const busy = Math.round(shop.salesPerDay * (0.75 + random() * 0.5));
      for (let n = 0; n < busy; n += 1)
        sales.push(pastSale(shop, momentOf(now, daysAgo, shop, random), random));
    }
  }
  return sales.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

function momentOf(now: Date, daysAgo: number, shop: Shop, random: () => number): Date {
  const midnight = new Date(
    addMs(now, -daysAgo * DAY_MS)
      .toISOString()
      .slice(0, 10),
  );
  const hour = OPENING_HOUR + random() * (CLOSING_HOUR - OPENING_HOUR) - shop.utcOffsetHours;
  return addMs(midnight, Math.round(hour * 60 * MINUTE_MS));
}

function basketOf(random: () => number) {
  const variants = data.demoVariants().filter(({ variant }) => !UNSOLD.has(variant.sku));
  const size = 1 + Math.floor(random() * random() * 4);
  const picked = new Map<number, number>();
  for (let i = 0; i < size; i += 1) {
    picked.set(
      Math.floor(random() * random() * variants.length),
      1 + Math.floor(random() * random() * 3),
    );
  }
  return [...picked].flatMap(([index, quantity]) => {
    const entry = variants[index];
    return entry ? [{ ...entry, quantity }] : [];
  });
}

const ratesOf = ({ rates, jurisdiction: code }: Shop) =>
  rates.map(rate => ({ jurisdictionId: code, code, name: '', ...rate }));

function pastSale(shop: Shop, at: Date, random: () => number): PastSale {
  const basket = basketOf(random);
  const totals = totalsOf({
    lines: basket.map(({ variant, product, productId, n, quantity }) => ({
      key: String(n),
      variantId: data.variantId(n),
      productId,
      categoryId: null,
      sku: variant.sku,
      quantity,
      unitPriceMinor: hundredths(variant.price),
      isTaxExempt: product.taxExempt ?? false,
      taxClass: product.taxClass,
    })),
    taxes: ratesOf(shop),
    pricesIncludeTax: shop.pricesIncludeTax,
  });
  const lines = basket.map(({ variant, product, productId, n, quantity }, position): PastLine => {
    const priced = totals.lines[position];
    return {
      id: newId(at),
      position,
      variant_id: data.variantId(n),
      product_id: productId,
      sku: variant.sku,
      name: variant.name ?? product.name,
      product_name: product.name,
      variant_name: variant.name ?? '',
      quantity,
      unit_price: variant.price,
      subtotal: formatHundredths(priced?.grossMinor ?? 0),
      tax: formatHundredths(priced?.taxMinor ?? 0),
      is_tax_exempt: product.taxExempt ?? false,
      tax_class: product.taxClass ?? 'standard',
      minimum_age: product.minimumAge ?? null,
      cost_at_sale: variant.cost,
      returned_quantity: 0,
    };
  });
  return withOutcome(shop, at, random, lines, totals);
}

type Outcome = 'paid' | 'half_paid' | 'voided' | 'returned';

/** Most sales are paid; a few are voided, returned in part, or only half paid. */
function outcomeOf(luck: number, lines: number): Outcome {
  if (luck < 0.02) return 'half_paid';
  if (luck < 0.05) return 'voided';
  return luck < 0.09 && lines > 1 ? 'returned' : 'paid';
}

const STATUS = {
  paid: 'completed',
  half_paid: 'partially_paid',
  voided: 'voided',
  returned: 'partially_refunded',
} as const satisfies Record<Outcome, PastSale['status']>;

function withOutcome(
  shop: Shop,
  at: Date,
  random: () => number,
  lines: PastLine[],
  totals: ReturnType<typeof totalsOf>,
): PastSale {
  const outcome = outcomeOf(random(), lines.length);
  const paysCash = random() < 0.45;
  const paidMinor = outcome === 'half_paid' ? Math.floor(totals.totalMinor / 2) : totals.totalMinor;
  const tenderedMinor =
    paysCash && outcome !== 'half_paid' ? Math.ceil(paidMinor / 500) * 500 : paidMinor;
  const completedAt =
    outcome === 'half_paid' ? null : addMs(at, 40_000 + Math.floor(random() * 80_000));
  const terminal = shop.terminals[Math.floor(random() * shop.terminals.length)];
  return {
    id: newId(at),
    store_id: shop.store.id,
    terminal_id: terminal ?? 'T-001',
    employee_id: data.staff.find(person => person.employee_number === shop.cashier)?.id ?? '',
    currency: shop.store.currency,
    status: STATUS[outcome],
    subtotal: formatHundredths(totals.subtotalMinor),
    tax_amount: formatHundredths(totals.taxMinor),
    prices_include_tax: totals.pricesIncludeTax,
    total_amount: formatHundredths(totals.totalMinor),
    total_paid: formatHundredths(paidMinor),
    change_due: formatHundredths(tenderedMinor - paidMinor),
    tax_breakdown: completedAt && totals.taxBreakdown,
    created_at: at,
    completed_at: completedAt,
    voided_at: outcome === 'voided' ? addMs(at, 20 * MINUTE_MS) : null,
    void_reason: outcome === 'voided' ? 'Customer changed their mind' : null,
    payment: {
      id: newId(at),
      method_id: data.paymentMethods[paysCash ? 0 : 1]?.id ?? '',
      amount: formatHundredths(paidMinor),
      tendered: formatHundredths(tenderedMinor),
      processor_id: paysCash ? null : `pi_demo_${newId(at).replaceAll('-', '')}`,
    },
    ...refundFor(outcome, at, lines, totals),
    lines,
  };
}

/** A void refunds everything; a return refunds the first line and marks it as returned. */
function refundFor(
  outcome: Outcome,
  at: Date,
  [first]: PastLine[],
  totals: ReturnType<typeof totalsOf>,
): Pick<PastSale, 'refund' | 'return'> {
  const refund = (amountMinor: Minor, cause: 'void' | 'return') => ({
    id: newId(at),
    amount: formatHundredths(amountMinor),
    cause,
  });
  if (outcome === 'voided') return { refund: refund(totals.totalMinor, 'void'), return: null };
  if (outcome !== 'returned' || first === undefined) return { refund: null, return: null };
  first.returned_quantity = first.quantity;
  return {
    refund: refund(totals.lines[0]?.totalMinor ?? 0, 'return'),
    return: { id: newId(at), line_id: first.id, quantity: first.quantity },
  };
}
