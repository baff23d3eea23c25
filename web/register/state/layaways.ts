import { useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { shownQuantity } from '../../../src/domains/pricing/index.js';
import { formatMoney } from '../../../src/platform/money.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { type Basket, isRepriced, sellsGiftCards } from './basket.js';
import type { Refund } from './calls.js';

/** Goods that the store keeps for a customer who pays in instalments. */
export type Layaway = {
  id: string;
  transaction_id: string;
  customer_name: string;
  total_amount: string;
  total_paid: string;
  amount_due: string;
  expires_at: string;
  line_items: { id: string; description: string }[];
};

type Calls = {
  GET(path: string, options: object): Promise<{ data?: unknown }>;
  POST(path: string, options: object): Promise<{ data?: unknown }>;
};
const calls = (api: Tillhouse): Calls => api as unknown as Calls;

const PATH = '/layaways/';

export const LAYAWAYS = ['layaways'];

/** The open layaways of a customer, or of the whole store. */
export function useLayaways(customer: string | undefined) {
  const api = useApi();
  const query = { status: 'open', limit: 50, ...(customer !== undefined && { customer }) };
  return useQuery({
    queryKey: [...LAYAWAYS, customer ?? ''],
    enabled: useOnline(),
    staleTime: 0,
    queryFn: async () => (await answer(calls(api).GET(PATH, { params: { query } }))) as Layaway[],
  });
}

export type Deposit = {
  method: string;
  tenderedMinor: number;
  reference: string;
  isAgeChecked: boolean;
};

/** Why a basket cannot be kept: its prices are those of the store, and it has a customer. */
export function layawayProblem(basket: Basket): 'customer' | 'prices' | 'giftCard' | null {
  if (!basket.customer) return 'customer';
  if (isRepriced(basket)) return 'prices';
  return sellsGiftCards(basket) ? 'giftCard' : null;
}

export const createLayaway = async (
  api: Tillhouse,
  basket: Basket,
  deposit: Deposit,
  key: string,
): Promise<Layaway & { payment: { change_due: string } }> =>
  (await answer(
    calls(api).POST(PATH, {
      body: {
        line_items: basket.lines.map(({ good, quantity }) => ({
          product_variant_id: good.variantId,
          sku: good.sku,
          quantity: shownQuantity(quantity, good.unit),
        })),
        customer_id: basket.customer?.id,
        deposit: {
          payment_method_id: deposit.method,
          tendered_amount: formatMoney(deposit.tenderedMinor),
          ...(deposit.reference !== '' && { reference: deposit.reference }),
          ...(deposit.isAgeChecked && { age_check: { method: 'id_scan', confirmed: true } }),
        },
        ...(basket.codes?.length && { promo_codes: basket.codes }),
        ...(basket.pickupName && { pickup_name: basket.pickupName }),
        ...(basket.note && { note: basket.note }),
      },
      ...once(key),
    }),
  )) as Layaway & { payment: { change_due: string } };

/** The store keeps its fee; returns how the rest goes back. */
export const cancelLayaway = async (
  api: Tillhouse,
  number: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
): Promise<{ refunds: Refund[] }> =>
  (await answer(calls(api).POST(`${PATH}${number}/cancel/`, { body, ...once(key) }))) as {
    refunds: Refund[];
  };
