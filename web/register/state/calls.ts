import { answer, once, type Tillhouse } from '@tillhouse/client';

type Options = { path?: Record<string, string>; query?: object; body?: object; key?: string };

/** Calls a route that the typed client does not have yet. */
function call<Result>(
  api: Tillhouse,
  method: 'GET' | 'POST',
  route: string,
  { path, query, body, key }: Options = {},
): Promise<Result> {
  const options = { params: { path, query }, body, ...(key !== undefined && once(key)) };
  const send = api[method] as (path: string, init: object) => Promise<{ data?: Result }>;
  return answer(send(route, options));
}

export type CardStatus =
  | 'in_progress'
  | 'succeeded'
  | 'declined'
  | 'timed_out'
  | 'uncertain'
  | 'canceled';

/** A card payment on the till's reader, and the sale it pays. */
export type CardPayment = {
  payment_id: string;
  status: CardStatus;
  amount: string;
  failure_code: string | null;
  message: string | null;
  card_last_four: string | null;
  card_brand: string | null;
  transaction: {
    transaction_id: string;
    status: string;
    total_amount: string;
    total_paid: string;
    amount_due: string;
  };
};

const CARD = '/pos/transactions/{id}/card/';

export const startCard = (
  api: Tillhouse,
  id: string,
  body: { amount: string; payment_method_id: string },
  key: string,
): Promise<{ payment_id: string }> => call(api, 'POST', CARD, { path: { id }, body, key });

export const readCard = (api: Tillhouse, id: string): Promise<CardPayment> =>
  call(api, 'GET', CARD, { path: { id } });

export const cancelCard = (api: Tillhouse, id: string): Promise<CardPayment> =>
  call(api, 'POST', `${CARD}cancel/`, { path: { id } });

/** A refund: how the money goes back, and what a person still has to do. */
export type Refund = {
  refund_id: string;
  amount: string;
  status: 'pending' | 'succeeded' | 'failed';
  way?: 'processor' | 'cash' | 'store_credit' | 'gift_card' | 'external' | null;
  action_required?: 'confirm_on_terminal' | 'pay_out_cash' | null;
  reference?: string | null;
  store_credit_code?: string | null;
};

export const confirmRefund = (
  api: Tillhouse,
  id: string,
  reference: string,
  key: string,
): Promise<Refund> =>
  call(api, 'POST', '/payments/refunds/{id}/confirm/', { path: { id }, body: { reference }, key });

export type PayOut = {
  id: string;
  refund_id: string;
  transaction_id: string;
  amount: string;
  currency: string;
  reason: string;
  cause: string;
  requested_by_name: string | null;
  created_at: string;
};

export const listPayOuts = (api: Tillhouse): Promise<PayOut[]> =>
  call(api, 'GET', '/pos/pay-outs/');

export const payOut = (api: Tillhouse, refund_id: string, key: string): Promise<Refund> =>
  call(api, 'POST', '/pos/pay-outs/{refund_id}/pay/', { path: { refund_id }, key });

export type OpenSale = {
  transaction_id: string;
  status: string;
  total_amount: string;
  total_paid: string;
  amount_due: string;
  terminal_id: string | null;
  employee: { name: string } | null;
  created_at: string;
  lines: { description: string; quantity: number }[];
  payments: { id: string; payment_method_name: string; amount: string }[];
};

export const listOpenSales = (api: Tillhouse): Promise<OpenSale[]> =>
  call(api, 'GET', '/pos/transactions/open/');

export const cancelSale = (
  api: Tillhouse,
  id: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
): Promise<{ refunds: Refund[] }> =>
  call(api, 'POST', '/pos/transactions/{id}/cancel/', { path: { id }, body, key });

/** An order that a customer collects: paid, or to be paid at the till. */
export type Order = {
  transaction_id: string;
  customer_name: string;
  customer_phone: string;
  total_amount: string;
  total_paid: string;
  amount_due: string;
  notes: string;
  created_at: string;
  lines: { id: string; description: string; quantity: number }[];
};

export const findOrders = (api: Tillhouse, q: string): Promise<Order[]> =>
  call(api, 'GET', '/pos/orders/', { query: q === '' ? {} : { q } });

export const handOver = (api: Tillhouse, id: string, key: string): Promise<unknown> =>
  call(api, 'POST', '/pos/orders/{transaction_id}/hand-over/', {
    path: { transaction_id: id },
    key,
  });
