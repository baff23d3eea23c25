import { useMutation } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Cart } from '../types.js';
import {
  type Draft,
  type OpenCheckout,
  storedAttempt,
  storedCheckout,
  storedOrder,
} from './checkout-storage.js';

/** Converts the deadline to this device's time, using the Date header to correct clock skew. */
function deadlineOf(expiresAt: string, response: Response): number {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  const skew = Number.isNaN(serverTime) ? 0 : Date.now() - serverTime;
  return Date.parse(expiresAt) + skew;
}

const isSame = (before: OpenCheckout, cart: Cart, { method, pickupAt }: Draft): boolean =>
  before.cartId === cart.id &&
  before.method === method &&
  (method !== 'pickup' || before.pickupAt === pickupAt) &&
  before.deadline > Date.now();

export async function startCheckout(
  api: Tillhouse,
  cart: Cart,
  draft: Draft,
): Promise<OpenCheckout> {
  const before = storedCheckout.get();
  if (before && isSame(before, cart, draft)) return before;
  if (before) await cancelCheckout(api, before.id);
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
  const running: OpenCheckout = {
    id: checkout.id,
    cartId: cart.id,
    method: draft.method,
    pickupAt: draft.pickupAt,
    pickupText: checkout.pickup_scheduled_time,
    deadline: deadlineOf(checkout.expires_at, response),
  };
  storedCheckout.set(running);
  // The cart of this checkout is not that of the order before.
  storedOrder.set(undefined);
  return running;
}

/** Cancels a checkout; ignores errors, because it may have ended already. */
export async function cancelCheckout(api: Tillhouse, id: string): Promise<void> {
  storedCheckout.set(undefined);
  storedAttempt.set(undefined);
  const body = { checkout_session_id: id };
  await answer(api.POST('/web-commerce/checkout/cancel/', { body })).catch(() => undefined);
}

export const useStartCheckout = () => {
  const api = useApi();
  return useMutation({
    mutationFn: ({ cart, draft }: { cart: Cart; draft: Draft }) => startCheckout(api, cart, draft),
  });
};
