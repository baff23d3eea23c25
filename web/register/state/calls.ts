import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { GetResponse, ItemOf } from '../../shared/api/responses.js';
import type { GiftCard } from './sale.js';

const CARD = '/pos/transactions/{transaction_id}/card/';

const ofSale = (transaction_id: string) => ({ params: { path: { transaction_id } } });

/** A card payment on the till's reader, and the sale it pays. */
export type CardPayment = GetResponse<typeof CARD>;

export const startCard = (
  api: Tillhouse,
  number: string,
  body: {
    amount: string;
    tip?: string;
    payment_method_id: string;
    age_check?: { method: 'id_scan' | 'visual'; confirmed: boolean };
  },
  key: string,
) => answer(api.POST(CARD, { ...ofSale(number), body, ...once(key) }));

export const readCard = (api: Tillhouse, number: string): Promise<CardPayment> =>
  answer(api.GET(CARD, ofSale(number)));

export const cancelCard = (api: Tillhouse, number: string) =>
  answer(api.POST(`${CARD}cancel/`, ofSale(number)));

/** The new gift cards of a sale whose codes no payment has shown, once. */
export async function revealGiftCards(
  api: Tillhouse,
  number: string,
  key: string,
): Promise<GiftCard[]> {
  const path = '/pos/transactions/{transaction_id}/gift-cards/';
  const shown = await answer(api.POST(path, { ...ofSale(number), ...once(key) }));
  return shown.gift_cards;
}

/** Unpaid and partly paid sales of all tills of the store. */
export type OpenSale = ItemOf<'/pos/transactions/open/'>;

export const listOpenSales = (api: Tillhouse): Promise<OpenSale[]> =>
  answer(api.GET('/pos/transactions/open/'));

export const cancelSale = (
  api: Tillhouse,
  number: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
) =>
  answer(
    api.POST('/pos/transactions/{transaction_id}/cancel/', {
      ...ofSale(number),
      body,
      ...once(key),
    }),
  );

/** A refund: how the money goes back, and what a person still has to do. */
export type Refund = Pick<
  Awaited<ReturnType<typeof cancelSale>>['refunds'][number],
  'refund_id' | 'amount' | 'status' | 'way' | 'action_required' | 'reference' | 'store_credit_code'
>;

export const confirmRefund = (
  api: Tillhouse,
  pk: string,
  reference: string,
  key: string,
): Promise<Refund> =>
  answer(
    api.POST('/payments/refunds/{pk}/confirm/', {
      params: { path: { pk } },
      body: { reference },
      ...once(key),
    }),
  );

/** A cash refund that waits for a drawer. */
export type PayOut = ItemOf<'/pos/pay-outs/'>;

export const listPayOuts = (api: Tillhouse): Promise<PayOut[]> => answer(api.GET('/pos/pay-outs/'));

export const payOut = (api: Tillhouse, refund_id: string, key: string): Promise<Refund> =>
  answer(
    api.POST('/pos/pay-outs/{refund_id}/pay/', { params: { path: { refund_id } }, ...once(key) }),
  );

/** An order that a customer collects: paid, or to be paid at the till. */
export type Order = ItemOf<'/pos/orders/'>;

export const findOrders = (api: Tillhouse, q: string): Promise<Order[]> =>
  answer(api.GET('/pos/orders/', { params: { query: q === '' ? {} : { q } } }));

export const handOver = (api: Tillhouse, number: string, key: string) =>
  answer(api.POST('/pos/orders/{transaction_id}/hand-over/', { ...ofSale(number), ...once(key) }));
