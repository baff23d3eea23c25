import { useQuery } from '@tanstack/react-query';
import { ApiError, answer, newKey, type Tillhouse } from '@tillhouse/client';
import { stepsOf } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import type { Line } from './basket.js';
import { cancelSale, listOpenSales, type Refund, readCard } from './calls.js';
import { isPayable } from './card.js';
import type { Goods } from './goods-view.js';
import { isRefusal } from './idempotency-key.js';
import { cancelLayaway } from './layaways.js';
import {
  type AcceptedTender,
  abandoned,
  changePaying,
  isLocked,
  isStillFree,
  isUnsettled,
  NEW_SALE,
  newPaying,
  park,
  sale,
  type TakenOver,
} from './sale.js';
import { minor } from './till-money.js';

export const OPEN_SALES = ['open-sales'];

/** Unpaid and partly paid sales of all tills of the store. */
export function useOpenSales() {
  const api = useApi();
  const enabled = useOnline();
  return useQuery({
    queryKey: OPEN_SALES,
    enabled,
    refetchInterval: 60_000,
    queryFn: () => listOpenSales(api),
  });
}

const readSale = (api: Tillhouse, number: string) =>
  answer(
    api.GET('/transactions/{transactionId}/', { params: { path: { transactionId: number } } }),
  );
type Found = Awaited<ReturnType<typeof readSale>>;

/** Continues a sale of the service at this till; the current sale is parked. */
export async function takeOver(
  api: Tillhouse,
  number: string,
  options: {
    by: string;
    goods: Goods;
    kind: TakenOver['kind'];
    customer?: string;
    tenders?: AcceptedTender[];
  },
): Promise<'taken' | 'busy' | 'ended'> {
  const before = sale.get();
  if (isLocked(before)) return 'busy';
  const found = await readSale(api, number);
  if (!isPayable(found.status)) return 'ended';
  const card = await runningCard(api, number);
  // The cashier may have gone on with the current sale while the service was asked.
  if (!isStillFree(before)) return 'busy';
  park(options.by);
  const { kind, customer = '', tenders = [] } = options;
  const paidMinor = minor(found.totalPaid);
  sale.set({
    ...NEW_SALE,
    basket: { lines: linesOf(found, options.goods), selected: null, approval: null },
    paying: {
      ...newPaying(),
      number: found.transactionId,
      paidMinor,
      tenders,
      card,
      takenOver: { kind, customer, totals: totalsOf(found) },
    },
  });
  return 'taken';
}

const totalsOf = (found: Found): TakenOver['totals'] => ({
  subtotalMinor: minor(found.subtotal),
  taxMinor: minor(found.taxAmount),
  totalMinor: minor(found.totalAmount),
});

const linesOf = (found: Found, goods: Goods): Line[] =>
  found.lineItems.map(line => {
    const known = goods.byId(line.productVariantId);
    const priceMinor = minor(line.unitPrice);
    const unit = 'unit' in line ? String(line.unit) : 'piece';
    return {
      key: line.id,
      quantity: stepsOf(line.quantity, unit) ?? 0,
      unitPriceMinor: priceMinor,
      good: {
        variantId: line.productVariantId,
        productId: known?.productId ?? 0,
        sku: line.sku,
        barcode: known?.barcode ?? null,
        unit,
        name: known?.name ?? line.name,
        product: known?.product ?? line.name,
        category: known?.category ?? '',
        categoryId: known?.categoryId ?? null,
        priceMinor,
        isTaxExempt: line.isTaxExempt,
        minimumAge: known?.minimumAge ?? null,
      },
    };
  });

/** A card payment of the sale that another till left without a result. */
async function runningCard(api: Tillhouse, number: string) {
  try {
    const { status, amount, tip, payment_id } = await readCard(api, number);
    if (status !== 'in_progress' && status !== 'uncertain') return null;
    const isUncertain = status === 'uncertain';
    const amountMinor = minor(amount);
    return {
      key: payment_id,
      paymentId: payment_id,
      code: '',
      name: '',
      amountMinor,
      tipMinor: minor(tip),
      isUncertain,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const NUMBER = /TXN-\d{8}-[0-9A-F]{8}/i;

/** The code of an order or a receipt holds the number of the sale, alone or in a link. */
export const isOrderCode = (code: string): boolean => NUMBER.test(code);

export const numberIn = (code: string): string => NUMBER.exec(code)?.[0].toUpperCase() ?? code;

/** What looks like a number that a till gives its sales, such as `T-001-000123`. */
export const isTillNumber = (code: string): boolean => /^.{1,60}-\d{6,12}$/.test(code);

/** The text that says where a sale is found that this till has left. */
export const LEFT_AT = {
  sale: 'part.left',
  order: 'part.orderLeft',
  layaway: 'part.layawayLeft',
} as const;

/** Frees this till; the service keeps the sale with what is paid. */
export function leaveSale(): boolean {
  const current = sale.get();
  const isWaiting = current.paying?.card?.isUncertain === true && current.paying.open === null;
  if (isUnsettled(current) && !isWaiting) return false;
  sale.set(NEW_SALE);
  return true;
}

/** Sales whose cancellation is on its way: this till waits for its own answer. */
const cancelling = new Set<string>();

/** Cancels a sale and returns how each tender goes back. */
export async function cancelHere(
  api: Tillhouse,
  number: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
): Promise<Refund[]> {
  cancelling.add(number);
  try {
    const isLayaway = sale.get().paying?.takenOver?.kind === 'layaway';
    const cancel = isLayaway ? cancelLayaway : cancelSale;
    const { refunds } = await cancel(api, number, body, key);
    return refunds;
  } finally {
    cancelling.delete(number);
  }
}

/** Compares the current sale with the service; a sale that has ended there frees the till. */
export async function syncSale(
  api: Tillhouse,
  elsewhere: string,
): Promise<{ number: string; status: string } | undefined> {
  const number = sale.get().paying?.number ?? null;
  if (number === null || cancelling.has(number) || isUnsettled(sale.get())) return undefined;
  const found = await readSale(api, number);
  const now = sale.get();
  if (now.paying?.number !== number || cancelling.has(number) || isUnsettled(now)) {
    return undefined;
  }
  if (!isPayable(found.status)) {
    sale.set(NEW_SALE);
    return { number, status: found.status };
  }
  const paidMinor = minor(found.totalPaid);
  const more = paidMinor - now.paying.paidMinor;
  if (more !== 0) {
    const tender = { key: newKey(), name: elsewhere, amountMinor: more };
    changePaying({ paidMinor, tenders: [...now.paying.tenders, tender] });
  }
  return undefined;
}

/** Cancels the unpaid sales that this till gave up, so that they do not stay open. */
export async function cancelAbandoned(api: Tillhouse, reason: string): Promise<void> {
  for (const number of abandoned.get()) {
    try {
      // Another till may have taken it over and taken money.
      const { totalPaid } = await readSale(api, number);
      if (minor(totalPaid) === 0) {
        await cancelSale(api, number, { reason }, `abandon-${number}`);
      }
    } catch (error) {
      if (!isRefusal(error)) return;
    }
    abandoned.set(all => all.filter(one => one !== number));
  }
}
