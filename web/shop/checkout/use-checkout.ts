import { useMutation } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Cart } from '../types.js';
import { type Draft, keptAttempt, keptCheckout, type Running } from './kept-checkout.js';

/** The deadline on this device's clock, which may be wrong; the service's stands in its answer. */
function deadlineOf(expiresAt: string, response: Response): number {
  const there = Date.parse(response.headers.get('date') ?? '');
  const skew = Number.isNaN(there) ? 0 : Date.now() - there;
  return Date.parse(expiresAt) + skew;
}

const isSame = (before: Running, cart: Cart, { method, pickupAt }: Draft): boolean =>
  before.cartId === cart.id &&
  before.method === method &&
  (method !== 'pickup' || before.pickupAt === pickupAt) &&
  before.deadline > Date.now();

export async function startCheckout(api: Tillhouse, cart: Cart, draft: Draft): Promise<Running> {
  const before = keptCheckout.get();
  if (before && isSame(before, cart, draft)) return before;
  if (before) await giveUp(api, before.id);
  const { data, response } = await api.POST('/web-commerce/checkout/initiate/', {
    body: {
      cart_id: cart.id,
      store_id: cart.store_id,
      fulfillment_method: draft.method,
      pickup_scheduled_time: draft.method === 'pickup' ? draft.pickupAt : undefined,
    },
  });
  if (data === undefined) throw new Error('a checkout was started without an answer');
  const { checkout } = data;
  const running: Running = {
    id: checkout.id,
    cartId: cart.id,
    method: draft.method,
    pickupAt: draft.pickupAt,
    pickupText: checkout.pickup_scheduled_time,
    deadline: deadlineOf(checkout.expires_at, response),
  };
  keptCheckout.set(running);
  return running;
}

/** Ends a checkout that is left; that it has ended already is as good. */
export async function giveUp(api: Tillhouse, id: string): Promise<void> {
  keptCheckout.set(undefined);
  keptAttempt.set(undefined);
  const body = { checkout_session_id: id };
  await answer(api.POST('/web-commerce/checkout/cancel/', { body })).catch(() => undefined);
}

export const useStartCheckout = () => {
  const api = useApi();
  return useMutation({
    mutationFn: ({ cart, draft }: { cart: Cart; draft: Draft }) => startCheckout(api, cart, draft),
  });
};
