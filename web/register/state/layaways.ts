import { useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { shownQuantity } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { type Basket, sellsGiftCards } from './basket.js';
import { isRepriced } from './basket-totals.js';
import type { Refund } from './calls.js';
import { formatMoney } from './till-money.js';

/** Goods that the store keeps for a customer who pays in instalments. */
export type Layaway = Awaited<ReturnType<typeof openLayaways>>[number];

export const LAYAWAYS = ['layaways'];

const openLayaways = (api: Tillhouse, customer: string | undefined) =>
  answer(api.GET('/layaways/', { params: { query: { status: 'open', limit: 50, customer } } }));

/** The open layaways of a customer, or of the whole store. */
export function useLayaways(customer: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: [...LAYAWAYS, customer ?? ''],
    enabled: useOnline(),
    staleTime: 0,
    queryFn: () => openLayaways(api, customer),
  });
}

export type Deposit = {
  method: string;
  tenderedMinor: number;
  /** The reader charges the card when the goods are kept. */
  isOnReader: boolean;
  reference: string;
  isAgeChecked: boolean;
};

/** Why a basket cannot be kept: its prices are those of the store, and it has a customer. */
export function layawayProblem(basket: Basket): 'customer' | 'prices' | 'giftCard' | null {
  if (!basket.customer) return 'customer';
  if (isRepriced(basket)) return 'prices';
  return sellsGiftCards(basket) ? 'giftCard' : null;
}

const sentDeposit = (deposit: Deposit) => ({
  payment_method_id: deposit.method,
  ...(!deposit.isOnReader && { tendered_amount: formatMoney(deposit.tenderedMinor) }),
  ...(deposit.reference !== '' && { reference: deposit.reference }),
  ...(deposit.isAgeChecked && { age_check: { method: 'id_scan' as const, confirmed: true } }),
});

export const createLayaway = (api: Tillhouse, basket: Basket, deposit: Deposit, key: string) =>
  answer(
    api.POST('/layaways/', {
      body: {
        line_items: basket.lines.map(({ good, quantity }) => ({
          product_variant_id: good.variantId,
          sku: good.sku,
          quantity: shownQuantity(quantity, good.unit),
        })),
        customer_id: basket.customer?.id ?? '',
        deposit: sentDeposit(deposit),
        ...(basket.codes?.length && { promo_codes: basket.codes }),
        ...(basket.pickupName && { pickup_name: basket.pickupName }),
        ...(basket.note && { note: basket.note }),
      },
      ...once(key),
    }),
  );

/** The store keeps its fee; returns how the rest goes back. */
export const cancelLayaway = (
  api: Tillhouse,
  number: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
): Promise<{ refunds: Refund[] }> =>
  answer(
    api.POST('/layaways/{id}/cancel/', { params: { path: { id: number } }, body, ...once(key) }),
  );
