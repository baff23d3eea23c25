import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { renewSession } from '../session/use-session.js';
import {
  storedAttempt,
  storedCheckout,
  storedDraft,
  storedOrder,
  storedPlaced,
} from './checkout-storage.js';
import type { Outcome, PlacedReply } from './settle.js';

/** Navigates to the order or to the bank page, depending on the payment's outcome. */
export function useOutcome(): (outcome: Outcome) => void {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();

  const placed = (order: PlacedReply): void => {
    const running = storedCheckout.get();
    const paidWith = storedAttempt.get();
    storedOrder.set({
      number: order.transaction_id,
      total: order.total_amount,
      token: order.receipt_token,
      email: storedDraft.get()?.email ?? '',
      method: running?.method ?? 'ship',
      pickupText: running?.method === 'pickup' ? running.pickupText : null,
      payAtStore: paidWith?.paysAtStore === true,
    });
    if (running !== undefined) {
      storedPlaced.set({ cartId: running.cartId, number: order.transaction_id });
    }
    storedCheckout.set(undefined);
    storedAttempt.set(undefined);
    navigate('/thanks', { replace: true });
    // The order changes cart, stock and points.
    void renewSession(queries, api);
    void queries.invalidateQueries({ queryKey: ['products'] });
    void queries.invalidateQueries({ queryKey: ['product'] });
  };

  return outcome => {
    if (outcome.kind === 'placed') placed(outcome.order);
    if (outcome.kind === 'challenge') navigate('/checkout/bank');
  };
}
